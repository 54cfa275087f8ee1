import type { BeliefScore } from "../scoring/model-score.ts";
import { dimensions } from "../typology.ts";
import { type RateFigure, toRateFigure } from "./rate-figure.ts";

/** The rates of one observer: on each of the four dimensions, pooled over categories, and overall. */
export interface DimensionProfile {
  observer: string;
  overall: RateFigure;
  dimensions: (RateFigure & { dimension: string; label: string })[];
}

/** Profiles of all observers that enter comparisons, both people and models. */
export function prepareDimensionProfiles(scores: readonly BeliefScore[]): DimensionProfile[] {
  return scores
    .filter((score) => score.enters)
    .map((score) => ({
      observer: score.observer,
      overall: toRateFigure(score.overall),
      dimensions: dimensions.map(({ id, label }) => ({
        dimension: id,
        label,
        ...toRateFigure(score.byDimension.get(id)),
      })),
    }));
}
