import { adjustPValues } from "../../statistics/basics/adjust-p-values.ts";
import { comparePairs, type FollowDifference } from "../scoring/compare-pairs.ts";
import type { BeliefScore } from "../scoring/model-score.ts";
import type { BeliefPair } from "../scoring/pair-table.ts";
import { dimensions } from "../typology.ts";
import type { ModelProfile } from "./model-profile.ts";
import { type RateFigure, toRateFigure } from "./rate-figure.ts";

/** The rates of a base model and its instruction-tuned sibling on one dimension, or on all if null. */
export interface TuningRow {
  dimension: string | null;
  label: string;
  base: RateFigure;
  instruct: RateFigure;
  /**
   * Rate of base minus rate of instruct, each over the facts that the model knows (the paper's figure 3); null if a
   * rate is missing.
   */
  plainDifference: number | null;
  /** Base minus instruct over the pairs that both models decided; null if the pairs are not available. */
  paired: FollowDifference | null;
  /** The paired test, with Holm's correction over the rows of these two models; null if the test is not possible. */
  adjusted: number | null;
}

export interface TuningComparison {
  family: string;
  sizeBillions: number;
  base: string;
  instruct: string;
  /** Why no comparison is possible; null if it is. */
  missing: "baseDropped" | "instructDropped" | null;
  rows: TuningRow[];
}

/**
 * Compares every base model with the tuned model of its family and size (Du et al., section 6.2). A pair with an
 * excluded model is listed without rows.
 */
export function prepareBaseAgainstInstruct(
  scores: readonly BeliefScore[],
  profiles: readonly ModelProfile[],
  pairsOf: (model: string) => readonly BeliefPair[] | null,
): TuningComparison[] {
  const scoredModels = profiles.flatMap((profile) => {
    const score = scores.find(({ observer }) => observer === profile.model);
    return score ? [{ profile, score }] : [];
  });
  return scoredModels
    .filter(({ profile }) => profile.tuning === "base")
    .flatMap(({ profile, score }) => {
      const { family, sizeBillions } = profile;
      if (family === null || sizeBillions === null) return [];
      const tunedModel = scoredModels.find(
        (other) =>
          other.profile.tuning === "instruct" &&
          other.profile.family === family &&
          other.profile.sizeBillions === sizeBillions,
      );
      return tunedModel ? [compareModelPair(family, sizeBillions, score, tunedModel.score, pairsOf)] : [];
    });
}

function compareModelPair(
  family: string,
  sizeBillions: number,
  base: BeliefScore,
  instruct: BeliefScore,
  pairsOf: (model: string) => readonly BeliefPair[] | null,
): TuningComparison {
  const missingReason = !base.enters ? "baseDropped" : !instruct.enters ? "instructDropped" : null;
  const names = {
    family,
    sizeBillions,
    base: base.observer,
    instruct: instruct.observer,
    missing: missingReason,
  } as const;
  if (missingReason) return { ...names, rows: [] };
  const [basePairs, instructPairs] = [pairsOf(base.observer), pairsOf(instruct.observer)];
  const buildRow = (dimension: string | null, label: string): Omit<TuningRow, "adjusted"> => {
    const getRateFigure = (score: BeliefScore) =>
      toRateFigure(dimension === null ? score.overall : score.byDimension.get(dimension));
    const [ofBase, ofInstruct] = [getRateFigure(base), getRateFigure(instruct)];
    const pairsInDimension = (pairs: readonly BeliefPair[]) =>
      dimension === null ? pairs : pairs.filter((pair) => pair.dimension === dimension);
    return {
      dimension,
      label,
      base: ofBase,
      instruct: ofInstruct,
      plainDifference: ofBase.rate === null || ofInstruct.rate === null ? null : ofBase.rate - ofInstruct.rate,
      paired:
        basePairs && instructPairs ? comparePairs(pairsInDimension(basePairs), pairsInDimension(instructPairs)) : null,
    };
  };
  const rows = [buildRow(null, "All"), ...dimensions.map(({ id, label }) => buildRow(id, label))];
  const adjustedPValues = adjustPValues(
    rows.map(({ paired }) => paired?.p ?? null),
    "holm",
  );
  return { ...names, rows: rows.map((one, index) => ({ ...one, adjusted: adjustedPValues[index] ?? null })) };
}
