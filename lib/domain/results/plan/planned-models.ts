import type { PlannedFamily, PlannedModelTests } from "../comparison/compare-models.ts";
import { isNarrowed, type ResultsQuery } from "../model/results-query.ts";
import type { StudyResults } from "../model/study-results.ts";
import type { View } from "../views/view.ts";
import { type AnalysisPlan, isConfirmatory, isWholeOutcome, type PlannedTestKind } from "./analysis-plan.ts";
import { type ConfirmatoryTest, confirmatoryFamily } from "./confirmatory-family.ts";
import type { StoredPlan } from "./plan-record.ts";
import { findWithholdingReason, plannedSeries } from "./planned-comparisons.ts";

/**
 * The planned tests among models and against chance, for a page that shows them: null if there are none, if the outcome
 * is not correct answers, if the page shows other cells than the plan, or after interim analyses, because letters
 * cannot express levels of single tests.
 *
 * @param groups as for `confirmatoryFamily`
 */
export function plannedModelTests(
  all: StudyResults,
  query: ResultsQuery,
  stored: StoredPlan | null,
  groups: View | null,
): PlannedModelTests | null {
  if (!stored || stored.looks.length > 0 || isNarrowed(query) || findWithholdingReason(query, stored) !== null)
    return null;
  return selectModelTests(all, stored.plan, () => confirmatoryFamily(all, stored.plan, groups));
}

/** The planned tests from the tests of the plan (`confirmatoryFamily`), with which they are corrected together. */
export function selectModelTests(
  { series }: Pick<StudyResults, "series">,
  plan: AnalysisPlan,
  testsOf: () => readonly ConfirmatoryTest[],
): PlannedModelTests | null {
  if (!namesModels(plan)) return null;
  const plannedIds = new Set(plannedSeries(series, plan).map(({ id }) => id));
  const tests = testsOf();
  const familyOf = (kind: PlannedTestKind): PlannedFamily | null =>
    isConfirmatory(plan, kind)
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

/** Pages and tables compare right answers to all items; tests of another outcome are shown under “As planned”. */
function namesModels(plan: AnalysisPlan): boolean {
  return (
    isWholeOutcome(plan.outcome) &&
    (isConfirmatory(plan, "model-against-model") || isConfirmatory(plan, "model-against-chance"))
  );
}
