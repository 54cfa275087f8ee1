import { binomialLowerTail, binomialProbability, binomialUpperTail } from "../basics/distributions.ts";
import { firstTrue } from "../basics/first-true.ts";
import { requireCount, requireProbability } from "../basics/require-number.ts";

export const alternatives = ["two.sided", "less", "greater"] as const;
export type Alternative = (typeof alternatives)[number];

/** R's rounding tolerance for outcomes that are as improbable as the observed outcome. */
const asImprobable = 1 + 1e-7;

/**
 * The exact binomial test of k successes in n trials against the probability p (R `binom.test`). Two-sided: the sum
 * over all outcomes whose probability is at most P(k)(1 + 1e-7); it is 1 for k = n p and for n = 0.
 *
 * Throws RangeError unless 0 <= k <= n are integers and p is in [0, 1].
 */
export function exactBinomialTest(
  k: number,
  n: number,
  p: number,
  alternative: Alternative = "two.sided",
): { pvalue: number } {
  requireCount("n", n);
  requireCount("k", k);
  if (k > n) throw new RangeError(`k must not exceed n = ${n}, but is ${k}`);
  requireProbability("p", p);
  switch (alternative) {
    case "less":
      return { pvalue: binomialLowerTail(k, n, p) };
    case "greater":
      return { pvalue: binomialUpperTail(k, n, p) };
    case "two.sided":
      return { pvalue: twoSided(k, n, p) };
    default:
      throw new RangeError(`alternative must be one of ${alternatives.join(", ")}, not ${String(alternative)}`);
  }
}

function twoSided(k: number, n: number, p: number): number {
  const expected = n * p;
  if (k === expected) return 1;
  const bound = binomialProbability(k, n, p) * asImprobable;
  const isAsImprobable = (outcome: number) => binomialProbability(outcome, n, p) <= bound;
  // Probabilities decrease beyond the mean, so the edge of the other tail is found by bisection.
  if (k < expected) {
    const edge = firstTrue(Math.ceil(expected), n + 1, isAsImprobable);
    return Math.min(1, binomialLowerTail(k, n, p) + binomialUpperTail(edge, n, p));
  }
  const edge = firstTrue(0, Math.floor(expected) + 1, (outcome) => !isAsImprobable(outcome));
  return Math.min(1, binomialLowerTail(edge - 1, n, p) + binomialUpperTail(k, n, p));
}
