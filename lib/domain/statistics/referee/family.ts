import { type AdjustmentMethod, adjustPValues } from "../basics/adjust-p-values.ts";

export interface JudgedFamily {
  /** Adjusted p-values in the given order. */
  adjusted: (number | null)[];
  significant: boolean[];
  /** The threshold below which an unadjusted p-value would become significant too, given the other tests. */
  level: number;
}

/**
 * Corrects a family of tests at level alpha and returns the threshold for the tests that failed: with R rejections
 * among m tests it is alpha/(m - R) for Holm, alpha (R + 1)/m for Benjamini and Hochberg, alpha/m for Bonferroni. A
 * non-significant result's detectable effect must be computed at that level. A test that cannot be computed (null) stays
 * in the family as if its p were 1, so that missing data never make another test significant.
 *
 * @param size number of tests in the family, if it has more than are given
 */
export function judgeFamily(
  p: readonly (number | null)[],
  method: AdjustmentMethod,
  alpha: number,
  size = p.length,
): JudgedFamily {
  const present = p.filter((value) => value !== null).length;
  const absent = Math.max(0, size - present);
  const adjusted = adjustPValues([...p, ...new Array<number>(absent).fill(1)], method).slice(0, p.length);
  const significant = adjusted.map((value) => value !== null && value <= alpha);
  const m = Math.max(1, present + absent);
  const rejected = Math.min(m - 1, significant.filter(Boolean).length);
  switch (method) {
    case "holm":
      return { adjusted, significant, level: alpha / (m - rejected) };
    case "BH":
      return { adjusted, significant, level: (alpha * (rejected + 1)) / m };
    case "bonferroni":
      return { adjusted, significant, level: alpha / m };
  }
}
