import { StatusNote } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate, estimateSentence, formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { Design } from "@/lib/domain/survey/design.ts";
import { type Consort, countDroppedOut } from "@/lib/domain/survey/live/prepare-consort.ts";
import type { AccuracyByRewording, StageAccuracy } from "@/lib/domain/survey/live/prepare-pilot.ts";
import type { TimeDistribution } from "@/lib/domain/survey/live/prepare-times.ts";
import {
  describeStageSize,
  maxSizeStep,
  type NextStageSize,
  proposeStageSize,
  type StageItems,
  stageSize,
} from "@/lib/domain/survey/studies/stage-size.ts";
import type { StageLink } from "@/lib/domain/survey/studies/study-rows.ts";
import { stageLabels } from "../study-labels.ts";
import { PilotItemView, type ReportedItem } from "./pilot-item.tsx";

/** Number of items per page. It is small because each item has a form. */
const itemsPerPage = 50;

/**
 * For a pilot: its report, and the form that creates the main stage. For a later stage: how the items changed since the
 * pilot.
 */
export function StagesView(props: {
  studyId: string;
  benchmarkId: string;
  isPilot: boolean;
  /**
   * Whether the items of each session were fixed when the study was created. If so, a second pilot repeats all items.
   */
  hasLists: boolean;
  design: Design;
  canWrite: boolean;
  stages: {
    /** The stored report; null if it is not computed yet. */
    report: { stored: { document: { accuracy: AccuracyByRewording; cutAt: number | null } } | null };
    items: ReportedItem[];
    reworded: string[];
    /** The items that a next stage would ask, and how many of them have a newer version. */
    next: StageItems & { reworded: number };
    before: StageLink | null;
    after: StageLink[];
  };
  /** The status of the study’s data. */
  status: ResultStatus;
  consort: Consort | null;
  times: readonly TimeDistribution[];
  /** The current page of the items, from 1. */
  page: number;
  reword: FormAction;
  leaveOut: FormAction;
  keep: FormAction;
  startNext: FormAction;
}) {
  const { stages, isPilot, status, consort, times } = props;
  const report = stages.report.stored?.document;
  const pages = Math.max(1, Math.ceil(stages.items.length / itemsPerPage));
  const page = Math.min(props.page, pages);
  const fileHref = (file: string) => `/api/v1/studies/${props.studyId}/course/${file}?of=stages`;
  return (
    <>
      <Section
        title="Linked stages"
        lead="Answers of different stages are never combined. Participants of one stage cannot take part in another."
      >
        {report && report.cutAt !== null && (
          <p className="mb-3">
            This page uses only the first {formatCount(report.cutAt)} counted answers; the other counted answers are not
            shown here. Results and exports have all of them.
          </p>
        )}
        {report && <StatusNote status={status} about="Answers of people on this page" />}
        <StageLinks {...stages} />
        {isPilot && props.canWrite && <NextStage {...props} />}
      </Section>
      {stages.before && report && (
        <Section title="With and without reworded items" lead={describeReworded(stages.reworded)}>
          <DescriptionList
            entries={[
              { term: "All items", value: formatAccuracy(report.accuracy.all) },
              { term: "Items with unchanged wording", value: formatAccuracy(report.accuracy.others) },
              { term: "Reworded items only", value: formatAccuracy(report.accuracy.reworded) },
            ]}
          />
          <TableDownloads name="rewording" called="these shares" fileHref={fileHref} />
        </Section>
      )}
      {consort && times.length > 0 && (
        <Section title="Times and drop-out">
          <DescriptionList
            entries={[
              { term: "Dropped out after the assignment", value: formatDropOut(consort) },
              ...times.map(({ label, medianMs, n }) => ({
                term: `${label}, median`,
                value: `${medianMs === null ? "–" : formatDuration(medianMs)} (n = ${formatCount(n)})`,
              })),
            ]}
          />
        </Section>
      )}
      {report && (
        <Section
          title="Items by accuracy, lowest first"
          lead="Ordered by the upper limit of the 95% Wilson interval of each item’s accuracy. An item is marked “Below average” if this limit is below the accuracy over all items. Reasons are those given with wrong answers."
        >
          <ul className="grid grid-cols-1 gap-4">
            {stages.items.slice((page - 1) * itemsPerPage, page * itemsPerPage).map((item) => (
              <PilotItemView key={item.item} item={item} {...props} />
            ))}
          </ul>
          <ItemPages address={`/research/studies/${props.studyId}/stages`} page={page} pages={pages} />
          {stages.items.length > 0 && <TableDownloads name="items" called="all these items" fileHref={fileHref} />}
        </Section>
      )}
    </>
  );
}

function ItemPages({ address, page, pages }: { address: string; page: number; pages: number }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of items" className="mt-4 flex flex-wrap items-center gap-4">
      {page > 1 && <Link href={`${address}?page=${page - 1}`}>Previous</Link>}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && <Link href={`${address}?page=${page + 1}`}>Next</Link>}
    </nav>
  );
}

function StageLinks({ before, after }: { before: StageLink | null; after: StageLink[] }) {
  if (!before && after.length === 0) return <p className="text-ink-soft">No linked stages.</p>;
  const link = ({ id, name, stage, status }: StageLink) => (
    <>
      <Link href={`/research/studies/${id}`}>{name}</Link> ({stageLabels[stage]?.word ?? stage}, {status})
    </>
  );
  return (
    <ul className="list-disc pl-5">
      {before && <li>Continues from {link(before)}</li>}
      {after.map((one) => (
        <li key={one.id}>Followed by {link(one)}</li>
      ))}
    </ul>
  );
}

function NextStage({ studyId, stages, hasLists, design, startNext }: Parameters<typeof StagesView>[0]) {
  const { reworded, ...items } = stages.next;
  const leftOut = items.all - items.remaining;
  if (items.remaining === 0)
    return <p className="mt-4">All items are excluded from the next stage. Ask at least one to prepare it.</p>;
  const size = proposeStageSize(design, items);
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <ConfirmButton
        action={startNext}
        hidden={{ study: studyId, stage: "main" }}
        title="Prepare the main stage?"
        consequence={
          <p>
            A draft is created with this protocol and plan and the newest wording of every item
            {reworded > 0 ? ` (${formatCount(reworded)} reworded)` : ""}
            {leftOut > 0 ? `, without ${formatNumberOf(leftOut, "item")}` : ""}. People of this pilot cannot take part
            in it. Nothing opens yet.
          </p>
        }
        fields={
          !hasLists &&
          (size === null ? (
            <p>
              No size up to {formatCount(maxSizeStep)} gives every group whole sessions. Set the size in the draft’s
              design.
            </p>
          ) : (
            <Field
              name="size"
              label={size.unit === "sessions" ? "Sessions (people)" : "Answers to each item in each group"}
              hint={describeSize(design, items, size)}
            >
              <TextInput
                type="number"
                min={size.step}
                step={size.step}
                max={500_000}
                defaultValue={size.value}
                required
              />
            </Field>
          ))
        }
        confirm="Prepare the main stage"
        isDangerous={false}
        look="primary"
      >
        Prepare the main stage
      </ConfirmButton>
      {reworded > 0 && (
        <ConfirmButton
          action={startNext}
          hidden={{ study: studyId, stage: "pilot" }}
          title="Prepare a second pilot?"
          consequence={
            <p>
              {hasLists
                ? "A draft of a second pilot is created with the planned sessions and the newest wording of every item. "
                : `A draft of a second pilot is created with only the ${formatNumberOf(reworded, "reworded item")}. `}
              People of this pilot cannot take part in it.
            </p>
          }
          confirm="Prepare a second pilot"
          isDangerous={false}
        >
          {hasLists ? "Pilot again" : "Pilot reworded items again"}
        </ConfirmButton>
      )}
    </div>
  );
}

/** The pilot's size, the sizes that are possible with the remaining items, and where the needed size is stated. */
function describeSize(
  pilot: Design,
  items: StageItems,
  { unit, value, step, sessions, itemsPerSession }: NextStageSize,
) {
  const pilotSize = describeStageSize(stageSize(pilot), items.all);
  const remaining = `${items.remaining < items.all ? "the remaining " : ""}${formatNumberOf(items.remaining, "item")}`;
  const possible =
    step > 1 ? ` With ${remaining}, only multiples of ${formatCount(step)} give every group whole sessions.` : "";
  const example =
    unit === "answers"
      ? ` ${formatNumberOf(value, "answer")} to each of ${remaining} ${value === 1 ? "is" : "are"} ${formatNumberOf(sessions, "session")} of ${formatNumberOf(itemsPerSession, "item")}.`
      : "";
  return `The pilot has ${pilotSize}.${possible}${example} The curves of the planned tests on the pilot’s Design page show which size is needed.`;
}

function describeReworded(reworded: readonly string[]): string {
  if (reworded.length === 0) return "No item was reworded since the previous stage.";
  const shownNames = reworded.slice(0, 20).join(", ");
  return `Reworded since the previous stage: ${shownNames}${reworded.length > 20 ? ` and ${reworded.length - 20} more` : ""}. Intervals treat each person as a cluster.`;
}

function formatAccuracy({ n, people, estimate, low, high, reason }: StageAccuracy): string {
  if (estimate === null) return "no scored answers";
  const countText = `n = ${formatCount(n)} answers of ${formatNumberOf(people, "person", "people")}`;
  return estimateSentence(describeEstimate({ value: estimate, low, high, reason }, countText));
}

function formatDropOut({ arms }: Consort): string {
  const dropped = arms.reduce((sum, arm) => sum + countDroppedOut(arm), 0);
  const endedCount = arms.reduce((sum, arm) => sum + countDroppedOut(arm) + arm.finished, 0);
  return endedCount === 0
    ? "no session has ended"
    : `${formatPart(dropped, endedCount)} of ended sessions (descriptive, without an interval)`;
}
