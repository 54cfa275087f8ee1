import { normalCdf, normalQuantile } from "../basics/distributions.ts";
import { firstTrue } from "../basics/first-true.ts";
import { requireCount, requireLevel, requireProbability } from "../basics/require-number.ts";
import { requireMargin, requireOneSidedLevel } from "../differences/equivalence-test.ts";

export interface EquivalencePlan {
  /** Expected shares of pairs in which only the first side is right, and in which only the second side is right. */
  p10: number;
  p01: number;
  margin: number;
  /** One-sided level of each of the two tests. */
  alpha: number;
  /** Factor by which clustering inflates the variance; 1 without clusters. */
  designEffect: number;
}

export interface EquivalencePower {
  n: number | null;
  power: number | null;
}

/** Differences as close to the margin as this can never be shown to be equivalent. */
const closeToMargin = 1e-9;

/**
 * The power of the two one-sided tests for a paired difference d = p10 - p01 of n pairs: max(0, Phi((margin - d)/s - z)
 * + Phi((margin + d)/s - z) - 1) with s^2 = (p10 + p01 - d^2) designEffect / n and z = qnorm(1 - alpha). This is a
 * normal approximation with the true standard error: rough below ten expected discordant pairs, useless with four.
 * Without variance, the power is 1 inside the margin and 0 outside.
 *
 * Throws RangeError if p10 + p01 exceeds 1 and for n below 1.
 */
export function equivalencePower(plan: EquivalencePlan, n: number): { n: number; power: number } {
  requirePlan(plan);
  requireCount("n", n, 1);
  return { n, power: powerAt(plan, n) };
}

/**
 * The smallest number of pairs that reaches `power`; both values are null if the expected difference is not inside the
 * margin.
 */
export function equivalenceSampleSize(plan: EquivalencePlan, power: number): EquivalencePower {
  requirePlan(plan);
  requireLevel("power", power);
  if (Math.abs(plan.p10 - plan.p01) >= plan.margin - closeToMargin) return { n: null, power: null };
  const reaches = (n: number) => powerAt(plan, n) >= power;
  let upperBound = 1;
  while (!reaches(upperBound)) upperBound *= 2;
  const n = firstTrue(1, upperBound, reaches);
  return { n, power: powerAt(plan, n) };
}

function powerAt({ p10, p01, margin, alpha, designEffect }: EquivalencePlan, n: number): number {
  const d = p10 - p01;
  const s = Math.sqrt((Math.max(0, p10 + p01 - d * d) * designEffect) / n);
  if (s === 0) return Math.abs(d) < margin ? 1 : 0;
  const z = -normalQuantile(alpha);
  return Math.max(0, normalCdf((margin - d) / s - z) + normalCdf((margin + d) / s - z) - 1);
}

function requirePlan({ p10, p01, margin, alpha, designEffect }: EquivalencePlan): void {
  requireProbability("p10", p10);
  requireProbability("p01", p01);
  if (p10 + p01 > 1 + 1e-12) throw new RangeError(`p10 + p01 must not exceed 1, but is ${p10 + p01}`);
  requireMargin(margin);
  requireOneSidedLevel(alpha);
  if (!(designEffect > 0 && Number.isFinite(designEffect)))
    throw new RangeError(`designEffect must be a finite number above 0, not ${designEffect}`);
}
