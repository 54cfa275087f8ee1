import { requireCount } from "../basics/require-number.ts";
import { type ClusterRobustMean, exactZero, satterthwaite } from "./cluster-robust-mean.ts";

/** The sum and the number of the values in one cluster. */
export interface ClusterTotal {
  sum: number;
  n: number;
}

/**
 * `clusterRobustMean` computed from the sum and the number of values in each cluster, such as correct answers. The
 * result is the same, but the running time does not depend on the number of answers. Clusters without values do not
 * count.
 */
export function clusterRobustTotals(totals: readonly ClusterTotal[]): ClusterRobustMean {
  const nonEmptyTotals = totals.filter((total) => requireCount("n", total.n) > 0);
  const n = nonEmptyTotals.reduce((sum, total) => sum + total.n, 0);
  const nClusters = nonEmptyTotals.length;
  if (n === 0) return { n, nClusters, estimate: null, se: null, df: null };
  const estimate = nonEmptyTotals.reduce((sum, total) => sum + total.sum, 0) / n;
  if (nClusters < 2) return { n, nClusters, estimate, se: null, df: null };
  const variance = nonEmptyTotals.reduce(
    (sum, total) => sum + (total.sum - total.n * estimate) ** 2 / (n * (n - total.n)),
    0,
  );
  const sizes = nonEmptyTotals.map((total) => total.n);
  return { n, nClusters, estimate, se: exactZero(Math.sqrt(variance), 1), df: satterthwaite(sizes, n) };
}
