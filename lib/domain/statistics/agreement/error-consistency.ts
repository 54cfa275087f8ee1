import { requireBinary, requireSameLength } from "../basics/require-number.ts";

export type ErrorConsistencyReason = "no items" | "expected agreement is 1";

export interface ErrorConsistency {
  /** Items that both observers answered. */
  n: number;
  nDropped: number;
  accuracyA: number | null;
  accuracyB: number | null;
  /** Share of items on which both observers are right or both are wrong. */
  observed: number | null;
  /** The share expected of independent observers with these accuracies. */
  expected: number | null;
  kappa: number | null;
  /** The smallest and the largest kappa that two observers with these accuracies can have. */
  kappaMin: number | null;
  kappaMax: number | null;
  reason: ErrorConsistencyReason | null;
}

/**
 * Whether two observers fail on the same items: Cohen's kappa of right (1) and wrong (0) answers, with the bounds that
 * the two accuracies imply. Items that one observer did not answer (null) are dropped. Geirhos, Meding and Wichmann
 * (2020).
 *
 * There is no interval, because the coverage of the large-sample interval is wrong if accuracy is high. Kappa and its
 * bounds are null without items, and if both observers are always right or both are always wrong. Throws RangeError for
 * lists of different lengths and values other than 0, 1 and null.
 */
export function errorConsistency(a: readonly (number | null)[], b: readonly (number | null)[]): ErrorConsistency {
  requireSameLength("a", a, "b", b);
  const counts = { n: 0, rightA: 0, rightB: 0, same: 0 };
  for (const [index, left] of a.entries()) {
    const right = b[index]!;
    requireBinary("a", left, "missing allowed");
    requireBinary("b", right, "missing allowed");
    if (left === null || right === null) continue;
    counts.n += 1;
    counts.rightA += left;
    counts.rightB += right;
    if (left === right) counts.same += 1;
  }
  return { ...consistencyOfCounts(counts), nDropped: a.length - counts.n };
}

/**
 * The number of items that both observers answered, the correct answers of each, and the items on which both are
 * correct or both are wrong.
 */
export interface ConsistencyCounts {
  n: number;
  rightA: number;
  rightB: number;
  same: number;
}

/** Error consistency from counts. Differences are computed in integers, so that a kappa of 0 or 1 is exact. */
export function consistencyOfCounts({
  n,
  rightA,
  rightB,
  same,
}: ConsistencyCounts): Omit<ErrorConsistency, "nDropped"> {
  const none = { kappa: null, kappaMin: null, kappaMax: null };
  if (n === 0)
    return { n, accuracyA: null, accuracyB: null, observed: null, expected: null, ...none, reason: "no items" };
  const chance = rightA * rightB + (n - rightA) * (n - rightB);
  const shares = { n, accuracyA: rightA / n, accuracyB: rightB / n, observed: same / n, expected: chance / (n * n) };
  const beyondChance = n * n - chance;
  if (beyondChance === 0) return { ...shares, ...none, reason: "expected agreement is 1" };
  const kappaOf = (agreeing: number) => (agreeing * n - chance) / beyondChance;
  return {
    ...shares,
    kappa: kappaOf(same),
    kappaMin: kappaOf(Math.abs(rightA + rightB - n)),
    kappaMax: kappaOf(n - Math.abs(rightA - rightB)),
    reason: null,
  };
}
