import type { LoadResult } from "./load.ts";

export interface StepTimes {
  p50: number;
  p95: number;
  p99: number;
}

/** The quantiles of durations in milliseconds. */
export function timesOf(values: readonly number[]): StepTimes {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95), p99: quantile(values, 0.99) };
}

/** The durations of all steps together. */
export function everyStep(results: readonly LoadResult[]): number[] {
  return results.flatMap((result) => Object.values(result.steps).flat());
}

/** Complete sessions per second. */
export function rateOf({ sessions, seconds }: LoadResult): number {
  return sessions / seconds;
}

/** The value below which this share of the values is, rounded to so many digits. */
export function quantile(values: readonly number[], share: number, digits = 1): number {
  const sorted = values.toSorted((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
