import type { BeliefScore } from "../scoring/model-score.ts";
import { dimensions } from "../typology.ts";
import { type RateFigure, rateFigure } from "./rate-figure.ts";

/** One observer's rate on each of the four dimensions, pooled over their categories, and overall. */
export interface DimensionProfile {
  observer: string;
  overall: RateFigure;
  dimensions: (RateFigure & { dimension: string; label: string })[];
}

/** Profiles of all observers that are included in comparisons, people and models. */
export function prepareDimensionProfiles(scores: readonly BeliefScore[]): DimensionProfile[] {
  return scores
    .filter((score) => score.enters)
    .map((score) => ({
      observer: score.observer,
      overall: rateFigure(score.overall),
      dimensions: dimensions.map(({ id, label }) => ({
        dimension: id,
        label,
        ...rateFigure(score.byDimension.get(id)),
      })),
    }));
}
