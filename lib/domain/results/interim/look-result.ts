import type { Steps } from "../../steps.ts";
import { compareSidesInSteps } from "../comparison/compare-sides.ts";
import { sideTestKinds } from "../comparison/side-family.ts";
import { layCellsInSteps } from "../model/cells.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { guessingShare } from "../model/share.ts";
import type { StudyResults } from "../model/study-results.ts";
import { confirmatoryFamilyInSteps, confirmatoryTable } from "../plan/confirmatory-family.ts";
import type { StoredPlan } from "../plan/plan-record.ts";
import { comparisonOptions, plannedPageComparator, plannedSeries, plannedSides } from "../plan/planned-comparisons.ts";
import { plannedAnswer, withOutcome } from "../plan/planned-outcome.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { View } from "../views/view.ts";
import type { InterimAnalysisResult, SequentialStage } from "./interim-analyses.ts";

/**
 * Computes the tests of a plan at a declared interim analysis, on the answers so far: the family with its nominal
 * levels, and the sentences about the comparator that the plan names.
 *
 * @param groups as for `confirmatoryFamily`
 */
export function* lookResult(
  all: StudyResults,
  stored: StoredPlan,
  groups: View | null,
  { stage, status }: { stage: SequentialStage; status: ResultStatus },
): Steps<InterimAnalysisResult> {
  const { plan } = stored;
  const family = yield* confirmatoryFamilyInSteps(all, plan, groups, stage);
  const table = confirmatoryTable(family, plan);
  const comparator = plannedPageComparator(plan);
  const planned = plannedSides(plan, family, status, stage);
  if (!comparator || sideTestKinds.every((kind) => !planned?.roles[kind])) return { table, sentences: [] };
  const results = withOutcome(all, plan.outcome);
  const cells = yield* layCellsInSteps(results, plan.ties, plan.unparsed);
  const { models } = yield* compareSidesInSteps(cells, plannedSeries(all.series, plan), {
    ...comparisonOptions(results.items, defaultResultsQuery, stored),
    answer: plannedAnswer(plan.outcome),
    margin: plan.margin,
    planned,
    unplanned: { kind: "interim" },
    chance: plan.outcome.measure === "accuracy" ? guessingShare(results.items) : null,
  });
  return { table, sentences: models.map(({ sides }) => sides[comparator].sentence) };
}
