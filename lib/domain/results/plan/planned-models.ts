import type { PlannedFamily, PlannedModelTests } from "../comparison/compare-models.ts";
import { changesTestedData, type ResultsQuery } from "../model/results-query.ts";
import type { StudyResults } from "../model/study-results.ts";
import type { View } from "../views/view.ts";
import { type AnalysisPlan, isWholeOutcome, type PlannedTestKind, plannedRole } from "./analysis-plan.ts";
import { type ConfirmatoryTest, confirmatoryFamily } from "./confirmatory-family.ts";
import type { StoredPlan } from "./plan-record.ts";
import { findWithholdingReason, plannedSeries } from "./planned-comparisons.ts";

/**
 * The planned tests among models and against chance, for a page that shows them. Null if there are no such tests, if
 * the outcome is not correct answers, or if the page shows different cells from the plan. Also null after interim
 * analyses, because letters cannot express levels of single tests.
 *
 * @param groups as for `confirmatoryFamily`
 */
export function plannedModelTests(
  all: StudyResults,
  query: ResultsQuery,
  stored: StoredPlan | null,
  groups: View | null,
): PlannedModelTests | null {
  if (!stored || stored.looks.length > 0 || changesTestedData(query) || findWithholdingReason(query, stored) !== null)
    return null;
  return selectModelTests(all, stored.plan, () => confirmatoryFamily(all, stored.plan, groups));
}

/**
 * Selects the primary tests of models, with the other tests of the plan (`confirmatoryFamily`) with which they are
 * corrected.
 */
export function selectModelTests(
  { series }: Pick<StudyResults, "series">,
  plan: AnalysisPlan,
  computeTests: () => readonly ConfirmatoryTest[],
): PlannedModelTests | null {
  if (!namesModels(plan)) return null;
  const plannedIds = new Set(plannedSeries(series, plan).map(({ id }) => id));
  const tests = computeTests();
  const familyOf = (kind: PlannedTestKind): PlannedFamily | null =>
    plannedRole(plan, kind) === "primary"
      ? {
          family: plan.family.method,
          alpha: plan.family.alpha,
          beside: tests
            .filter((test) => test.role === "primary" && (test.kind !== kind || test.isPart || test.isAbsent))
            .map(({ p }) => p),
        }
      : null;
  return {
    names: ({ id }) => plannedIds.has(id),
    pairs: familyOf("model-against-model"),
    chance: familyOf("model-against-chance"),
  };
}

/** Pages and tables compare right answers to all items; all other tests of models are shown under “As planned”. */
function namesModels(plan: AnalysisPlan): boolean {
  return (
    isWholeOutcome(plan.outcome) &&
    (["model-against-model", "model-against-chance"] as const).some((kind) => plannedRole(plan, kind) === "primary")
  );
}
