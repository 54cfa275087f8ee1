import type { FollowRate } from "../scoring/follow-rate.ts";

/** A rate for display: the estimate, its limits, and the numbers of pairs and clusters. */
export interface RateFigure {
  rate: number | null;
  low: number | null;
  high: number | null;
  /** Decided pairs: context + memory. */
  n: number;
  context: number;
  memory: number;
  clusters: number[];
}

/** Formats a rate for display. If there is no rate because no question was asked, n is 0. */
export function toRateFigure(rate: FollowRate | undefined): RateFigure {
  if (!rate) return { rate: null, low: null, high: null, n: 0, context: 0, memory: 0, clusters: [] };
  const { context, memory, low, high, clusters } = rate;
  return { rate: rate.rate, low, high, n: context + memory, context, memory, clusters };
}
