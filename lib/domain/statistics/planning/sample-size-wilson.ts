import { normalTwoSidedQuantile } from "../basics/distributions.ts";
import { requireLevel, requireProbability } from "../basics/require-number.ts";

export interface WilsonSampleSize {
  /** The exact solution; 0 if the interval is narrow enough without answers. */
  nReal: number;
  /** Smallest integer n, at least 1. */
  n: number;
  /** Half-width at n. */
  achievedHalfWidth: number;
}

/**
 * The smallest n for which the Wilson interval around p is no wider than +-halfWidth: z / (n + z^2) * sqrt(n p (1 - p)
 * + z^2/4) <= halfWidth, where p is treated as continuous. The half-width decreases with n, and the bound is quadratic
 * in n.
 *
 * Throws RangeError for p outside [0, 1], a half-width that is not in (0, 1] and a confidence outside (0, 1).
 */
export function sampleSizeWilson(p: number, halfWidth: number, confidence = 0.95): WilsonSampleSize {
  requireProbability("p", p);
  requireLevel("conf", confidence);
  if (!(halfWidth > 0 && halfWidth <= 1))
    throw new RangeError(`halfWidth must be above 0 and at most 1, not ${halfWidth}`);
  const z = normalTwoSidedQuantile(confidence);
  const variance = p * (1 - p);
  const square = halfWidth * halfWidth;
  const root = Math.sqrt(variance * variance + square * (1 - 4 * variance));
  const nReal = Math.max(0, (z * z * (variance - 2 * square + root)) / (2 * square));
  const n = Math.max(1, Math.ceil(nReal * (1 - 1e-14)));
  return { nReal, n, achievedHalfWidth: halfWidthAt(n, variance, z) };
}

function halfWidthAt(n: number, variance: number, z: number): number {
  return (z / (n + z * z)) * Math.sqrt(n * variance + (z * z) / 4);
}
