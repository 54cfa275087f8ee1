import type { Category } from "../basics/category.ts";
import { clusterSums, deviationsOf, maxAbsolute, noiseAt, withoutNoise } from "../basics/deviations.ts";
import { studentQuantile, studentTwoSided } from "../basics/distributions.ts";
import { requireLevel, requireSameLength } from "../basics/require-number.ts";

export interface ClusteredGroup {
  values: readonly number[];
  /**
   * The name of each value's cluster. Equal names in both groups are the same cluster, because a story may have items
   * in both groups.
   */
  clusters: readonly Category[];
}

export interface UnpairedClusteredDifference {
  nA: number;
  nB: number;
  /** Number of distinct clusters of both groups together. */
  nClusters: number;
  meanA: number | null;
  meanB: number | null;
  meanDiff: number | null;
  /** The CR1 standard error; null for one cluster or fewer than three values. */
  seCR1: number | null;
  t: number | null;
  df: number | null;
  pTwoSided: number | null;
  ciLow: number | null;
  ciHigh: number | null;
}

/**
 * The difference between the means of two groups that answered different items. The standard error accounts for
 * clusters, including clusters with items in both groups: it is that of the slope of a regression on the group, with V
 * = G/(G - 1) * (N - 1)/(N - 2) * sum over clusters of (sum of e in A / nA - sum of e in B / nB)^2 and t on G - 1 df (R
 * sandwich `vcovCL`, Stata). Assumes independent clusters. If a group is empty, everything except the counts is null.
 */
export function unpairedClusteredDifference(
  a: ClusteredGroup,
  b: ClusteredGroup,
  confidence = 0.95,
): UnpairedClusteredDifference {
  requireSameLength("values of A", a.values, "clusters of A", a.clusters);
  requireSameLength("values of B", b.values, "clusters of B", b.clusters);
  requireLevel("conf", confidence);
  const nA = a.values.length;
  const nB = b.values.length;
  const n = nA + nB;
  const ofA = nA === 0 ? null : deviationsOf(a.values);
  const ofB = nB === 0 ? null : deviationsOf(b.values);
  const scores = [
    ...(ofA?.residuals ?? []).map((residual) => residual / nA),
    ...(ofB?.residuals ?? []).map((residual) => -residual / nB),
  ];
  const sums = clusterSums(scores, [...a.clusters, ...b.clusters]);
  const nClusters = sums.length;
  const means = { nA, nB, nClusters, meanA: ofA?.mean ?? null, meanB: ofB?.mean ?? null };
  if (!ofA || !ofB) return { ...means, meanDiff: null, ...withoutError, df: null };
  const meanDiff = ofA.mean - ofB.mean;
  const df = nClusters - 1;
  if (nClusters < 2 || n < 3) return { ...means, meanDiff, ...withoutError, df };
  const noise = noiseAt(Math.max(maxAbsolute(a.values), maxAbsolute(b.values)));
  const variance = sums.reduce((sum, value) => sum + value * value, 0);
  const seCR1 = withoutNoise(Math.sqrt((variance * nClusters * (n - 1)) / (df * (n - 2))), noise);
  const half = -studentQuantile((1 - confidence) / 2, df) * seCR1;
  const t = seCR1 === 0 ? null : meanDiff / seCR1;
  const pTwoSided = t === null ? null : studentTwoSided(t, df);
  return { ...means, meanDiff, seCR1, t, df, pTwoSided, ciLow: meanDiff - half, ciHigh: meanDiff + half };
}

const withoutError = { seCR1: null, t: null, pTwoSided: null, ciLow: null, ciHigh: null };
