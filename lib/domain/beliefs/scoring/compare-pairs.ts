import { clusteredEstimate, testEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import type { BeliefPair } from "./pair-table.ts";

/** The difference of the context-following rates of two observers, over the pairs that both decided. */
export interface FollowDifference {
  /** Pairs whose fact both observers knew and that both decided. */
  matched: number;
  /** Number of pairs that only one observer decided; such pairs are not included. */
  onlyFirst: number;
  onlySecond: number;
  /** Rate of the first observer minus rate of the second, from -1 to 1; null if no pair was decided by both. */
  difference: number | null;
  low: number | null;
  high: number | null;
  /** Two-sided p-value; null if there are fewer than two facts or no variation. */
  p: number | null;
  facts: number;
  /**
   * Why there is no interval, or why the interval does not cover new facts; null if it is the interval that the design
   * requires.
   */
  reason: string | null;
}

/**
 * The difference between two observers' rates on the same expressions: a paired comparison, clustered by fact (Miller
 * 2024, section 4). Separate rates would be over different items, because two models know different facts.
 */
export function comparePairs(
  first: readonly BeliefPair[],
  second: readonly BeliefPair[],
  confidence = 0.95,
): FollowDifference {
  const [firstDecisions, ofSecond] = [listDecisions(first), listDecisions(second)];
  const keys = [...firstDecisions.keys()].filter((key) => ofSecond.has(key)).sort();
  const facts = keys.map((key) => firstDecisions.get(key)?.fact ?? "");
  const result = clusteredEstimate(
    keys.map((key) => (firstDecisions.get(key)?.followed ?? 0) - (ofSecond.get(key)?.followed ?? 0)),
    [{ one: "fact", many: "facts", ids: facts }],
    { confidence, range: [-1, 1], unit: "expressions" },
  );
  return {
    matched: keys.length,
    onlyFirst: firstDecisions.size - keys.length,
    onlySecond: ofSecond.size - keys.length,
    difference: result.value,
    low: result.low,
    high: result.high,
    p: testEstimate(result)?.pvalue ?? null,
    facts: new Set(facts).size,
    reason: result.reason ?? findApproximateNote(result),
  };
}

function listDecisions(pairs: readonly BeliefPair[]): Map<string, { fact: string; followed: 0 | 1 }> {
  const countedPairs = pairs.filter(
    (pair) => pair.prior === "known" && (pair.outcome === "context" || pair.outcome === "memory"),
  );
  return new Map(
    countedPairs.map((pair) => [
      [pair.fact, pair.category, pair.expression, pair.repeat].join("\u0000"),
      { fact: pair.fact, followed: pair.outcome === "context" ? 1 : 0 },
    ]),
  );
}
