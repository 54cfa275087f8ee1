import { type Random, shuffled } from "../../random.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import { type Baseline, baselines } from "./baselines.ts";

/** The rule by which a subset is cut, as it is written down beside the rows. */
export const balanceRule = "matched-labels/1";

/** Baselines that see too little to reason at all: against these a subset can be balanced. */
export const balancedAgainst = ["hypothesis_only", "premise_blind"] as const;
export type BalancedAgainst = (typeof balancedAgainst)[number];

export interface BalancedSubset {
  /** In the order of the given rows. */
  rows: MindgamesRow[];
  /** How many different things the baseline sees in them. */
  views: number;
}

/**
 * The largest subset in which whatever a baseline sees of a row stands beside either label equally often, within each
 * setup: a hypothesis (names replaced by their order of mention) is kept as often entailed as not. Whatever is computed
 * from what the baseline sees is then right about exactly half of the rows, however it was learnt. Chance decides only
 * which rows of the more frequent label go.
 *
 * Learnt from a part of the subset and tested on another, such a baseline can come out below one half: a label that is
 * missing in the one part is over-represented in the other.
 */
export function balanceSubset(rows: readonly MindgamesRow[], against: BalancedAgainst, random: Random): BalancedSubset {
  const baseline = baselines.find(({ name }) => name === against) as Baseline;
  const places = new Map<string, { entailment: number[]; not_entailment: number[] }>();
  for (const [place, row] of rows.entries()) {
    const key = viewOf(row, baseline);
    const known = places.get(key) ?? { entailment: [], not_entailment: [] };
    known[row.label].push(place);
    places.set(key, known);
  }
  const kept = new Set<number>();
  let views = 0;
  for (const { entailment, not_entailment } of places.values()) {
    const each = Math.min(entailment.length, not_entailment.length);
    if (each > 0) views += 1;
    for (const label of [entailment, not_entailment])
      for (const place of shuffled(label, random).slice(0, each)) kept.add(place);
  }
  return { rows: rows.filter((_, place) => kept.has(place)), views };
}

/** The tokens that a baseline sees of a row, without their order, which it does not see. */
function viewOf(row: MindgamesRow, { tokens }: Baseline): string {
  return JSON.stringify([row.setup, ...tokens(row).sort()]);
}
