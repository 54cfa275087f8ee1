import { requireCount } from "../basics/require-number.ts";
import { type ClusterRobustMean, exactZero, satterthwaite } from "./cluster-robust-mean.ts";

/** The values of one cluster: their sum and their number. */
export interface ClusterTotal {
  sum: number;
  n: number;
}

/**
 * `clusterRobustMean` from the sum and number of values per cluster, such as correct answers. The same result, with a
 * running time independent of the number of answers. Clusters without values do not count.
 */
export function clusterRobustTotals(totals: readonly ClusterTotal[]): ClusterRobustMean {
  const present = totals.filter((total) => requireCount("n", total.n) > 0);
  const n = present.reduce((sum, total) => sum + total.n, 0);
  const nClusters = present.length;
  if (n === 0) return { n, nClusters, estimate: null, se: null, df: null };
  const estimate = present.reduce((sum, total) => sum + total.sum, 0) / n;
  if (nClusters < 2) return { n, nClusters, estimate, se: null, df: null };
  const variance = present.reduce((sum, total) => sum + (total.sum - total.n * estimate) ** 2 / (n * (n - total.n)), 0);
  const sizes = present.map((total) => total.n);
  return { n, nClusters, estimate, se: exactZero(Math.sqrt(variance), 1), df: satterthwaite(sizes, n) };
}
