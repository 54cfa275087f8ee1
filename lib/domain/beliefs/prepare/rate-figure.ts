import type { FollowRate } from "../scoring/follow-rate.ts";

/** A rate ready to draw: the estimate, its limits, and the number of pairs and clusters behind it. */
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

/** The figure of a rate; if there is no rate (no questions asked), a figure with n = 0. */
export function rateFigure(rate: FollowRate | undefined): RateFigure {
  if (!rate) return { rate: null, low: null, high: null, n: 0, context: 0, memory: 0, clusters: [] };
  const { context, memory, low, high, clusters } = rate;
  return { rate: rate.rate, low, high, n: context + memory, context, memory, clusters };
}
