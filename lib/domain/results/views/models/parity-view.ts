import { formatDay } from "../../../format/times.ts";
import { differenceLabels } from "../../comparison/difference-labels.ts";
import type { ParityCounts, ParityStimulus } from "../../preparation/parity-page.ts";
import { count, shownView, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "parity",
  title: "Parity",
  lead: "Every answer of a model to an item of the study, each repeat separately; answers of people are not included.",
};

/** The parity results of models' answers, and every stimulus that differs from the one that people saw. */
export function parityView(counts: ParityCounts, stimuli: readonly Omit<ParityStimulus, "pieces">[]): View {
  return shownView(head, {
    tables: [
      {
        name: "parity",
        caption: `Parity of ${comparedAnswers(counts)} answers of models`,
        columns: ["Stimulus", "Answers"],
        rows: [
          ["Same, verified", counts.verified] as const,
          ["Same, with a different wording that a declared pair allows", counts.declared] as const,
          ["Different content", counts.content] as const,
          ["Different wording around the item, without a declared pair", counts.presentation] as const,
          ["Unverified: neither prompt nor fingerprint", counts.unproved] as const,
          ["Unverified: fingerprint of an older version", counts.otherVersion] as const,
          ["Not compared: no corresponding condition", counts.unmatched] as const,
        ].map(([found, n]) => [textCell(found), count(n)]),
      },
      {
        name: "differing",
        caption: "Stimuli that models and people saw differently",
        columns: ["Item", "Condition", "Found", "Differs", "Models", "Answers", "Signed by", "Signed on", "Reason"],
        rows: stimuli.map(({ item, condition, isContent, differs, models, answers, signed }): ViewCell[] => [
          textCell(item),
          textCell(condition),
          textCell(isContent ? "Different content" : "Different wording around the item"),
          textCell(differs.map((part) => differenceLabels[part]).join(", ")),
          textCell(models.join(", ")),
          count(answers),
          textCell(signed?.name ?? ""),
          textCell(signed ? formatDay(signed.at) : ""),
          textCell(signed?.reason ?? ""),
        ]),
      },
    ],
  });
}

/** Models' answers that were compared with the stimuli of people, or that have no corresponding condition. */
export function comparedAnswers(counts: ParityCounts): number {
  return (
    counts.verified + counts.content + counts.presentation + counts.unproved + counts.otherVersion + counts.unmatched
  );
}
