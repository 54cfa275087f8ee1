import { binomialLowerTail, binomialProbability, normalQuantile } from "../basics/distributions.ts";
import { requireCount, requireLevel, requireProbability } from "../basics/require-number.ts";

export interface DiscordancePlan {
  /** Probability that only the first side is right. */
  p10: number;
  /** Probability that only the second side is right. */
  p01: number;
  /** Two-sided; default 0.05. */
  alpha?: number | undefined;
}

export interface McnemarSampleSize {
  nPairsReal: number;
  /** The exact size rounded up. */
  nPairs: number;
}

/**
 * The number of pairs for McNemar's two-sided test (Connor 1987): ((z_{a/2} sqrt(psi) + z_b sqrt(psi - d^2)) / d)^2
 * with psi = p10 + p01 and d = p10 - p01. Throws RangeError for probabilities outside [0, 1] or with a sum above 1, for
 * p10 = p01, and for alpha or power outside (0, 1).
 */
export function sampleSizeMcnemar({ p10, p01, alpha = 0.05 }: DiscordancePlan, power: number): McnemarSampleSize {
  requireDiscordance(p10, p01);
  requireLevel("alpha", alpha);
  requireLevel("power", power);
  if (p10 === p01) throw new RangeError("p10 and p01 must differ: no sample size can distinguish equal rates");
  const nPairsReal = connorPairs(p10 + p01, Math.abs(p10 - p01), alpha, power);
  return { nPairsReal, nPairs: Math.ceil(nPairsReal) };
}

/** Connor's number of pairs for discordance psi and difference d, not rounded. */
export function connorPairs(psi: number, d: number, alpha: number, power: number): number {
  const sum = -normalQuantile(alpha / 2) * Math.sqrt(psi) + normalQuantile(power) * Math.sqrt(Math.max(0, psi - d * d));
  return (Math.max(0, sum) / d) ** 2;
}

/** Tolerance: an exact p up to this factor above alpha counts as equal to alpha, because of rounding. */
const equalWithinRounding = 1 + 1e-12;

/**
 * The exact power of the exact McNemar test with n pairs: the probability of the outcomes whose exact p is at most
 * alpha, over b + c ~ Bin(n, psi) and b ~ Bin(b + c, p10/psi). Throws RangeError like `sampleSizeMcnemar`, and if n is
 * not an integer.
 */
export function powerMcnemarExact({ p10, p01, alpha = 0.05 }: DiscordancePlan, n: number): { power: number } {
  requireDiscordance(p10, p01);
  requireLevel("alpha", alpha);
  requireCount("n", n);
  const psi = Math.min(1, p10 + p01);
  if (psi === 0) return { power: 0 };
  const share = p10 / (p10 + p01);
  let power = 0;
  // The largest value of the smaller discordant count that is still significant. It increases by at most one with each
  // further discordant pair.
  let critical = -1;
  for (let discordant = 1; discordant <= n; discordant += 1) {
    if (2 * binomialLowerTail(critical + 1, discordant, 0.5) <= alpha * equalWithinRounding) critical += 1;
    if (critical < 0) continue;
    const significant =
      binomialLowerTail(critical, discordant, share) + binomialLowerTail(critical, discordant, 1 - share);
    power += binomialProbability(discordant, n, psi) * significant;
  }
  return { power: Math.min(1, power) };
}

function requireDiscordance(p10: number, p01: number): void {
  requireProbability("p10", p10);
  requireProbability("p01", p01);
  // The floating-point sum of two decimals that add up to 1 may be slightly above 1.
  if (p10 + p01 > 1 + 1e-12) throw new RangeError(`p10 + p01 must not exceed 1, but is ${p10 + p01}`);
}
