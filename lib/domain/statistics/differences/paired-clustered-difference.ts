import type { Category } from "../basics/category.ts";
import { clusterSums, deviationsOf, maxAbsolute, withoutNoise } from "../basics/deviations.ts";
import { studentTwoSided } from "../basics/distributions.ts";
import { requireFinite, requireSameLength } from "../basics/require-number.ts";

export interface PairedClusteredDifference {
  n: number;
  nClusters: number;
  meanA: number | null;
  meanB: number | null;
  meanDiff: number | null;
  /** The standard error if the pairing is ignored: sqrt(seNaive(a)^2 + seNaive(b)^2). */
  seUnpaired: number | null;
  /** sd(a - b) / sqrt(n), the standard error if pairs are independent. */
  sePaired: number | null;
  /** Pearson's correlation of a and b; null if either is constant. */
  corr: number | null;
  seCR0: number | null;
  seCR1: number | null;
  /** meanDiff / seCR1; null for one cluster or if seCR1 = 0. */
  t: number | null;
  /** Clusters minus one. */
  df: number | null;
  pTwoSided: number | null;
}

/**
 * The mean difference between two series on the same items, with a standard error that accounts for the correlation of
 * differences within clusters, and the t test with G - 1 degrees of freedom. Miller (2024, arXiv:2411.00640, section
 * 4).
 *
 * Assumes independent clusters; approximate with fewer than about ten. If each item is its own cluster, this is the
 * ordinary paired t test. Throws RangeError for lists of different lengths and for values that are not finite.
 */
export function pairedClusteredDifference(
  a: readonly number[],
  b: readonly number[],
  clusters: readonly Category[],
): PairedClusteredDifference {
  requireSameLength("a", a, "b", b);
  requireSameLength("a", a, "clusters", clusters);
  const n = a.length;
  if (n === 0) return emptyResult;
  const scale = Math.max(maxAbsolute(a), maxAbsolute(b));
  const ofA = deviationsOf(a);
  const ofB = deviationsOf(b);
  const differences = a.map((value, index) => requireFinite("a", value) - requireFinite("b", b[index]!));
  const ofD = deviationsOf(differences, scale);
  const sums = clusterSums(ofD.residuals, clusters);
  const nClusters = sums.length;
  const naive = (sumOfSquares: number, noise: number) =>
    n < 2 ? null : withoutNoise(Math.sqrt(sumOfSquares / (n * (n - 1))), noise);
  const seA = naive(ofA.sumOfSquares, ofA.noise);
  const seB = naive(ofB.sumOfSquares, ofB.noise);
  const seCR0 = withoutNoise(Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0)) / n, ofD.noise);
  const seCR1 = nClusters < 2 ? null : seCR0 * Math.sqrt(nClusters / (nClusters - 1));
  const t = seCR1 === null || seCR1 === 0 ? null : ofD.mean / seCR1;
  const crossProducts = ofA.residuals.reduce((sum, residual, index) => sum + residual * ofB.residuals[index]!, 0);
  return {
    n,
    nClusters,
    meanA: ofA.mean,
    meanB: ofB.mean,
    meanDiff: ofD.mean,
    seUnpaired: seA === null || seB === null ? null : Math.hypot(seA, seB),
    sePaired: naive(ofD.sumOfSquares, ofD.noise),
    corr: seA && seB ? clamp(crossProducts / Math.sqrt(ofA.sumOfSquares * ofB.sumOfSquares)) : null,
    seCR0,
    seCR1,
    t,
    df: nClusters - 1,
    pTwoSided: t === null ? null : studentTwoSided(t, nClusters - 1),
  };
}

const emptyResult: PairedClusteredDifference = {
  n: 0,
  nClusters: 0,
  meanA: null,
  meanB: null,
  meanDiff: null,
  seUnpaired: null,
  sePaired: null,
  corr: null,
  seCR0: null,
  seCR1: null,
  t: null,
  df: null,
  pTwoSided: null,
};

/** Rounding may move a correlation slightly beyond -1 or 1. */
function clamp(correlation: number): number {
  return Math.max(-1, Math.min(1, correlation));
}
