import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type PreparedResults, prepareResultsInSteps } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { runInSteps } from "../platform/concurrency/run-in-steps.ts";

/**
 * All data of a results page, computed in steps that yield to the event loop: dozens of models take some tenths of a
 * second.
 *
 * @param groups the stored analysis of groups of people; null where it is not computed for the current data
 */
export function prepareResults(
  { results, plan, stage, data }: Pick<StudyResultsPage, "results" | "plan" | "stage" | "data">,
  query: ResultsQuery,
  groups: View | null,
): Promise<PreparedResults> {
  return runInSteps(prepareResultsInSteps(results, query, plan, groups, dataStatus(stage, data)));
}
