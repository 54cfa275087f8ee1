import { Badge } from "@/components/ui/badge.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate, estimateSentence } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { PilotItem } from "@/lib/domain/survey/live/prepare-pilot.ts";
import { adviceLabels } from "@/lib/domain/survey/live/suggest-item.ts";

export interface ReportedItem extends PilotItem {
  name: string;
  text: string;
  newest: string | null;
  /** The reasons that people gave with wrong answers. */
  reasons: string[];
  /** Why the next stage does not include the item; null if it includes the item. */
  leftOut: string | null;
}

/** An item of a pilot: its accuracy, a suggestion, and forms that reword the item or exclude it from the next stage. */
export function PilotItemView({
  item,
  studyId,
  benchmarkId,
  isPilot,
  canWrite,
  hasLists,
  reword,
  leaveOut,
  keep,
}: {
  item: ReportedItem;
  studyId: string;
  benchmarkId: string;
  isPilot: boolean;
  /** Whether the items of each session were fixed when the study was created. If so, no item can be excluded. */
  hasLists: boolean;
  canWrite: boolean;
  reword: FormAction;
  leaveOut: FormAction;
  keep: FormAction;
}) {
  const { name, text, newest, n, correct, estimate, low, high, isPoor, rest, suggestion, reasons, leftOut } = item;
  return (
    <li className="rounded-md border border-rule p-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <strong className="break-words">{name}</strong>
        {isPoor && <Badge tone="warn">Below average</Badge>}
        {newest !== null && <Badge tone="info">Reworded</Badge>}
        {leftOut !== null && <Badge tone="warn">Not in the next stage</Badge>}
        <span className="tabular-nums">
          {estimate === null
            ? "no scored answers"
            : estimateSentence(
                describeEstimate({ value: estimate, low, high }, `${formatCount(correct)} of ${formatCount(n)} right`),
              )}
        </span>
      </p>
      <p className="mt-1 max-w-measure break-words" dir="auto">
        {text}
      </p>
      <ItemAdvice rest={rest} suggestion={suggestion} />
      {newest !== null && (
        <p className="mt-1 max-w-measure break-words" dir="auto">
          Now: {newest}
        </p>
      )}
      {reasons.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-sm text-ink-soft">
          {reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may give the same reason, and the list never changes.
            <li key={index} className="break-words" dir="auto">
              {reason}
            </li>
          ))}
        </ul>
      )}
      {isPilot && canWrite && (
        <p className="mt-3">
          <Link href={`/research/benchmarks/${benchmarkId}/items/${item.item}`}>Edit story, options and key</Link>{" "}
          <span className="text-sm text-ink-soft">A new version is used by the next stage.</span>
        </p>
      )}
      {isPilot && canWrite && (
        <details className="mt-3">
          <summary className="cursor-pointer font-medium">Reword</summary>
          <ActionForm
            action={reword}
            hidden={{ study: studyId, item: item.item }}
            label={`Reword ${name}`}
            className="mt-3 grid max-w-measure gap-3"
          >
            <Field
              name="text"
              label="New wording"
              hint="Creates a new version of the item. Existing answers keep the wording that people read."
            >
              <TextArea rows={3} defaultValue={newest ?? text} />
            </Field>
            <SubmitButton>Save the new wording</SubmitButton>
          </ActionForm>
        </details>
      )}
      {leftOut !== null ? (
        <LeftOutNote reason={leftOut} hidden={{ study: studyId, item: item.item }} keep={canWrite ? keep : null} />
      ) : (
        isPilot &&
        canWrite &&
        !hasLists && <LeaveOutForm item={item} hidden={{ study: studyId, item: item.item }} leaveOut={leaveOut} />
      )}
    </li>
  );
}

/** The form that excludes an item from the next stage. */
function LeaveOutForm({
  item: { name, suggestion },
  hidden,
  leaveOut,
}: {
  item: ReportedItem;
  hidden: Record<string, string>;
  leaveOut: FormAction;
}) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer font-medium">Exclude this item</summary>
      <ActionForm
        action={leaveOut}
        hidden={hidden}
        label={`Exclude ${name} from the next stage`}
        className="mt-3 grid max-w-measure gap-3"
      >
        <Field
          name="reason"
          label="Reason"
          hint="The next stage will not include this item. The pilot keeps the item and its answers. You can undo this."
        >
          <TextArea rows={2} defaultValue={suggestion.advice === "leave-out" ? suggestion.reason : ""} />
        </Field>
        <SubmitButton>Exclude from the next stage</SubmitButton>
      </ActionForm>
    </details>
  );
}

/** States why the next stage does not include an item. Users with write access can undo this with `keep`. */
function LeftOutNote({
  reason,
  hidden,
  keep,
}: {
  reason: string;
  hidden: Record<string, string>;
  keep: FormAction | null;
}) {
  return (
    <div className="mt-3 grid max-w-measure justify-items-start gap-3">
      <p className="break-words" dir="auto">
        Not asked in the next stage: {reason}
      </p>
      {keep && (
        <ActionForm action={keep} hidden={hidden}>
          <SubmitButton look="secondary">Ask it in the next stage</SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}

/** The item-rest correlation of an item, and a suggestion with its reason. */
function ItemAdvice({ rest, suggestion }: Pick<PilotItem, "rest" | "suggestion">) {
  return (
    <p className="mt-1 max-w-measure text-sm text-ink-soft">
      Item-rest correlation{" "}
      <span className="tabular-nums">
        {estimateSentence(
          describeEstimate(rest, formatNumberOf(rest.n, "person", "people"), { unit: "number", decimals: 2 }),
        )}
      </span>
      . <strong className="text-ink">{adviceLabels[suggestion.advice]}.</strong> {suggestion.reason}
    </p>
  );
}
