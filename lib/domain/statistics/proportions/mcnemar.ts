import { binomialLowerTail, binomialProbability, chiSquareUpperTail } from "../basics/distributions.ts";
import { requireCount } from "../basics/require-number.ts";

export const mcnemarMethods = ["chi2", "chi2cc", "exact", "midp"] as const;
export type McnemarMethod = (typeof mcnemarMethods)[number];

export interface McnemarResult {
  /** The chi-square; null for the exact methods, and if no pair is discordant. */
  statistic: number | null;
  /** 1 for the chi-square methods, null for the exact ones. */
  df: number | null;
  pvalue: number;
}

/**
 * McNemar's test of the hypothesis that two answers to the same items are right equally often, from the discordant
 * counts b (only the first is right) and c (only the second is right).
 * - `chi2`: (b - c)^2 / (b + c), 1 df (McNemar 1947).
 * - `chi2cc`: max(|b - c| - 1, 0)^2 / (b + c), 1 df (Edwards 1948, as R `mcnemar.test`).
 * - `exact`: two-sided binomial with probability 1/2, at most 1.
 * - `midp`: the exact p minus P(X = min(b, c)); for b = c, 1 - P(X = b)/2 (Fagerland, Lydersen and Laake 2013).
 *
 * Assumes that pairs are independent of each other. With b + c = 0 there is no information: the statistic is null and p
 * is 1. Throws RangeError for counts that are negative or not integers, and for an unknown method.
 */
export function mcnemarTest(b: number, c: number, method: McnemarMethod): McnemarResult {
  requireCount("b", b);
  requireCount("c", c);
  switch (method) {
    case "chi2":
      return chiSquare(Math.abs(b - c), b + c);
    case "chi2cc":
      return chiSquare(Math.max(Math.abs(b - c) - 1, 0), b + c);
    case "exact":
      return { statistic: null, df: null, pvalue: exactP(b, c) };
    case "midp":
      return { statistic: null, df: null, pvalue: midP(b, c) };
    default:
      throw new RangeError(`method must be one of ${mcnemarMethods.join(", ")}, not ${String(method)}`);
  }
}

export interface McnemarAsSpssResult extends McnemarResult {
  method: "exact" | "chi2cc";
}

/**
 * McNemar's test as printed by SPSS's NPAR TESTS: exact up to `exactMax` discordant pairs, otherwise the chi-square
 * with continuity correction. SPSS's documentation does not specify the case of exactly 25 pairs, so the maximum is a
 * parameter.
 */
export function mcnemarAsSpss(b: number, c: number, exactMax = 25): McnemarAsSpssResult {
  requireCount("exactMax", exactMax);
  const method = b + c <= exactMax ? "exact" : "chi2cc";
  return { method, ...mcnemarTest(b, c, method) };
}

function chiSquare(difference: number, discordant: number): McnemarResult {
  if (discordant === 0) return { statistic: null, df: 1, pvalue: 1 };
  const statistic = (difference * difference) / discordant;
  return { statistic, df: 1, pvalue: chiSquareUpperTail(statistic, 1) };
}

function exactP(b: number, c: number): number {
  return Math.min(1, 2 * binomialLowerTail(Math.min(b, c), b + c, 0.5));
}

function midP(b: number, c: number): number {
  if (b + c === 0) return 1;
  const atMinimum = binomialProbability(Math.min(b, c), b + c, 0.5);
  return b === c ? 1 - atMinimum / 2 : exactP(b, c) - atMinimum;
}
