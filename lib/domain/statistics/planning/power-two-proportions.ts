import { normalCdf, normalQuantile } from "../basics/distributions.ts";
import { requireCount, requireLevel, requireProbability } from "../basics/require-number.ts";

export interface TwoProportionPlan {
  p1: number;
  p2: number;
  /** Default 0.05. */
  alpha?: number | undefined;
  /** Default 2. */
  sides?: number | undefined;
  /** Whether rejections in the wrong direction count too; by default false, as in R. */
  strict?: boolean | undefined;
}

/**
 * The power of the pooled two-proportion z-test with n answers in each group (R `power.prop.test`). Null if both
 * proportions are 0 or both are 1, because the formula is 0/0.
 * Throws RangeError for proportions outside [0, 1], n below 1, alpha outside (0, 1), sides other than 1 and 2.
 */
export function powerTwoProportions(plan: TwoProportionPlan, n: number): { power: number | null } {
  const terms = termsOf(plan);
  requireCount("n", n, 1);
  return { power: terms.difference === 0 && terms.under === 0 ? null : powerAt(terms, n) };
}

export interface TwoProportionSampleSize {
  nPerGroupReal: number;
  /** The exact size rounded up. */
  nPerGroup: number;
}

/**
 * The number of answers in each group that detects p1 against p2 with the given power: ((z_a sqrt((p1 + p2)(1 - (p1 +
 * p2)/2)) + z_b sqrt(p1 q1 + p2 q2)) / (p1 - p2))^2. With `strict` and two sides, bisection finds the smallest size
 * that reaches the strict power. Throws RangeError like `powerTwoProportions`, for p1 = p2, and for a power that no
 * sample size has (at most alpha per side).
 */
export function sampleSizeTwoProportions(plan: TwoProportionPlan, power: number): TwoProportionSampleSize {
  const terms = termsOf(plan);
  requireLevel("power", power);
  if (terms.difference === 0)
    throw new RangeError("p1 and p2 must differ: no sample size can distinguish equal proportions");
  const sum = -normalQuantile(terms.tail) * terms.null + normalQuantile(power) * terms.under;
  if (sum <= 0) throw new RangeError(`power must be above what an empty study has, but is ${power}`);
  const closed = (sum / terms.difference) ** 2;
  const nPerGroupReal = terms.bothTails ? smallestSize(terms, power, closed) : closed;
  return { nPerGroupReal, nPerGroup: Math.ceil(nPerGroupReal) };
}

interface Terms {
  difference: number;
  /** alpha per side. */
  tail: number;
  bothTails: boolean;
  /** Standard deviation terms under the null hypothesis and under the alternative. */
  null: number;
  under: number;
}

function termsOf({ p1, p2, alpha = 0.05, sides = 2, strict = false }: TwoProportionPlan): Terms {
  requireProbability("p1", p1);
  requireProbability("p2", p2);
  requireLevel("alpha", alpha);
  if (sides !== 1 && sides !== 2) throw new RangeError(`sides must be 1 or 2, not ${sides}`);
  return {
    difference: Math.abs(p1 - p2),
    tail: alpha / sides,
    bothTails: strict && sides === 2,
    null: Math.sqrt((p1 + p2) * (1 - (p1 + p2) / 2)),
    under: Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2)),
  };
}

function powerAt(terms: Terms, n: number): number {
  const shift = Math.sqrt(n) * terms.difference;
  const critical = -normalQuantile(terms.tail) * terms.null;
  if (terms.under === 0) return shift >= critical ? 1 : 0;
  const right = normalCdf((shift - critical) / terms.under);
  return terms.bothTails ? right + normalCdf(-(shift + critical) / terms.under) : right;
}

function smallestSize(terms: Terms, power: number, upperBound: number): number {
  let low = 0;
  let high = upperBound;
  for (let step = 0; step < 200 && high > low; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (powerAt(terms, middle) >= power) high = middle;
    else low = middle;
  }
  return high;
}
