import { type Random, shuffle } from "../../random.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { type Baseline, baselines } from "./baselines.ts";

/** The name of the selection rule, as recorded with the rows. */
export const balanceRule = "matched-labels/1";

/** Baselines that see too little to reason. A subset can be balanced against these baselines. */
export const balanceBaselines = ["hypothesis_only", "premise_blind"] as const;
export type BalancedAgainst = (typeof balanceBaselines)[number];

export interface BalancedSubset {
  /** In the order of the given rows. */
  rows: MindgamesRow[];
  /** Number of distinct baseline inputs in the rows. */
  views: number;
}

/**
 * Selects the largest subset in which each baseline input occurs equally often with both labels, within each setup.
 * (For a hypothesis, names are replaced by their order of mention.) Any function of the baseline's input is then right
 * about exactly half of the rows. Only the choice of removed rows is random.
 *
 * Trained on a part of the subset and tested on the rest, a baseline can score below one half, because a label that is
 * rarer in one part is more frequent in the other.
 */
export function balanceSubset(rows: readonly MindgamesRow[], against: BalancedAgainst, random: Random): BalancedSubset {
  const baseline = baselines.find(({ name }) => name === against) as Baseline;
  const indicesByView = new Map<string, { entailment: number[]; not_entailment: number[] }>();
  for (const [index, row] of rows.entries()) {
    const viewKey = viewOf(row, baseline);
    const byLabel = indicesByView.get(viewKey) ?? { entailment: [], not_entailment: [] };
    byLabel[row.label].push(index);
    indicesByView.set(viewKey, byLabel);
  }
  const keptIndices = new Set<number>();
  let views = 0;
  for (const { entailment, not_entailment } of indicesByView.values()) {
    const keptCount = Math.min(entailment.length, not_entailment.length);
    if (keptCount > 0) views += 1;
    for (const label of [entailment, not_entailment])
      for (const place of shuffle(label, random).slice(0, keptCount)) keptIndices.add(place);
  }
  return { rows: rows.filter((_, place) => keptIndices.has(place)), views };
}

/** The tokens of a row that a baseline sees, without their order. */
function viewOf(row: MindgamesRow, { tokens }: Baseline): string {
  return JSON.stringify([row.setup, ...tokens(row).sort()]);
}
