import { countsOtherTexts } from "@/lib/domain/items/other-texts.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ErrorEvaluation } from "@/lib/domain/results/model/error-evaluation.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { ModelSeries } from "@/lib/domain/results/model/study-results.ts";
import { type StoredPlan, storedPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { encodeSubject } from "../stored-results/matching-subject.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { errorResult } from "./error-result.ts";
import { loadResults } from "./load-results.ts";

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
  const plan = await readStoredPlan(studyId);
  const withMismatches = countsOtherTexts(requested, plan?.plan.exclusions.mismatched);
  const state = await loadStoredResult(errorResult, encodeSubject(studyId, withMismatches));
  if (!state) throw notFoundError();
  const planned = plan?.plan.outcome.measure === "localisation" ? await readPlannedMarks(actor, studyId, plan) : null;
  return { ...state, withMismatches, plan, planned };
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

/** The saved plan of a study; null if there is none. */
async function readStoredPlan(studyId: string): Promise<StoredPlan | null> {
  const study = await db().study.findUnique({
    where: { id: studyId },
    select: {
      plan: { select: { document: true, registration: true } },
      freezes: { orderBy: { number: "desc" }, take: 1, select: { number: true, hasData: true, createdAt: true } },
    },
  });
  return study?.plan ? storedPlan(study.plan, study.freezes[0] ?? null) : null;
}
