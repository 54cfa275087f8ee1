import { completeRows } from "../basics/complete-rows.ts";
import { requireFinite } from "../basics/require-number.ts";
import { requireMargin, requireOneSidedLevel } from "../differences/equivalence-test.ts";

/** Maximum number of clusters. With 2^17 patterns or more, the exact test adds little to the approximate test. */
export const maxPatternClusters = 16;

export interface EquivalenceSignPatterns {
  n: number;
  nDropped: number;
  nClusters: number;
  /** In the order in which clusters first appear among the kept values. */
  clusters: { cluster: string; n: number; mean: number }[];
  /** Plain mean of the cluster means. */
  estimate: number | null;
  /** One-sided p-values of the hypotheses "the mean is at most -margin" and "the mean is at least +margin". */
  pLower: number | null;
  pUpper: number | null;
  /** The larger of the two. */
  pvalue: number | null;
  /** The smallest possible p-value with this number of clusters: 2^-G. */
  smallestP: number | null;
  equivalent: boolean | null;
  reason: "no values" | "fewer than 2 clusters" | "too few clusters" | null;
}

/**
 * Tests equivalence by all 2^G sign patterns of the cluster means, one-sided against each margin. The test is exact if
 * and only if the cluster means are symmetric about the true mean. Fisher (1935), Schuirmann (1987).
 *
 * Rows with a null are dropped. If 2^-G exceeds alpha, equivalence can never be shown and `equivalent` is null. Names
 * of clusters are compared as text. Throws RangeError for more than 16 clusters, a margin that is not above 0, an alpha
 * outside (0, 0.5) and lists of different lengths.
 */
export function equivalenceSignPatterns(
  values: readonly (number | null)[],
  clusters: readonly (string | number | null)[],
  margin: number,
  alpha: number,
): EquivalenceSignPatterns {
  requireMargin(margin);
  requireOneSidedLevel(alpha);
  const { columns, nDropped } = completeRows({ values, clusters });
  const totals = new Map<string, { n: number; sum: number }>();
  for (const [row, value] of columns.values.entries()) {
    const name = String(columns.clusters[row]);
    const total = totals.get(name) ?? { n: 0, sum: 0 };
    totals.set(name, { n: total.n + 1, sum: total.sum + requireFinite("values", value) });
  }
  const nClusters = totals.size;
  if (nClusters > maxPatternClusters)
    throw new RangeError(`the test enumerates at most ${maxPatternClusters} clusters, not ${nClusters}`);
  const clusterMeans = [...totals].map(([cluster, { n, sum }]) => ({ cluster, n, mean: sum / n }));
  const head = { n: columns.values.length, nDropped, nClusters, clusters: clusterMeans };
  const none = { pLower: null, pUpper: null, pvalue: null, smallestP: null, equivalent: null };
  if (nClusters === 0) return { ...head, estimate: null, ...none, reason: "no values" };
  const means = clusterMeans.map(({ mean }) => mean);
  const estimate = means.reduce((sum, mean) => sum + mean, 0) / nClusters;
  if (nClusters < 2) return { ...head, estimate, ...none, reason: "fewer than 2 clusters" };
  const pLower = shareAsLarge(means.map((mean) => mean + margin));
  const pUpper = shareAsLarge(means.map((mean) => margin - mean));
  const pvalue = Math.max(pLower, pUpper);
  const smallestP = 2 ** -nClusters;
  const canShow = smallestP <= alpha;
  return {
    ...head,
    estimate,
    pLower,
    pUpper,
    pvalue,
    smallestP,
    equivalent: canShow ? pvalue <= alpha : null,
    reason: canShow ? null : "too few clusters",
  };
}

/** The share of all sign patterns whose signed sum is at least the observed sum, with a tolerance for rounding. */
function shareAsLarge(values: readonly number[]): number {
  let sums = [0];
  for (const value of values) sums = [...sums.map((sum) => sum + value), ...sums.map((sum) => sum - value)];
  // The first pattern flips no sign, so its sum is the observed sum.
  const least = sums[0]! - 1e-9 * values.reduce((sum, value) => sum + Math.abs(value), 0);
  return sums.filter((sum) => sum >= least).length / sums.length;
}
