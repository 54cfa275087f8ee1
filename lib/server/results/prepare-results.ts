import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type PreparedResults, prepareResultsInSteps } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { runInSteps } from "../platform/concurrency/run-in-steps.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";

/** The maximum number of models' answers that are compared on the event loop; more answers are compared in a thread. */
const maxComparedInProcess = 2_000;

/**
 * All data of a results page. For dozens of models the comparison takes some tenths of a second and runs in a thread;
 * few models are compared in steps that yield to the event loop, which is faster than starting a thread.
 *
 * @param groups the stored analysis of groups of people; null if it is not computed for the current data
 */
export async function prepareResults(
  { results, plan, stage, data }: Pick<StudyResultsPage, "results" | "plan" | "stage" | "data">,
  query: ResultsQuery,
  groups: View | null,
): Promise<PreparedResults> {
  const status = dataStatus(stage, data);
  if (results.answers.length <= maxComparedInProcess)
    return runInSteps(prepareResultsInSteps(results, query, plan, groups, status));
  const { resultsPageWorker } = await import("./results-page-worker.generated.ts");
  return runInThread(resultsPageWorker, { results, query, plan, groups, status });
}
