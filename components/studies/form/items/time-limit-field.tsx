"use client";

import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ItemStep } from "@/lib/domain/survey/screens.ts";
import { useDraft } from "../draft-context.tsx";
import { DraftNumber } from "../draft-fields.tsx";

/** The field for the time limit per item. It is collapsed, because few studies need a limit. */
export function TimeLimitField({ step, path }: { step: ItemStep; path: string }) {
  const { draft } = useDraft();
  return (
    <details className="rounded-md border border-rule" open={Boolean(step.timeLimitSeconds)}>
      <summary className="px-4 py-3">Advanced: time limit</summary>
      <div className="grid grid-cols-1 gap-3 px-4 pt-1 pb-4">
        <DraftNumber
          path={`${path}.timeLimitSeconds`}
          label="Time limit per item"
          unit="seconds"
          hint="Leave empty for no limit. Counted by the server from the first display of the question; a separate story screen is not limited."
          min={5}
          max={3_600}
          isOptional
        />
        <p className="max-w-measure text-sm text-ink-soft">
          A limit adds one page before the first item, where people choose the limit, twice the time or no limit; the
          choice is stored with each answer. Late answers are stored as “timed out” with their draft, count like
          unparsed answers under the analysis plan, and are not asked for a reason.
          {step.timeLimitSeconds
            ? ` At most ${formatNumberOf(Math.ceil((step.timeLimitSeconds * draft.itemsPerSession) / 60), "minute")} for ${formatNumberOf(draft.itemsPerSession, "item")}, twice that with twice the time.`
            : ""}
        </p>
      </div>
    </details>
  );
}
