import { type Random, shuffle } from "../../random.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { type Baseline, baselines } from "./baselines.ts";

/** The rule that selects a subset, as recorded with the rows. */
export const balanceRule = "matched-labels/1";

/** Baselines with too little input to reason: a subset can be balanced against these. */
export const balancedAgainst = ["hypothesis_only", "premise_blind"] as const;
export type BalancedAgainst = (typeof balancedAgainst)[number];

export interface BalancedSubset {
  /** In the order of the given rows. */
  rows: MindgamesRow[];
  /** Number of distinct inputs that the baseline sees in them. */
  views: number;
}

/**
 * The largest subset in which each baseline input occurs equally often with either label, within each setup: a
 * hypothesis (names replaced by their order of mention) is kept as often entailed as not. Any function of the
 * baseline's input is then right about exactly half of the rows. Chance decides only which rows of the more frequent
 * label are removed.
 *
 * Trained on a part of the subset and tested on another, such a baseline can score below one half: a label that is
 * rarer in one part is more frequent in the other.
 */
export function balanceSubset(rows: readonly MindgamesRow[], against: BalancedAgainst, random: Random): BalancedSubset {
  const baseline = baselines.find(({ name }) => name === against) as Baseline;
  const indicesByView = new Map<string, { entailment: number[]; not_entailment: number[] }>();
  for (const [index, row] of rows.entries()) {
    const key = viewOf(row, baseline);
    const byLabel = indicesByView.get(key) ?? { entailment: [], not_entailment: [] };
    byLabel[row.label].push(index);
    indicesByView.set(key, byLabel);
  }
  const kept = new Set<number>();
  let views = 0;
  for (const { entailment, not_entailment } of indicesByView.values()) {
    const keptCount = Math.min(entailment.length, not_entailment.length);
    if (keptCount > 0) views += 1;
    for (const label of [entailment, not_entailment])
      for (const place of shuffle(label, random).slice(0, keptCount)) kept.add(place);
  }
  return { rows: rows.filter((_, place) => kept.has(place)), views };
}

/** The tokens of a row that a baseline sees, without their order. */
function viewOf(row: MindgamesRow, { tokens }: Baseline): string {
  return JSON.stringify([row.setup, ...tokens(row).sort()]);
}
