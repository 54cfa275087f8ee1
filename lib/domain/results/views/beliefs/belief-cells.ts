import type { Heatmap } from "../../../beliefs/prepare/heatmap.ts";
import type { BeliefScore } from "../../../beliefs/scoring/model-score.ts";
import { count, descriptiveNumber, estimate, textCell, type ViewCell, type ViewTable } from "../view.ts";

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
export function countDecided({ context, memory }: Pick<Rate, "context" | "memory">): number {
  return context + memory;
}

/** A context-following rate in a table. */
export function rateCell(rate: Rate | undefined): ViewCell {
  if (!rate) return estimate({ value: null, low: null, high: null, n: 0, reason: "No questions were asked." });
  const limitation = rate.rate !== null && rate.low === null ? "Too few facts for an interval." : null;
  return estimate({ value: rate.rate, low: rate.low, high: rate.high, n: countDecided(rate), reason: limitation });
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
    caption: "Observers that are not compared; share: known facts among the facts asked, without an interval",
    columns: ["Observer", "Known", "Asked", "Share", "Reason for exclusion"],
    rows: dropped.map(({ observer, reason, known, asked }) => [
      textCell(observer),
      count(known),
      count(asked),
      descriptiveNumber(asked === 0 ? null : known / asked, asked, "share"),
      textCell(droppedReasons[reason]),
    ]),
  };
}
