import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResults } from "@/lib/domain/results/model/study-results.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type PreparedResults, prepareResultsPage } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";

/** The parameters of `prepareResultsPage`. */
export interface ResultsPageInput {
  results: StudyResults;
  query: ResultsQuery;
  plan: StoredPlan | null;
  groups: View | null;
  status: ResultStatus;
}

/** The data of a results page, computed in a thread. */
export const script = serveThread<ResultsPageInput, never, never, PreparedResults>(
  ({ results, query, plan, groups, status }) => prepareResultsPage(results, query, plan, groups, status),
  "normal",
);
