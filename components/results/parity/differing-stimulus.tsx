import { Badge } from "@/components/ui/badge.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatDay } from "@/lib/domain/format/times.ts";
import { textOfSelection } from "@/lib/domain/items/item-selection.ts";
import { differenceLabels } from "@/lib/domain/results/comparison/difference-labels.ts";
import type { DiffPiece } from "@/lib/domain/results/preparation/diff-characters.ts";
import type { ParityStimulus } from "@/lib/domain/results/preparation/parity-page.ts";
import { askAgainHref } from "./ask-again.tsx";
import { type ParityActions, SignForm } from "./sign-form.tsx";

/** One stimulus and how it differs between people and models: by characters, or by words for long texts. */
export function DifferingStimulus({
  stimulus,
  studyId,
  base,
  actions,
}: {
  stimulus: ParityStimulus;
  studyId: string;
  base: string;
  actions: ParityActions | null;
}) {
  const { item, itemVersionId, condition, conditionKey, shownHash, isContent, differs, models, answers } = stimulus;
  return (
    <article className="grid grid-cols-1 gap-3" aria-label={`${item}, ${condition}`}>
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Link href={`${base}/results/items/${itemVersionId}`}>{item}</Link>
        <span className="font-normal text-ink-soft">{condition}</span>
        <Badge tone={isContent ? "bad" : "warn"}>
          {isContent ? "Different content" : "Different surrounding text"}
        </Badge>
      </h2>
      <p className="text-sm text-ink-soft">
        {formatNumberOf(answers, "answer")} of {models.join(", ")}. Differs:{" "}
        {differs.map((part) => differenceLabels[part]).join(", ")}.
      </p>
      {stimulus.pieces ? (
        <Difference pieces={stimulus.pieces} />
      ) : (
        <p>Only a fingerprint of the stimulus is stored, so the texts cannot be compared.</p>
      )}
      {actions && (
        <p className="no-print">
          <Link
            href={askAgainHref(studyId, actions.benchmarkId, {
              ...stimulus,
              items: ["items", textOfSelection({ ids: [item] })],
            })}
          >
            Ask again in the study’s wording
          </Link>
        </p>
      )}
      {stimulus.signed ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            Signed off by {stimulus.signed.name}, {formatDay(stimulus.signed.at)}: “{stimulus.signed.reason}”
          </span>
          {actions && (
            <ActionForm
              action={actions.revoke}
              hidden={{ studyId, signOffId: stimulus.signed.id }}
              label={`Revoke the sign-off of ${item}`}
              className="inline"
            >
              <Button type="submit" size="small">
                Revoke
              </Button>
            </ActionForm>
          )}
        </div>
      ) : (
        isContent &&
        actions && (
          <SignForm
            studyId={studyId}
            action={actions.sign}
            label={`Sign off ${item}`}
            stimulus={{ itemVersionId, conditionKey, shownHash }}
          />
        )
      )}
    </article>
  );
}

/** The combined text. Parts that only people read are struck through; parts that only models read are underlined. */
function Difference({ pieces }: { pieces: readonly DiffPiece[] }) {
  return (
    <details open>
      <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4">
        <del className="bg-people-wash text-people-ink">Only people</del>,{" "}
        <ins className="bg-models-wash text-models-ink">only models</ins>
      </summary>
      <p className="mt-2 max-w-measure overflow-x-auto whitespace-pre-wrap break-words rounded-md border border-rule bg-sunken p-3">
        {pieces.map((piece, index) => {
          const key = index;
          if (piece.in === "both") return <span key={key}>{piece.text}</span>;
          return piece.in === "people" ? (
            <del key={key} className="bg-people-wash text-people-ink">
              {piece.text}
            </del>
          ) : (
            <ins key={key} className="bg-models-wash text-models-ink">
              {piece.text}
            </ins>
          );
        })}
      </p>
    </details>
  );
}
