import { dataHash } from "@/lib/domain/results/analysis/analyse-study.ts";
import { findAnalysisPlanProblem } from "@/lib/domain/results/analysis/unfit-plan.ts";
import type { InterimAnalysis } from "@/lib/domain/results/interim/interim-analyses.ts";
import { withClusters } from "@/lib/domain/results/model/choose-clusters.ts";
import type { ModelSeries } from "@/lib/domain/results/model/study-results.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { type AnalysisPlan, analysisPlanHash, defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { DataVersion } from "@/lib/domain/results/plan/data-collection-state.ts";
import { planRecord, type ResultsBeforeAmendment } from "@/lib/domain/results/plan/plan-record.ts";
import { createDefaultPlan } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { dataStatus, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { getStudyPlan } from "../studies/draft/study-plan.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { tallyPredictions } from "../studies/parity/tally-predictions.ts";
import { studyWhere } from "../studies/study-where.ts";
import { readModelDetails } from "./cell-result.ts";
import { errorResult } from "./error-result.ts";
import { loadResults } from "./load-results.ts";
import { readCollectionFacts } from "./read-collection-facts.ts";
import { loadPlannedGroups } from "./views/load-planned-groups.ts";
import type { AnalysisFilesInput } from "./write-analysis.ts";

export interface PlannedResults {
  plan: AnalysisPlan;
  /** The status of the plan's tests on these data. */
  status: ResultStatus;
  /** The declared interim analyses of the study's own plan that were carried out. */
  looks: readonly InterimAnalysis[];
  /** The results without the amendments made after data collection began; null if there are no such amendments. */
  former: ResultsBeforeAmendment | null;
  /** The time when the plan was frozen; null if it is not the study's own plan. */
  record: string | null;
  page: StudyResultsPage;
  choice: ViewChoice;
}

/**
 * The input of a study's analysis; null for users who may not read research. First counts models' answers, which may
 * take long.
 *
 * @param given a plan to use instead of the study's own
 * @param data the data of the first lock, if there is one, or all current answers
 * @throws AppError if the plan does not match the study, or there are no answers
 */
export async function readPlannedResults(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  stage: string | null,
  data: DataVersion = "locked",
): Promise<PlannedResults | null> {
  const studyPlan = await getStudyPlan(actor, address);
  const requestedPlan = given ?? studyPlan?.plan ?? defaultAnalysisPlan();
  const { openStratum, surplus, excluded } = requestedPlan.exclusions;
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  await tallyPredictions(study.id);
  const answerFilter = { openStratum, surplus, excluded, key: null, data };
  const page = await loadResults(actor, address, { stage, ...answerFilter });
  if (!page) return null;
  requireAnswers(page, stage);
  const results = withClusters(page.results, requestedPlan.clusters);
  const plan = given || page.plan ? requestedPlan : createDefaultPlan(results);
  const freeze = studyPlan?.freezes.at(-1);
  const isOwn = studyPlan !== null && analysisPlanHash(studyPlan.plan) === analysisPlanHash(requestedPlan);
  const planProblem = findAnalysisPlanProblem(results, plan, isOwn || !given);
  if (planProblem) throw new AppError("invalid", planProblem);
  const record = isOwn ? planRecord(freeze ? { ...freeze, createdAt: freeze.at } : null, studyPlan.registration) : null;
  const status = isOwn && page.plan ? page.plan.status : dataStatus(page.stage, page.data);
  return {
    plan,
    status,
    looks: isOwn ? (page.plan?.looks ?? []) : [],
    former: isOwn ? (page.plan?.former ?? null) : null,
    record,
    page: { ...page, results: isOwn ? results : { ...results, series: results.series.map(clearLateMark) } },
    choice: { stage: page.stage, ...answerFilter, data: page.data.shown },
  };
}

/** The results of all current answers, if they differ from the answers of the first data lock; otherwise null. */
export async function readAmendedResults(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  { page: { data, stage, results } }: PlannedResults,
): Promise<PlannedResults | null> {
  if (data.locks.length === 0) return null;
  const currentResults = await readPlannedResults(actor, address, given, stage, "current");
  return currentResults && dataHash(currentResults.page.results, stage) !== dataHash(results, stage)
    ? currentResults
    : null;
}

/** A plan that is not the study's own covers all runs of its models. */
function clearLateMark({ isLate: _, ...series }: ModelSeries): ModelSeries {
  return series;
}

/** Throws an error for a study without answers, and for a stage without answers. */
function requireAnswers({ results, stage: shown, stages, standings }: StudyResultsPage, stage: string | null): void {
  const stageHint = stages.length === 0 ? "" : `; there are answers of the stages ${stages.join(", ")}`;
  if (stage !== null && stage !== shown)
    throw new AppError("invalid", `There are no answers to the study in a stage "${stage}"${stageHint}.`);
  if (results.counts.length > 0 || results.answers.length > 0) return;
  const hasUncountedAnswers = standings.surplus + standings.excluded + standings.openStratum > 0;
  throw new AppError(
    "invalid",
    hasUncountedAnswers
      ? `No answer of the stage ${shown} counts under this plan; see the plan's "exclusions".`
      : "Neither people nor models have answered the study yet.",
  );
}

/** The stored analysis of groups of people, if the plan contains tests of groups and the analysis is current. */
export function readPlannedGroups({ plan, former, page, choice }: PlannedResults): Promise<View | null> {
  return loadPlannedGroups(page.study.id, [plan, former?.plan], choice);
}

/**
 * The input for the files of an analysis.
 *
 * @param tablesOf the hash of the data, if the tables and comparisons are included
 */
export async function readAnalysisFilesInput(
  { plan, status, looks, former, record, page }: PlannedResults,
  groups: View | null,
  tablesOf: string | null,
): Promise<AnalysisFilesInput> {
  const { study, stage, results, lateKeys, data } = page;
  const errors =
    plan.outcome.measure === "localisation"
      ? await computeResult(errorResult, await studySubject(study.id, plan.exclusions.mismatched))
      : null;
  return {
    page: { study, stage, results, lateKeys, data },
    plan,
    status,
    looks,
    former,
    record,
    groups,
    collection: await readCollectionFacts(
      study.id,
      stage,
      [...new Set(results.series.map(({ model }) => model))].filter(
        (model) => plan.models.length === 0 || plan.models.includes(model),
      ),
      data.shown,
    ),
    errors: errors && { view: errors.document.view, dataHash: errors.dataHash },
    tables: tablesOf === null ? null : { details: await readModelDetails(page), dataHash: tablesOf },
  };
}
