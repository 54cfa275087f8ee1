import { normalTwoSidedQuantile } from "../basics/distributions.ts";
import { requireCount, requireLevel } from "../basics/require-number.ts";

export interface ProportionInterval {
  /** k / n; null when n = 0. */
  estimate: number | null;
  low: number;
  high: number;
}

/**
 * The Wilson score interval of a proportion, without continuity correction. Wilson (1927); Newcombe (1998).
 *
 * The limits are the roots of (n + z^2) x^2 - (2k + z^2) x + k^2/n = 0. The smaller root is computed from the product
 * of both, to avoid cancellation. The upper limit is one minus the lower limit of the failures. For k = 0 the lower
 * limit is exactly 0, for k = n the upper limit is exactly 1. n = 0 gives a null estimate and [0, 1], the limit of the
 * formula. Throws RangeError unless 0 <= k <= n are integers and 0 < confidence < 1.
 */
export function wilsonInterval(k: number, n: number, confidence = 0.95): ProportionInterval {
  requireCount("n", n);
  requireCount("k", k);
  if (k > n) throw new RangeError(`k must not exceed n = ${n}, but is ${k}`);
  requireLevel("conf", confidence);
  if (n === 0) return { estimate: null, low: 0, high: 1 };
  const z = normalTwoSidedQuantile(confidence);
  return { estimate: k / n, low: lowerLimit(k, n, z), high: 1 - lowerLimit(n - k, n, z) };
}

function lowerLimit(k: number, n: number, z: number): number {
  const largerRootTimesScale = k + (z * z) / 2 + z * Math.sqrt((k * (n - k)) / n + (z * z) / 4);
  return (k * k) / n / largerRootTimesScale;
}
