import { correlation } from "../agreement/distribution-agreement.ts";
import { type Category, categoryIndex } from "../basics/category.ts";
import { studentQuantile } from "../basics/distributions.ts";
import { requireLevel, requireSameLength } from "../basics/require-number.ts";

export interface ClusteredCorrelation {
  n: number;
  nClusters: number;
  /** The correlation; null if one side is constant. */
  value: number | null;
  /**
   * Null for fewer than two clusters, if a leave-one-out correlation is undefined, 1 or -1, or if all leave-one-out
   * correlations are equal.
   */
  low: number | null;
  high: number | null;
}

/**
 * A correlation of pairs that are correlated within clusters. Its limits are computed on Fisher's scale, by leaving out
 * one cluster at a time: the variance is (G - 1)/G times the sum of squares of atanh(r without g) about their mean, with t
 * on G - 1 degrees of freedom. The delete-a-group jackknife (Miller 1974; Efron and Tibshirani 1993, chapter 11).
 *
 * @param correlate the correlation function; by default Pearson's
 */
export function clusteredCorrelation(
  a: readonly number[],
  b: readonly number[],
  clusters: readonly Category[],
  correlate: (a: readonly number[], b: readonly number[]) => number | null = correlation,
  confidence = 0.95,
): ClusteredCorrelation {
  requireLevel("conf", confidence);
  requireSameLength("a", a, "b", b);
  requireSameLength("a", a, "clusters", clusters);
  const index = categoryIndex();
  const clusterIndices = clusters.map((cluster) => index.indexOf(cluster));
  const nClusters = new Set(clusterIndices).size;
  const value = correlate(a, b);
  const none = { n: a.length, nClusters, value, low: null, high: null };
  if (value === null || Math.abs(value) >= 1 || nClusters < 2) return none;
  const leaveOneOutScores = Array.from({ length: nClusters }, (_, left) => {
    const kept = (values: readonly number[]) => values.filter((_value, place) => clusterIndices[place] !== left);
    const r = correlate(kept(a), kept(b));
    return r === null || Math.abs(r) >= 1 ? null : Math.atanh(r);
  }).filter((z) => z !== null);
  if (leaveOneOutScores.length < nClusters) return none;
  const mean = leaveOneOutScores.reduce((sum, z) => sum + z, 0) / nClusters;
  const squares = leaveOneOutScores.reduce((sum, z) => sum + (z - mean) ** 2, 0);
  const se = Math.sqrt(((nClusters - 1) / nClusters) * squares);
  if (!(se > 1e-12)) return none;
  const half = -studentQuantile((1 - confidence) / 2, nClusters - 1) * se;
  return { ...none, low: Math.tanh(Math.atanh(value) - half), high: Math.tanh(Math.atanh(value) + half) };
}
