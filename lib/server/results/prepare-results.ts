import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type PreparedResults, prepareResultsInSteps } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { runInSteps } from "../platform/concurrency/run-in-steps.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";
import { loadPlannedGroups } from "./views/load-planned-groups.ts";

/** The maximum number of models' answers that are compared on the event loop; more answers are compared in a thread. */
const maxComparedInProcess = 2_000;

/**
 * All data of a results page. For dozens of models the comparison takes some tenths of a second and runs in a thread;
 * few models are compared in steps that yield to the event loop, which is faster than starting a thread. The plan's tests
 * of groups of people are included if their stored analysis is current.
 */
export async function prepareResults(
  {
    study,
    results,
    plan,
    stage,
    data,
  }: Pick<StudyResultsPage, "results" | "plan" | "stage" | "data"> & {
    study: Pick<StudyResultsPage["study"], "id">;
  },
  query: ResultsQuery,
): Promise<PreparedResults> {
  const status = dataStatus(stage, data);
  const groups = await loadPlannedGroups(study.id, [plan?.plan, plan?.former?.plan], query);
  if (results.answers.length <= maxComparedInProcess)
    return runInSteps(prepareResultsInSteps(results, query, plan, groups, status));
  const { resultsPageWorker } = await import("./results-page-worker.generated.ts");
  return runInThread(resultsPageWorker, { results, query, plan, groups, status });
}
