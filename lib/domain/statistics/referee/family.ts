import { type AdjustmentMethod, adjustPValues } from "../basics/adjust-p-values.ts";

export interface AdjustedFamily {
  /** Adjusted p-values in the given order. */
  adjusted: (number | null)[];
  significant: boolean[];
  /** The threshold below which an unadjusted p-value would be significant as well, given the other tests. */
  level: number;
}

/**
 * Corrects a family of tests at level alpha and returns the threshold for the tests that are not significant. With R
 * rejections among m tests the threshold is alpha/(m - R) for Holm, alpha (R + 1)/m for Benjamini and Hochberg, and
 * alpha/m for Bonferroni. The detectable effect of a non-significant result must be computed at this level. A test that
 * cannot be computed (null) stays in the family with p = 1, so that missing data never make another test significant.
 *
 * @param size number of tests in the family, if it is larger than the number of given tests
 */
export function adjustFamily(
  p: readonly (number | null)[],
  method: AdjustmentMethod,
  alpha: number,
  size = p.length,
): AdjustedFamily {
  const presentCount = p.filter((value) => value !== null).length;
  const absentCount = Math.max(0, size - presentCount);
  const adjusted = adjustPValues([...p, ...new Array<number>(absentCount).fill(1)], method).slice(0, p.length);
  const significant = adjusted.map((value) => value !== null && value <= alpha);
  const m = Math.max(1, presentCount + absentCount);
  const rejectedCount = Math.min(m - 1, significant.filter(Boolean).length);
  switch (method) {
    case "holm":
      return { adjusted, significant, level: alpha / (m - rejectedCount) };
    case "BH":
      return { adjusted, significant, level: (alpha * (rejectedCount + 1)) / m };
    case "bonferroni":
      return { adjusted, significant, level: alpha / m };
  }
}
