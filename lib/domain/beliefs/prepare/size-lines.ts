import type { BeliefScore } from "../scoring/model-score.ts";
import type { ModelProfile } from "./model-profile.ts";
import { type RateFigure, toRateFigure } from "./rate-figure.ts";

/** The rates of the base models or of the tuned models of one family, by size. */
export interface SizeLine {
  family: string;
  tuning: "base" | "instruct";
  /** Smallest model first. */
  points: (RateFigure & { model: string; sizeBillions: number })[];
}

export interface SizeLines {
  lines: SizeLine[];
  /** Models that are not in the figure, with the reason. */
  leftOut: { model: string; reason: "noProfile" | "dropped" | "nothingDecided" }[];
}

/**
 * Rate by model size, with one line for each family and tuning (Du et al., figure 4).
 *
 * @param dimension the ID of a dimension; null for all expressions together
 */
export function prepareSizeLines(
  scores: readonly BeliefScore[],
  profiles: readonly ModelProfile[],
  dimension: string | null = null,
): SizeLines {
  const lines = new Map<string, SizeLine>();
  const leftOut: SizeLines["leftOut"] = [];
  for (const score of scores) {
    const profile = profiles.find(({ model }) => model === score.observer);
    const figure = toRateFigure(dimension === null ? score.overall : score.byDimension.get(dimension));
    if (!profile?.family || profile.sizeBillions === null || profile.tuning === null) {
      leftOut.push({ model: score.observer, reason: "noProfile" });
    } else if (!score.enters) {
      leftOut.push({ model: score.observer, reason: "dropped" });
    } else if (figure.rate === null) {
      leftOut.push({ model: score.observer, reason: "nothingDecided" });
    } else {
      const { family, tuning, sizeBillions } = profile;
      const key = `${family}/${tuning}`;
      const line = lines.get(key) ?? { family, tuning, points: [] };
      lines.set(key, line);
      line.points.push({ model: score.observer, sizeBillions, ...figure });
    }
  }
  for (const line of lines.values()) line.points.sort((left, right) => left.sizeBillions - right.sizeBillions);
  return { lines: [...lines.keys()].sort().map((key) => lines.get(key) as SizeLine), leftOut };
}
