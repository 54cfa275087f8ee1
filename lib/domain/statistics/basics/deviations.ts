import { type Category, categoryIndex } from "./category.ts";
import { requireFinite, requireSameLength } from "./require-number.ts";

/** Standard errors below this share of the largest value are treated as an exact 0, because they are rounding noise. */
const roundingNoise = 1e-14;

export interface Deviations {
  mean: number;
  /** Each value minus the mean. */
  residuals: number[];
  sumOfSquares: number;
  /** Standard errors below this value are treated as an exact 0, because they are rounding noise. */
  noise: number;
}

/**
 * The mean of at least one value, and the residuals. The sum starts from the first value, so that equal values have
 * residuals of exactly 0. `scale` is the magnitude of the numbers from which the values were computed.
 */
export function deviationsOf(values: readonly number[], scale = maxAbsolute(values)): Deviations {
  const origin = requireFinite("values", values[0] ?? Number.NaN);
  const mean =
    origin + values.reduce((sum, value) => sum + (requireFinite("values", value) - origin), 0) / values.length;
  const residuals = values.map((value) => value - mean);
  return {
    mean,
    residuals,
    sumOfSquares: residuals.reduce((sum, residual) => sum + residual * residual, 0),
    noise: noiseAt(scale),
  };
}

/** The standard error below which numbers of this magnitude are treated as an exact 0. */
export function noiseAt(scale: number): number {
  return roundingNoise * scale;
}

/** The largest absolute value; 0 without values. */
export function maxAbsolute(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

/**
 * The sum of the values in each cluster, in the order in which the clusters first appear. Throws RangeError if the
 * lengths differ.
 */
export function clusterSums(values: readonly number[], clusters: readonly Category[]): number[] {
  requireSameLength("values", values, "clusters", clusters);
  const index = categoryIndex();
  const sums: number[] = [];
  values.forEach((value, position) => {
    const cluster = index.indexOf(clusters[position]!);
    sums[cluster] = (sums[cluster] ?? 0) + value;
  });
  return sums;
}

/** Returns `value`, or exactly 0 if it is within rounding noise. */
export function withoutNoise(value: number, noise: number): number {
  return value <= noise ? 0 : value;
}
