import { normalCdf } from "../basics/distributions.ts";
import { requireCount } from "../basics/require-number.ts";

export interface TwoProportionTest {
  /** k1 / n1; null for an empty group. */
  p1: number | null;
  p2: number | null;
  /** (k1 + k2) / (n1 + n2). */
  pooled: number | null;
  /** p1 - p2. */
  diff: number | null;
  z: number | null;
  pTwoSided: number;
  /** P(Z >= z). */
  pGreater: number;
  pLess: number;
}

/**
 * The pooled z-test of the hypothesis that two independent groups have the same success rate, without continuity
 * correction: z = (p1 - p2) / sqrt(pooled(1 - pooled)(1/n1 + 1/n2)).
 *
 * Assumes independent, unpaired answers; if the same items were answered twice, use McNemar's test. If there are only
 * failures, only successes or an empty group, z is null and p = 1. Throws RangeError unless 0 <= k <= n are integers.
 */
export function twoProportionTest(k1: number, n1: number, k2: number, n2: number): TwoProportionTest {
  requireSuccesses("k1", k1, "n1", n1);
  requireSuccesses("k2", k2, "n2", n2);
  const p1 = n1 === 0 ? null : k1 / n1;
  const p2 = n2 === 0 ? null : k2 / n2;
  const successes = k1 + k2;
  const n = n1 + n2;
  const pooled = n === 0 ? null : successes / n;
  const diff = p1 === null || p2 === null ? null : p1 - p2;
  if (diff === null || pooled === null || successes === 0 || successes === n)
    return { p1, p2, pooled, diff, z: null, pTwoSided: 1, pGreater: 1, pLess: 1 };
  const z = diff / Math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2));
  return {
    p1,
    p2,
    pooled,
    diff,
    z,
    pTwoSided: Math.min(1, 2 * normalCdf(-Math.abs(z))),
    pGreater: normalCdf(-z),
    pLess: normalCdf(z),
  };
}

function requireSuccesses(nameK: string, k: number, nameN: string, n: number): void {
  requireCount(nameN, n);
  requireCount(nameK, k);
  if (k > n) throw new RangeError(`${nameK} must not exceed ${nameN} = ${n}, but is ${k}`);
}
