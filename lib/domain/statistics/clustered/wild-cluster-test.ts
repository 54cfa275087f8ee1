import type { Random } from "../../random.ts";
import { type Category, categoryIndex } from "../basics/category.ts";
import { completeRows } from "../basics/complete-rows.ts";
import { maxAbsolute } from "../basics/deviations.ts";
import { requireCount, requireFinite } from "../basics/require-number.ts";
import { minClusters } from "./clustered-estimate.ts";

/**
 * Maximum number of clusters for which all 2^G sign patterns are enumerated; for more clusters, patterns are sampled.
 */
export const maxEnumeratedClusters = 12;

export interface WildClusterTest {
  n: number;
  nClusters: number;
  /** The mean; null without values. */
  estimate: number | null;
  /** mean / CR1 standard error; null for fewer than two clusters or without variation. */
  t: number | null;
  /** Share of sign patterns whose |t| is at least the observed |t|; never below 2 / 2^G. */
  pvalue: number | null;
  /** The p-value of the sign-flip test that uses the mean itself, not divided by its standard error. */
  pSignFlip: number | null;
  nDraws: number;
}

/**
 * The wild cluster test of the hypothesis that a mean is 0, for few clusters. The signs of the clusters are flipped in
 * all 2^G ways, with the null imposed, and |t| = |mean| / se(CR1) of each pattern is compared with the observed |t|;
 * ties count. A pattern without variation has |t| = infinity unless its mean is also 0. The smallest possible p is 2 /
 * 2^G: 0.0625 with 5 clusters, 0.0156 with 7. Cameron, Gelbach and Miller (2008).
 *
 * Rows with a null are dropped. Throws RangeError for more than 12 clusters and lists of different lengths.
 */
export function wildClusterTest(
  values: readonly (number | null)[],
  clusters: readonly (Category | null)[],
): WildClusterTest {
  const totals = totalsOf(values, clusters);
  const nClusters = totals.sums.length;
  if (nClusters > maxEnumeratedClusters)
    throw new RangeError(
      `the test enumerates at most ${maxEnumeratedClusters} clusters, not ${nClusters}; use a seeded sample instead`,
    );
  // A pattern and its mirror image have the same |t|, so half of the patterns suffices.
  const patterns = 2 ** Math.max(0, nClusters - 1);
  const comparison = compareWithPatterns(totals, patterns, (draw, cluster) => (draw & (1 << cluster) ? -1 : 1));
  return { ...comparison, nDraws: 2 ** nClusters };
}

/** The result reported with a clustered test if there are few clusters. */
export interface SignPatterns {
  pvalue: number;
  /** The smallest possible p with this number of clusters. */
  smallest: number;
  clusters: number;
}

/**
 * The test over all sign patterns, for five to twelve clusters: few clusters, but enough for a useful p-value. Null for
 * other numbers of clusters.
 */
export function signPatterns(values: readonly number[], clusters: readonly Category[]): SignPatterns | null {
  const { size } = new Set(clusters);
  if (size < minClusters || size > maxEnumeratedClusters) return null;
  const { pvalue } = wildClusterTest(values, clusters);
  return pvalue === null ? null : { pvalue, smallest: 2 / 2 ** size, clusters: size };
}

/**
 * The wild cluster test with `draws` random sign patterns, including the observed one, for more clusters than can be
 * enumerated. Deterministic for the same seed.
 */
export function sampledWildClusterTest(
  values: readonly (number | null)[],
  clusters: readonly (Category | null)[],
  draws: number,
  random: Random,
): WildClusterTest {
  requireCount("draws", draws, 1);
  return compareWithPatterns(totalsOf(values, clusters), draws, (draw) =>
    draw === 0 || random.below(2) === 0 ? 1 : -1,
  );
}

interface ClusterTotals {
  n: number;
  sums: number[];
  sizes: number[];
  /** Means and standard errors up to this value are treated as an exact 0. */
  noise: number;
}

function totalsOf(values: readonly (number | null)[], clusters: readonly (Category | null)[]): ClusterTotals {
  const { columns } = completeRows({ values, clusters });
  const index = categoryIndex();
  const sums: number[] = [];
  const sizes: number[] = [];
  columns.values.forEach((value, row) => {
    const cluster = index.indexOf(columns.clusters[row]!);
    sums[cluster] = (sums[cluster] ?? 0) + requireFinite("values", value);
    sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  });
  return { n: columns.values.length, sums, sizes, noise: 1e-12 * Math.max(1, maxAbsolute(columns.values)) };
}

/** Tolerance with which a pattern's statistic counts as equal to the observed one, because of rounding. */
const asExtreme = 1 - 1e-9;

function compareWithPatterns(
  totals: ClusterTotals,
  nDraws: number,
  signOf: (draw: number, cluster: number) => number,
): WildClusterTest {
  const { n, sums } = totals;
  const nClusters = sums.length;
  const observed = statistic(totals, sums);
  const head = { n, nClusters, estimate: n === 0 ? null : observed.mean };
  if (nClusters < 2) return { ...head, t: null, pvalue: null, pSignFlip: null, nDraws };
  let extreme = 0;
  let extremeMeans = 0;
  const signed = new Float64Array(nClusters);
  for (let draw = 0; draw < nDraws; draw += 1) {
    for (let cluster = 0; cluster < nClusters; cluster += 1) signed[cluster] = signOf(draw, cluster) * sums[cluster]!;
    const drawStatistic = statistic(totals, signed);
    if (drawStatistic.size >= observed.size * asExtreme) extreme += 1;
    if (Math.abs(drawStatistic.mean) >= Math.abs(observed.mean) * asExtreme) extremeMeans += 1;
  }
  const t = observed.se === 0 ? null : observed.mean / observed.se;
  return { ...head, t, pvalue: extreme / nDraws, pSignFlip: extremeMeans / nDraws, nDraws };
}

/** The mean, its CR1 standard error and |t|, from signed cluster sums. */
function statistic({ n, sizes, noise }: ClusterTotals, sums: ArrayLike<number>) {
  let total = 0;
  for (let cluster = 0; cluster < sums.length; cluster += 1) total += sums[cluster]!;
  const mean = Math.abs(total / n) <= noise ? 0 : total / n;
  let squares = 0;
  for (let cluster = 0; cluster < sums.length; cluster += 1) squares += (sums[cluster]! - sizes[cluster]! * mean) ** 2;
  const error = Math.sqrt((squares * sums.length) / Math.max(1, sums.length - 1)) / n;
  const se = error <= noise ? 0 : error;
  if (se > 0) return { mean, se, size: Math.abs(mean) / se };
  return { mean, se, size: mean === 0 ? 0 : Number.POSITIVE_INFINITY };
}
