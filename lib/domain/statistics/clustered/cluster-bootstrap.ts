import type { Random } from "../../random.ts";
import { type Category, categoryIndex } from "../basics/category.ts";
import { deviationsOf, maxAbsolute, withoutNoise } from "../basics/deviations.ts";
import { percentileOfSorted } from "../basics/percentiles.ts";
import { requireCount, requireFinite, requireLevel, requireSameLength } from "../basics/require-number.ts";

export interface BootstrapOptions {
  /** Number of resamples. A standard error needs at least 1,000, limits need 10,000. */
  resamples: number;
  /** Default 0.95. */
  confidence?: number;
  random: Random;
}

export interface BootstrapResult {
  n: number;
  nClusters: number;
  estimate: number | null;
  /** Standard deviation of the resampled means (divisor B); null if there are no values. */
  se: number | null;
  /** Percentile limits. */
  low: number | null;
  high: number | null;
  resamples: number;
}

/**
 * The cluster bootstrap of a mean. Each resample draws as many whole clusters as there are, with replacement, and
 * computes the mean of their values. Clusters are never split, because answers inside a cluster are correlated. The
 * result is deterministic for the same seed; clusters are numbered in order of appearance.
 *
 * With equal cluster sizes the standard error converges to seCR0. With few clusters the limits are too narrow. Throws
 * RangeError for fewer than 1 resample, lists of different lengths and values that are not finite.
 */
export function clusterBootstrap(
  values: readonly number[],
  clusters: readonly Category[],
  { resamples, confidence = 0.95, random }: BootstrapOptions,
): BootstrapResult {
  requireSameLength("values", values, "clusters", clusters);
  requireCount("resamples", resamples, 1);
  requireLevel("conf", confidence);
  const n = values.length;
  if (n === 0) return { n: 0, nClusters: 0, estimate: null, se: null, low: null, high: null, resamples };
  // Values are used relative to the first value, so that equal values are exactly equal in every resample.
  const origin = requireFinite("values", values[0]!);
  const { sums, sizes } = totalsOf(values, clusters, origin);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    let size = 0;
    for (let draw = 0; draw < sums.length; draw += 1) {
      const cluster = random.below(sums.length);
      sum += sums[cluster]!;
      size += sizes[cluster]!;
    }
    means[resample] = sum / size;
  }
  const spread = deviationsOf([...means], maxAbsolute(values));
  means.sort();
  return {
    n,
    nClusters: sums.length,
    estimate: origin + sums.reduce((sum, value) => sum + value, 0) / n,
    se: withoutNoise(Math.sqrt(spread.sumOfSquares / resamples), spread.noise),
    low: origin + percentileOfSorted(means, (1 - confidence) / 2),
    high: origin + percentileOfSorted(means, 1 - (1 - confidence) / 2),
    resamples,
  };
}

/** The cluster bootstrap of the mean of a - b over the same items. Swapping a and b mirrors the result. */
export function pairedClusterBootstrap(
  a: readonly number[],
  b: readonly number[],
  clusters: readonly Category[],
  options: BootstrapOptions,
): BootstrapResult {
  requireSameLength("a", a, "b", b);
  return clusterBootstrap(
    a.map((value, index) => value - b[index]!),
    clusters,
    options,
  );
}

function totalsOf(values: readonly number[], clusters: readonly Category[], origin: number) {
  const index = categoryIndex();
  const sums: number[] = [];
  const sizes: number[] = [];
  values.forEach((value, position) => {
    const cluster = index.indexOf(clusters[position]!);
    sums[cluster] = (sums[cluster] ?? 0) + (requireFinite("values", value) - origin);
    sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  });
  return { sums: Float64Array.from(sums), sizes: Float64Array.from(sizes) };
}
