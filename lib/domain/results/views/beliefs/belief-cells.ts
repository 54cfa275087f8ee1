import type { Heatmap } from "../../../beliefs/prepare/heatmap.ts";
import type { BeliefScore } from "../../../beliefs/scoring/model-score.ts";
import { count, described, estimate, textCell, type ViewCell, type ViewTable } from "../view.ts";

export type Rate = Pick<BeliefScore["overall"], "rate" | "low" | "high" | "context" | "memory">;

/** One observer of expressions, from its stored score. */
export interface BeliefObserver {
  name: string;
  side: "people" | "models";
  tuning: "base" | "instruct" | null;
  /** The size of a model in billions of parameters; null or omitted if not stated. */
  sizeBillions?: number | null;
  score: BeliefScore;
}

/** Decided pairs: the n of a rate. */
export function decided({ context, memory }: Pick<Rate, "context" | "memory">): number {
  return context + memory;
}

/** A context-following rate in a table. */
export function rateCell(rate: Rate | undefined): ViewCell {
  if (!rate) return estimate({ value: null, low: null, high: null, n: 0, reason: "Nothing was asked." });
  const few = rate.rate !== null && rate.low === null ? "Too few facts for an interval." : null;
  return estimate({ value: rate.rate, low: rate.low, high: rate.high, n: decided(rate), reason: few });
}

/** Why observers are excluded from comparisons. */
export const droppedReasons: Readonly<Record<Heatmap["dropped"][number]["reason"], string>> = {
  fewKnown: "knows fewer than 10% of the facts it was asked about",
  noPriorCheck: "was never asked without the expression, so it is unknown what it knows",
};

/** Excluded observers, with the reason. */
export function notComparedTable(dropped: Heatmap["dropped"]): ViewTable {
  return {
    name: "not-compared",
    caption: "Observers that are not compared; the shares describe what was asked",
    columns: ["Observer", "Known", "Asked", "Share", "Reason for exclusion"],
    rows: dropped.map(({ observer, reason, known, asked }) => [
      textCell(observer),
      count(known),
      count(asked),
      described(asked === 0 ? null : known / asked, asked, "share"),
      textCell(droppedReasons[reason]),
    ]),
  };
}
