import { listPersonPairs } from "@/lib/domain/beliefs/participants/score-participants.ts";
import { type CellExpressions, prepareCellExpressions } from "@/lib/domain/beliefs/prepare/cell-expressions.ts";
import type { BeliefResults } from "./load-beliefs.ts";
import { readStudyAnswers } from "./participant-answers.ts";
import { readRunPairs } from "./score-runs.ts";

/**
 * The details of one cell of the figures: every expression of a category, with the prompts and answers of one model or
 * of each person. Null if the observer is not in the results.
 *
 * @param results the result of `loadBeliefs` for the same person, which determines what they may see
 */
export async function getBeliefCell(
  results: BeliefResults,
  observer: string,
  category: string,
): Promise<CellExpressions | null> {
  if (observer === "people") {
    if (!results.people) return null;
    const { answers } = await readStudyAnswers(results.people.study.id, category);
    const pairs = listPersonPairs(answers, results.rule, { keepTexts: true });
    return prepareCellExpressions("People", category, pairs);
  }
  const run = results.models.find(({ runId }) => runId === observer);
  if (!run) return null;
  const pairs = await readRunPairs(results.benchmark.id, run, results, { category, keepTexts: true });
  return prepareCellExpressions(run.observer, category, pairs);
}
