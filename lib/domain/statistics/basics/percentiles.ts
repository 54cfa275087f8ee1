import { requireFinite, requireProbability } from "./require-number.ts";

export interface Percentiles {
  n: number;
  nDropped: number;
  /** In the order of the probabilities; null without values. */
  percentiles: (number | null)[];
  reason: "no values" | null;
}

/**
 * Percentiles by linear interpolation between order statistics, type 7 of Hyndman and Fan (1996), the default of R's
 * `quantile`: x[f] + (h - f)(x[f + 1] - x[f]) with h = (n - 1)p and f = floor(h). Nulls are dropped and counted. Throws
 * RangeError for probabilities outside [0, 1] and values that are not finite.
 */
export function percentilesOf(values: readonly (number | null)[], probabilities: readonly number[]): Percentiles {
  for (const probability of probabilities) requireProbability("probs", probability);
  const sorted = values
    .filter((value) => value !== null)
    .map((value) => requireFinite("values", value))
    .sort((left, right) => left - right);
  return {
    n: sorted.length,
    nDropped: values.length - sorted.length,
    percentiles: probabilities.map((probability) =>
      sorted.length === 0 ? null : percentileOfSorted(sorted, probability),
    ),
    reason: sorted.length === 0 ? "no values" : null,
  };
}

/** The median (type 7): the middle value, or the mean of the two middle ones. */
export function medianOf(values: readonly (number | null)[]) {
  const { percentiles, ...rest } = percentilesOf(values, [0.5]);
  return { ...rest, median: percentiles[0]! };
}

/** A percentile (type 7) of sorted values. There must be at least one value. */
export function percentileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const position = (sorted.length - 1) * probability;
  const below = Math.floor(position);
  const lower = sorted[below]!;
  const upper = sorted[below + 1] ?? lower;
  return lower + (position - below) * (upper - lower);
}
