import type { Category } from "../basics/category.ts";
import { clusterSums, deviationsOf, withoutNoise } from "../basics/deviations.ts";
import { studentQuantile } from "../basics/distributions.ts";
import { requireLevel, requireSameLength } from "../basics/require-number.ts";

export interface TwoWayClusteredMean {
  n: number;
  nFirst: number;
  nSecond: number;
  /** Number of distinct pairs of a first and a second cluster. */
  nBoth: number;
  mean: number | null;
  /** CR1 standard error over clusters of one kind only; null for one cluster. */
  seFirst: number | null;
  seSecond: number | null;
  /** The two-way standard error; null if either kind has only one cluster. */
  se: number | null;
  /** Whether the sum of the three variances is not positive. The larger one-way variance is then used. */
  fellBack: boolean;
  /** The smaller number of clusters minus one. */
  df: number | null;
  ciLow: number | null;
  ciHigh: number | null;
}

/**
 * The mean of answers with two kinds of clusters: one person gave several answers, and one story was shown to several
 * people. Cameron, Gelbach and Miller (2011): V = V(first) + V(second) - V(first and second), where each is a
 * cluster-robust variance with its own G/(G - 1), and t on min(G) - 1 degrees of freedom.
 *
 * In small samples V can be 0 or negative. Then the larger one-way variance is used, with a flag. Throws RangeError for
 * lists of different lengths.
 */
export function twoWayClusteredMean(
  values: readonly number[],
  first: readonly Category[],
  second: readonly Category[],
  confidence = 0.95,
): TwoWayClusteredMean {
  requireSameLength("values", values, "first", first);
  requireSameLength("values", values, "second", second);
  requireLevel("conf", confidence);
  if (values.length === 0) return emptyResult;
  const { mean, residuals, noise } = deviationsOf(values);
  const byFirst = variance(residuals, first);
  const bySecond = variance(residuals, second);
  const byBoth = variance(residuals, pairsOf(first, second));
  const counts = { n: values.length, nFirst: byFirst.clusters, nSecond: bySecond.clusters, nBoth: byBoth.clusters };
  const seFirst = byFirst.value === null ? null : withoutNoise(Math.sqrt(byFirst.value), noise);
  const seSecond = bySecond.value === null ? null : withoutNoise(Math.sqrt(bySecond.value), noise);
  const df = Math.min(byFirst.clusters, bySecond.clusters) - 1;
  if (byFirst.value === null || bySecond.value === null || byBoth.value === null)
    return { ...counts, mean, seFirst, seSecond, se: null, fellBack: false, df, ciLow: null, ciHigh: null };
  const sum = byFirst.value + bySecond.value - byBoth.value;
  const oneWay = Math.max(byFirst.value, bySecond.value);
  const fellBack = sum <= noise * noise && oneWay > noise * noise;
  const se = withoutNoise(Math.sqrt(fellBack ? oneWay : Math.max(0, sum)), noise);
  const half = -studentQuantile((1 - confidence) / 2, df) * se;
  return { ...counts, mean, seFirst, seSecond, se, fellBack, df, ciLow: mean - half, ciHigh: mean + half };
}

const emptyResult: TwoWayClusteredMean = {
  n: 0,
  nFirst: 0,
  nSecond: 0,
  nBoth: 0,
  mean: null,
  seFirst: null,
  seSecond: null,
  se: null,
  fellBack: false,
  df: null,
  ciLow: null,
  ciHigh: null,
};

function variance(
  residuals: readonly number[],
  clusters: readonly Category[],
): { clusters: number; value: number | null } {
  const sums = clusterSums(residuals, clusters);
  const squares = sums.reduce((sum, value) => sum + value * value, 0) / residuals.length ** 2;
  return { clusters: sums.length, value: sums.length < 2 ? null : (squares * sums.length) / (sums.length - 1) };
}

function pairsOf(first: readonly Category[], second: readonly Category[]): string[] {
  return first.map((value, index) => JSON.stringify([value, second[index]]));
}
