import type { Fold } from "../../fold.ts";
import type { AnswerRule } from "../scoring/classify.ts";
import type { BeliefScore } from "../scoring/model-score.ts";
import { type BeliefAnswer, createPairTable } from "../scoring/pair-table.ts";
import { prepareBaseAgainstInstruct, type TuningComparison } from "./base-against-instruct.ts";
import type { ModelProfile } from "./model-profile.ts";

/** Compares a base model with its tuned sibling by their answers. Each row names its model. */
export function foldTuning({
  rule,
  scores,
  profiles,
}: {
  rule: AnswerRule;
  scores: readonly BeliefScore[];
  profiles: readonly ModelProfile[];
}): Fold<BeliefAnswer, TuningComparison | null> {
  const table = createPairTable(rule);
  return {
    add: (rows) => rows.forEach(table.add),
    finish: () => prepareBaseAgainstInstruct(scores, profiles, (model) => table.pairs(model))[0] ?? null,
  };
}
