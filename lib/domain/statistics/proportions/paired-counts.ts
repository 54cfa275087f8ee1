import { requireBinary, requireSameLength } from "../basics/require-number.ts";

export interface PairedCounts {
  /** Number of pairs without missing values. */
  n: number;
  n11: number;
  /** a right, b wrong. */
  n10: number;
  /** a wrong, b right. */
  n01: number;
  n00: number;
  /** Number of pairs excluded because at least one answer is missing. */
  nDropped: number;
}

/**
 * The two-by-two table of two 0/1 series on the same items. Pairs with a null on either side are dropped and counted.
 * Throws RangeError for lists of different lengths and for values other than 0, 1 and null.
 */
export function pairedCounts(a: readonly (number | null)[], b: readonly (number | null)[]): PairedCounts {
  requireSameLength("a", a, "b", b);
  const counts = { n: 0, n11: 0, n10: 0, n01: 0, n00: 0, nDropped: 0 };
  for (let index = 0; index < a.length; index += 1) {
    const left = a[index] ?? null;
    const right = b[index] ?? null;
    requireBinary("a", left, "missing allowed");
    requireBinary("b", right, "missing allowed");
    if (left === null || right === null) {
      counts.nDropped += 1;
      continue;
    }
    counts.n += 1;
    if (left === 1) counts[right === 1 ? "n11" : "n10"] += 1;
    else counts[right === 1 ? "n01" : "n00"] += 1;
  }
  return counts;
}
