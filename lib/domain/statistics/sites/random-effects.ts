import { chiSquareUpperTail, studentQuantile } from "../basics/distributions.ts";

/** A summary of the estimates of several sites, such as installations that asked the same items. */
export interface RandomEffects {
  /** The mean over sites. */
  estimate: number;
  se: number;
  low: number;
  high: number;
  /** Variance between sites, in the squared unit of the estimates. */
  tau2: number;
  /** Cochran's Q, its degrees of freedom, and the p-value of the hypothesis "all sites have the same value". */
  q: number;
  df: number;
  pvalue: number;
  /** Share of the variation between estimates that is not sampling error, by Q (Higgins and Thompson 2002). */
  iSquared: number;
  /** Limits within which the value of a new site is expected; null for fewer than three sites. */
  predictionLow: number | null;
  predictionHigh: number | null;
}

/**
 * The random-effects summary of independent estimates with known sampling variances: y_i ~ N(mu, v_i + tau2). tau2 is
 * the restricted maximum likelihood estimate: the root of the score, or 0 if the score at 0 is not positive. Weights
 * are 1 / (v_i + tau2). The standard error has the factor of Hartung and Knapp (2001), which is not allowed below 1
 * (Rover, Knapp and Friede 2015), and t on k - 1. The prediction interval has t on k - 2 (Higgins, Thompson and
 * Spiegelhalter 2009). With few sites tau2 is imprecise, and the intervals are wide.
 *
 * Throws RangeError for fewer than two estimates, for lists of different lengths, and for a variance that is not
 * positive.
 */
export function randomEffects(
  estimates: readonly number[],
  variances: readonly number[],
  confidence = 0.95,
): RandomEffects {
  const k = estimates.length;
  if (k < 2) throw new RangeError(`a summary needs at least two estimates, but has ${k}`);
  if (variances.length !== k) throw new RangeError(`there are ${k} estimates and ${variances.length} variances`);
  if (!estimates.every(Number.isFinite)) throw new RangeError("every estimate must be a finite number");
  if (!variances.every((variance) => variance > 0 && Number.isFinite(variance)))
    throw new RangeError("every variance must be positive");
  const fixedEffect = weightedAt(0, estimates, variances);
  const tau2 = restrictedVariance(estimates, variances);
  const { mean, total, spread } = weightedAt(tau2, estimates, variances);
  const se = Math.sqrt(Math.max(1, spread / (k - 1)) / total);
  const tail = 1 - (1 - confidence) / 2;
  const halfWidth = studentQuantile(tail, k - 1) * se;
  const predictionHalfWidth = k > 2 ? studentQuantile(tail, k - 2) * Math.sqrt(tau2 + se * se) : null;
  return {
    estimate: mean,
    se,
    low: mean - halfWidth,
    high: mean + halfWidth,
    tau2,
    q: fixedEffect.spread,
    df: k - 1,
    pvalue: chiSquareUpperTail(fixedEffect.spread, k - 1),
    iSquared: fixedEffect.spread > 0 ? Math.max(0, (fixedEffect.spread - (k - 1)) / fixedEffect.spread) : 0,
    predictionLow: predictionHalfWidth === null ? null : mean - predictionHalfWidth,
    predictionHigh: predictionHalfWidth === null ? null : mean + predictionHalfWidth,
  };
}

/**
 * The weighted mean, the sum of weights, the weighted sum of squares, and twice the negative score of the restricted
 * likelihood.
 */
function weightedAt(tau2: number, estimates: readonly number[], variances: readonly number[]) {
  const weights = variances.map((variance) => 1 / (variance + tau2));
  const total = sum(weights);
  const mean = sum(weights.map((weight, site) => weight * estimates[site]!)) / total;
  const squares = weights.map((weight, site) => weight * (estimates[site]! - mean) ** 2);
  const score =
    total - sum(weights.map((weight) => weight ** 2)) / total - sum(squares.map((one, site) => one * weights[site]!));
  return { mean, total, spread: sum(squares), score };
}

/** The variance between sites for which the score is zero, found by bisection to the last digit. */
function restrictedVariance(estimates: readonly number[], variances: readonly number[]): number {
  const score = (tau2: number) => weightedAt(tau2, estimates, variances).score;
  if (score(0) >= 0) return 0;
  let low = 0;
  let high = Math.max(...variances);
  while (score(high) < 0) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (score(middle) < 0) low = middle;
    else high = middle;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
