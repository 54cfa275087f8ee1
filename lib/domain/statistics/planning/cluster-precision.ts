import { normalTwoSidedQuantile, studentQuantile } from "../basics/distributions.ts";
import { firstTrue } from "../basics/first-true.ts";
import { requireCount, requireLevel, requireProbability } from "../basics/require-number.ts";

export interface ClusterPrecision {
  n: number;
  nClusters: number;
  /** 1 + (sum m^2 / sum m - 1) icc: the factor by which clustering inflates the variance. */
  deff: number;
  /** n / deff; null if the design effect is 0. */
  nEff: number | null;
  se: number;
  halfWidthZ: number;
  /** Half the width of the interval, with t on G - 1 degrees of freedom; null for one cluster. */
  halfWidthT: number | null;
}

/**
 * The precision of a share that is estimated from clusters of the given sizes: se = sqrt(share (1 - share) / n * deff)
 * (Kish 1965). Throws RangeError without clusters, and for a negative design effect, which is impossible.
 */
export function clusterPrecision(
  share: number,
  icc: number,
  sizes: readonly number[],
  confidence = 0.95,
): ClusterPrecision {
  for (const size of sizes) requireCount("sizes", size, 1);
  if (sizes.length === 0) throw new RangeError("sizes must contain at least one cluster");
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const squares = sizes.reduce((sum, size) => sum + size * size, 0);
  return precisionOf(share, icc, { n, nClusters: sizes.length, meanSize: squares / n }, confidence);
}

/**
 * The smallest number of clusters of `clusterSize` (at least 2) with which the half-width of the t interval is at most
 * `halfWidth`.
 */
export function clustersForPrecision(
  share: number,
  icc: number,
  clusterSize: number,
  halfWidth: number,
  confidence = 0.95,
): ClusterPrecision {
  requireCount("clusterSize", clusterSize, 1);
  if (!(halfWidth > 0 && Number.isFinite(halfWidth)))
    throw new RangeError(`halfWidth must be a finite number above 0, not ${halfWidth}`);
  const at = (nClusters: number) =>
    precisionOf(share, icc, { n: nClusters * clusterSize, nClusters, meanSize: clusterSize }, confidence);
  const isEnough = (nClusters: number) => at(nClusters).halfWidthT! <= halfWidth;
  let upperBound = 2;
  while (!isEnough(upperBound)) upperBound *= 2;
  return at(firstTrue(2, upperBound, isEnough));
}

function precisionOf(
  share: number,
  icc: number,
  { n, nClusters, meanSize }: { n: number; nClusters: number; meanSize: number },
  confidence: number,
): ClusterPrecision {
  requireProbability("share", share);
  if (!(icc >= -1 && icc <= 1)) throw new RangeError(`icc must lie between -1 and 1, not be ${icc}`);
  requireLevel("conf", confidence);
  const deff = 1 + (meanSize - 1) * icc;
  if (deff < 0) throw new RangeError(`the design effect must not be negative, but is ${deff}`);
  const se = Math.sqrt(((share * (1 - share)) / n) * deff);
  return {
    n,
    nClusters,
    deff,
    nEff: deff === 0 ? null : n / deff,
    se,
    halfWidthZ: normalTwoSidedQuantile(confidence) * se,
    halfWidthT: nClusters < 2 ? null : -studentQuantile((1 - confidence) / 2, nClusters - 1) * se,
  };
}
