import betainc from "@stdlib/math-base-special-betainc";
import erfcinv from "@stdlib/math-base-special-erfcinv";
import gammainc from "@stdlib/math-base-special-gammainc";
import binomialMass from "@stdlib/stats-base-dists-binomial-pmf";
import stdlibNormalCdf from "@stdlib/stats-base-dists-normal-cdf";
import stdlibStudentQuantile from "@stdlib/stats-base-dists-t-quantile";
import { requireProbability } from "./require-number.ts";

/*
 * Distribution functions with the same results as R. The library computes upper tails as `1 - cdf`, which loses all
 * digits below 1e-16. Tails are therefore computed from its incomplete gamma and beta functions, and the normal
 * quantile from its inverse complementary error function instead of its inverse error function. Compared with 60-digit
 * arithmetic, the relative error is below 1e-12 down to 1e-290.
 */

/** P(Z <= x) of the standard normal distribution (R `pnorm`); -Infinity and Infinity give 0 and 1. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError("x must be a number, not NaN");
  return stdlibNormalCdf(x, 0, 1);
}

/** The x with P(Z <= x) = p (R `qnorm`); p = 0 and p = 1 give -Infinity and Infinity. */
export function normalQuantile(p: number): number {
  requireProbability("p", p);
  if (p === 0.5) return 0;
  return p < 0.5 ? -Math.SQRT2 * erfcinv(2 * p) : Math.SQRT2 * erfcinv(2 * (1 - p));
}

/** The z above which (1 - confidence)/2 of the distribution lies: 1.959963984540054 for 0.95. */
export function normalTwoSidedQuantile(confidence: number): number {
  return -normalQuantile((1 - confidence) / 2);
}

/** P(X > x) of the chi-square distribution (R `pchisq(lower.tail = FALSE)`); 1 for x <= 0. */
export function chiSquareUpperTail(x: number, df: number): number {
  if (Number.isNaN(x)) throw new RangeError("x must be a number, not NaN");
  requireDegrees(df);
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return gammainc(x / 2, df / 2, true, true);
}

/** The x with P(T <= x) = p of Student's t (R `qt`); p = 0 and p = 1 give -Infinity and Infinity. */
export function studentQuantile(p: number, df: number): number {
  requireProbability("p", p);
  requireDegrees(df);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  if (p === 0.5) return 0;
  const key = `${p}/${df}`;
  const cached = quantiles.get(key);
  if (cached !== undefined) return cached;
  const computed = stdlibStudentQuantile(p, df);
  if (quantiles.size >= maxQuantiles) quantiles.clear();
  quantiles.set(key, computed);
  return computed;
}

/** Cache of quantiles. A page with many models needs the same quantiles repeatedly, and each requires an iteration. */
const quantiles = new Map<string, number>();
const maxQuantiles = 4_000;

/** P(|T| >= |t|) of Student's t (R `2 * pt(-abs(t), df)`). */
export function studentTwoSided(t: number, df: number): number {
  if (Number.isNaN(t)) throw new RangeError("t must be a number, not NaN");
  requireDegrees(df);
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  // Near 0, the argument of the first form would round to 1. For larger t, the second form would lose the tail by
  // cancellation.
  return square < 1 ? 1 - betainc(square / (df + square), 0.5, df / 2) : betainc(df / (df + square), df / 2, 0.5);
}

/** P(T >= t) of Student's t (R `pt(t, df, lower.tail = FALSE)`). */
export function studentUpperTail(t: number, df: number): number {
  const half = studentTwoSided(t, df) / 2;
  return t >= 0 ? half : 1 - half;
}

/** P(X = k) for X ~ Bin(n, p) (R `dbinom`). */
export function binomialProbability(k: number, n: number, p: number): number {
  if (p === 0) return k === 0 ? 1 : 0;
  if (p === 1) return k === n ? 1 : 0;
  return binomialMass(k, n, p);
}

/** P(X <= k) for X ~ Bin(n, p) (R `pbinom`), by the incomplete beta function, so that small tails keep their digits. */
export function binomialLowerTail(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n || p === 0) return 1;
  if (p === 1) return 0;
  const tail = betainc(p, k + 1, n - k, true, true);
  if (tail > lossOfDigits) return tail;
  return sumTail(binomialMass(k, n, p), k, (count) => (count * (1 - p)) / ((n - count + 1) * p));
}

/** P(X >= k) for X ~ Bin(n, p) (R `pbinom(k - 1, lower.tail = FALSE)`). */
export function binomialUpperTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n || p === 0) return 0;
  if (p === 1) return 1;
  const tail = betainc(p, k, n - k + 1);
  if (tail > lossOfDigits) return tail;
  return sumTail(binomialMass(k, n, p), n - k, (left) => (left * p) / ((n - left + 1) * (1 - p)));
}

/** Below this value, the library's incomplete beta function loses digits and returns 0 too early. */
const lossOfDigits = 1e-200;

/** Sums a tail from its largest term outwards. `ratio(left)` is the ratio of a term to the previous term. */
function sumTail(largest: number, terms: number, ratio: (left: number) => number): number {
  let term = largest;
  let sum = largest;
  for (let left = terms; left > 0 && term > sum * Number.EPSILON; left -= 1) {
    term *= ratio(left);
    sum += term;
  }
  return sum;
}

function requireDegrees(df: number): void {
  if (!(df > 0 && Number.isFinite(df))) throw new RangeError(`df must be a finite number above 0, not ${df}`);
}

/** P(F >= f) of the F distribution (R `pf(lower.tail = FALSE)`); 1 for f <= 0. */
export function fUpperTail(f: number, df1: number, df2: number): number {
  if (!(df1 > 0 && df2 > 0)) throw new RangeError(`df must be above 0, not ${df1} and ${df2}`);
  if (Number.isNaN(f)) throw new RangeError("f must be a number, not NaN");
  if (f <= 0) return 1;
  if (f === Number.POSITIVE_INFINITY) return 0;
  return betainc(df2 / (df2 + df1 * f), df2 / 2, df1 / 2);
}
