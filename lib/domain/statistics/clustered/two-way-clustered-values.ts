import type { Category } from "../basics/category.ts";
import { completeRows } from "../basics/complete-rows.ts";
import { clusterSums, deviationsOf, maxAbsolute } from "../basics/deviations.ts";
import { studentQuantile } from "../basics/distributions.ts";
import { requireLevel } from "../basics/require-number.ts";
import { exactZero } from "./cluster-robust-mean.ts";

export interface TwoWayMean {
  n: number;
  /** Numbers of clusters of the first kind and of the second kind, and of distinct pairs of both. */
  nA: number;
  nB: number;
  nAB: number;
  estimate: number | null;
  /** CR1 standard error over clusters of one kind only; null for one cluster. */
  seA: number | null;
  seB: number | null;
  seAB: number | null;
  /** V(A) + V(B) - V(AB), which may be negative; null if either kind has only one cluster. */
  variance: number | null;
  se: number | null;
  /** Whether the variance is not positive. The larger one-way standard error is then used. */
  fallback: boolean | null;
  /** The smaller number of clusters minus one. */
  df: number | null;
  /** estimate -+ t(df) se; null if the standard error is 0. */
  low: number | null;
  high: number | null;
}

/**
 * The mean of values with two kinds of clusters (one person gave several, one story was shown to several people): V =
 * V(A) + V(B) - V(A and B), where each is G/(G - 1) times the sum over clusters of (sum of residuals)^2 / n^2. Cameron,
 * Gelbach and Miller (2011); R `vcovCL(type = "HC0", cadjust = TRUE)` of sandwich. For a paired comparison, pass
 * differences. R returns a negative variance unchanged; the fallback is an addition of Parallax.
 *
 * Rows with a null are dropped. Throws RangeError for lists of different lengths.
 */
export function twoWayMean(
  values: readonly (number | null)[],
  clusterA: readonly (Category | null)[],
  clusterB: readonly (Category | null)[],
  confidence = 0.95,
): TwoWayMean {
  requireLevel("conf", confidence);
  const { columns } = completeRows({ values, clusterA, clusterB });
  const n = columns.values.length;
  if (n === 0) return { ...emptyMean };
  const scale = maxAbsolute(columns.values);
  const { mean, residuals } = deviationsOf(columns.values);
  const ofA = oneWay(residuals, columns.clusterA, scale);
  const ofB = oneWay(residuals, columns.clusterB, scale);
  const pairs = columns.clusterA.map((cluster, row) => JSON.stringify([cluster, columns.clusterB[row]]));
  const ofAB = oneWay(residuals, pairs, scale);
  const head = { n, nA: ofA.clusters, nB: ofB.clusters, nAB: ofAB.clusters, estimate: mean };
  const errors = { seA: ofA.se, seB: ofB.se, seAB: ofAB.se };
  if (ofA.variance === null || ofB.variance === null || ofAB.variance === null)
    return { ...head, ...errors, variance: null, se: null, fallback: null, df: null, low: null, high: null };
  const variance = ofA.variance + ofB.variance - ofAB.variance;
  const fallback = variance <= notPositive * Math.max(ofA.variance, ofB.variance);
  const se = fallback ? Math.max(ofA.se!, ofB.se!) : exactZero(Math.sqrt(variance), scale);
  const df = Math.min(ofA.clusters, ofB.clusters) - 1;
  const half = se === 0 ? null : -studentQuantile((1 - confidence) / 2, df) * se;
  return {
    ...head,
    ...errors,
    variance,
    se,
    fallback,
    df,
    low: half === null ? null : mean - half,
    high: half === null ? null : mean + half,
  };
}

/** A variance of at most this share of the larger one-way variance counts as 0 or negative, because of rounding. */
const notPositive = 1e-12;

const emptyMean: TwoWayMean = {
  n: 0,
  nA: 0,
  nB: 0,
  nAB: 0,
  estimate: null,
  seA: null,
  seB: null,
  seAB: null,
  variance: null,
  se: null,
  fallback: null,
  df: null,
  low: null,
  high: null,
};

function oneWay(residuals: readonly number[], clusters: readonly Category[], scale: number) {
  const sums = clusterSums(residuals, clusters);
  if (sums.length < 2) return { clusters: sums.length, variance: null, se: null };
  const squares = sums.reduce((total, sum) => total + sum * sum, 0) / residuals.length ** 2;
  const variance = (squares * sums.length) / (sums.length - 1);
  return { clusters: sums.length, variance, se: exactZero(Math.sqrt(variance), scale) };
}
