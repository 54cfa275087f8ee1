import type { Category } from "../basics/category.ts";
import { clusterSums, deviationsOf, withoutNoise } from "../basics/deviations.ts";
import { studentQuantile } from "../basics/distributions.ts";
import { requireLevel, requireSameLength } from "../basics/require-number.ts";

export interface ClusteredMean {
  n: number;
  nClusters: number;
  /** The mean; null without values. */
  mean: number | null;
  /** sqrt(sum e^2 / (n(n - 1))), the standard error of independent values; null for n < 2. */
  seNaive: number | null;
  /** sqrt(sum over clusters of (sum of e)^2) / n. */
  seCR0: number | null;
  /** seCR0 * sqrt(G/(G - 1)), the standard error to report; null for one cluster. */
  seCR1: number | null;
  /** sqrt(seNaive^2 + (1/n^2) * cross products within clusters); null for n < 2. */
  seMiller: number | null;
  /** mean -+ t(G - 1) * seCR1; null for one cluster. */
  ciLow: number | null;
  ciHigh: number | null;
}

/**
 * The mean of clustered values (statements about one story, answers of one person), with standard errors that account
 * for correlation within clusters. Miller (2024, arXiv:2411.00640); R sandwich `vcovCL(type = "HC0")`.
 *
 * Assumes that clusters are independent. With few clusters (seven stories), even CR1 with t on G - 1 degrees of freedom
 * is approximate and must be labelled so. Throws RangeError for lists of different lengths.
 */
export function clusteredMean(
  values: readonly number[],
  clusters: readonly Category[],
  confidence = 0.95,
): ClusteredMean {
  requireSameLength("values", values, "clusters", clusters);
  requireLevel("conf", confidence);
  const n = values.length;
  if (n === 0)
    return {
      n: 0,
      nClusters: 0,
      mean: null,
      seNaive: null,
      seCR0: null,
      seCR1: null,
      seMiller: null,
      ciLow: null,
      ciHigh: null,
    };
  const { mean, residuals, sumOfSquares, noise } = deviationsOf(values);
  const sums = clusterSums(residuals, clusters);
  const nClusters = sums.length;
  const seNaive = n < 2 ? null : withoutNoise(Math.sqrt(sumOfSquares / (n * (n - 1))), noise);
  const seCR0 = withoutNoise(Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0)) / n, noise);
  const seCR1 = nClusters < 2 ? null : seCR0 * Math.sqrt(nClusters / (nClusters - 1));
  // The naive variance plus the cross products equals CR0 squared plus the naive variance divided by n, which is never
  // negative.
  const seMiller = seNaive === null ? null : Math.sqrt(seCR0 ** 2 + seNaive ** 2 / n);
  const half = seCR1 === null ? null : -studentQuantile((1 - confidence) / 2, nClusters - 1) * seCR1;
  return {
    n,
    nClusters,
    mean,
    seNaive,
    seCR0,
    seCR1,
    seMiller,
    ciLow: half === null ? null : mean - half,
    ciHigh: half === null ? null : mean + half,
  };
}
