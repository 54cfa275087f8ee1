import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { statusOfView } from "@/lib/domain/results/plan/test-status.ts";
import type { CellViewId } from "@/lib/domain/results/views/cell-views.ts";
import type { ViewStatus } from "@/lib/domain/results/views/view-files.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { chooseData, readStages } from "../counting/read-counts.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { loadFreshResult, loadStoredResult } from "../stored-results/stored-result.ts";
import { studyWhere } from "../studies/study-where.ts";
import { type CellDocument, cellResult, cellSubject } from "./cell-result.ts";
import { loadResults } from "./load-results.ts";
import { readPlanStatus } from "./read-stored-plan.ts";

/**
 * One of the paper's tables for the parameters of a page, as last computed. It is computed immediately for few answers,
 * and in the background for dozens of models. Null for users who may not read research.
 */
export async function loadCellView(
  actor: Actor,
  address: string,
  query: ResultsQuery,
  id: CellViewId,
): Promise<{ page: StudyResultsPage; state: ResultState<CellDocument> } | null> {
  const page = await loadResults(actor, address, query);
  if (!page) return null;
  const request = { studyId: page.study.id, id, itemId: null, data: page.data.shown, query };
  const state = await loadStoredResult(cellResult, cellSubject(request));
  return state && { page, state };
}

/**
 * The table for a download with the status of its results: computed now if no stored result matches the data.
 *
 * @param itemId the only item to include; null for all
 */
export async function loadFreshCellView(
  actor: Actor,
  address: string,
  query: ResultsQuery,
  id: CellViewId,
  itemId: string | null,
): Promise<(CellDocument & { status: ViewStatus }) | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true, stage: true },
  });
  if (!study) return null;
  const stage = chooseStage(await readStages(study.id), query.stage, study.stage.replace("_", "-"));
  const data = await chooseData(study.id, stage, query.data);
  const result = await loadFreshResult(cellResult, cellSubject({ studyId: study.id, id, itemId, data, query }));
  if (!result) return null;
  const ofPlan = await readPlanStatus(study.id, stage, data);
  return { ...result.document, status: statusOfView(result.document.view, ofPlan) };
}
