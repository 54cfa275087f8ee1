import { binomialUpperTail, studentQuantile } from "../basics/distributions.ts";
import { firstTrue } from "../basics/first-true.ts";
import { powerTwoProportions } from "../planning/power-two-proportions.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";

/** The level of the test and the requested power, usually 0.8. */
export interface Detection {
  alpha: number;
  power: number;
}

/**
 * The smallest true difference that a t-test with this standard error detects with the given power: (t(1 - alpha/2) +
 * t(power)) * se on df degrees of freedom (Bloom 1995). Null if the standard error is 0 or unknown.
 */
export function detectableByT(se: number | null, df: number | null, { alpha, power }: Detection): number | null {
  if (se === null || se === 0 || df === null || df < 1) return null;
  return (studentQuantile(power, df) - studentQuantile(alpha / 2, df)) * se;
}

/** Minimum detectable differences: `least` for uncorrelated answers within clusters, `most` for correlated answers. */
export interface DetectableRange {
  least: number;
  most: number;
}

/** The correlation within clusters that conservative planning assumes. */
export const planningCorrelation = 0.1;

/**
 * The smallest true mean that a t test of n values detects with the given power. Uses a planning variance instead of
 * the noisy estimate from a few clusters; `variance` is the variance of one value. The lower end assumes no correlation
 * within clusters and has n - 1 degrees of freedom. The upper end assumes the design effect of a correlation of 0.1
 * (Kish) and has G - 1 degrees of freedom for G clusters. Null for fewer than two values.
 */
export function computeDetectableRange(
  variance: number,
  n: number,
  clusters: number,
  detection: Detection,
): DetectableRange | null {
  if (n < 2) return null;
  const at = (designEffect: number, df: number) =>
    detectableByT(Math.sqrt((variance / n) * designEffect), df, detection);
  const least = at(1, n - 1);
  const most = at(1 + (n / clusters - 1) * planningCorrelation, Math.max(1, clusters - 1));
  return least === null || most === null ? null : { least, most: Math.max(least, most) };
}

/**
 * The planning variance of paired differences: their mean square after one discordant pair is added in each direction.
 * A sample that has few discordant pairs by chance is then not too optimistic.
 */
export function computePlanningVariance(sumOfSquares: number, n: number): number {
  return (sumOfSquares + 1) / (n + 2);
}

/**
 * The smallest true difference from the rate p1 that the two-proportion test with n answers per group detects with the
 * given power, in the direction with the wider range. Null if there is none.
 */
export function detectableByTwoProportions(p1: number, n: number, { alpha, power }: Detection): number | null {
  const direction = p1 > 0.5 ? -1 : 1;
  const largest = Math.max(p1, 1 - p1);
  return findSmallestDetectable((difference) => {
    const reachedPower = powerTwoProportions(
      { p1, p2: p1 + direction * Math.min(difference, largest), alpha },
      n,
    ).power;
    return difference <= largest && reachedPower !== null && reachedPower >= power;
  }, largest);
}

/**
 * The smallest true difference from the rate `chance` that the exact binomial test of n answers detects with the given
 * power, in the direction with the wider range. Null if not even a rate of 0 or 1 is detected.
 */
export function detectableByBinomial(n: number, chance: number, { alpha, power }: Detection): number | null {
  // The lower tail equals the upper tail of the number of failures.
  const base = chance > 0.5 ? 1 - chance : chance;
  const critical = firstTrue(Math.ceil(n * base), n + 1, (k) => exactBinomialTest(k, n, base).pvalue <= alpha);
  if (critical > n) return null;
  return findSmallestDetectable((difference) => binomialUpperTail(critical, n, base + difference) >= power, 1 - base);
}

/** Finds the smallest detected difference in [0, largest] by bisection; all larger differences are detected, too. */
function findSmallestDetectable(isFound: (difference: number) => boolean, largest = 1): number | null {
  if (!isFound(largest)) return null;
  let low = 0;
  let high = largest;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}
