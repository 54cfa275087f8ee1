import { countsOtherTexts } from "@/lib/domain/items/other-texts.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ErrorEvaluation } from "@/lib/domain/results/model/error-evaluation.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { ModelSeries } from "@/lib/domain/results/model/study-results.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { loadFreshResult, loadStoredResult } from "../stored-results/stored-result.ts";
import { includesOtherTexts } from "../studies/parity/includes-other-texts.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { errorResult } from "./error-result.ts";
import { loadResults } from "./load-results.ts";
import { readStoredPlan } from "./read-stored-plan.ts";

/**
 * Who found the errors of a study and where, as last computed; starts the computation if no result is stored.
 *
 * @param requested whether models' answers to a text other than the one that people read are included, from the query
 * (`countsOtherTexts`)
 */
export async function loadErrorEvaluation(
  actor: Actor,
  projectId: string,
  studyId: string,
  requested?: unknown,
): Promise<
  ResultState<ErrorEvaluation> & { withMismatches: boolean; plan: StoredPlan | null; planned: PlannedMarks | null }
> {
  requireRight(actor, "research.read", projectId);
  const { plan } = await readStoredPlan(studyId);
  const withMismatches = countsOtherTexts(requested, plan?.plan.exclusions.mismatched);
  const state = await loadStoredResult(errorResult, await studySubject(studyId, withMismatches));
  if (!state) throw notFoundError();
  const planned = plan?.plan.outcome.measure === "localisation" ? await readPlannedMarks(actor, studyId, plan) : null;
  return { ...state, withMismatches, plan, planned };
}

/**
 * The same results for a download, never outdated; null if there is no such study.
 *
 * @throws PendingError while they are computed
 */
export async function loadFreshErrorEvaluation(
  actor: Actor,
  projectId: string,
  studyId: string,
  requested?: unknown,
): Promise<{ document: ErrorEvaluation; dataHash: string } | null> {
  requireRight(actor, "research.read", projectId);
  const withMismatches = await includesOtherTexts(pool(), studyId, requested);
  return loadFreshResult(errorResult, await studySubject(studyId, withMismatches));
}

/** The additional data for a plan about marked words: the status of its tests, and the runs that it does not cover. */
export interface PlannedMarks {
  status: ResultStatus;
  series: readonly ModelSeries[];
}

async function readPlannedMarks(actor: Actor, studyId: string, { plan }: StoredPlan): Promise<PlannedMarks | null> {
  const { openStratum, surplus, excluded } = plan.exclusions;
  const page = await loadResults(actor, studyId, { ...defaultResultsQuery, openStratum, surplus, excluded });
  return page?.plan ? { status: page.plan.status, series: page.results.series } : null;
}
