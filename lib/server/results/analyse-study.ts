import { analyseLocalisation } from "@/lib/domain/results/analysis/analyse-localisation.ts";
import { type AnalysisFile, analyseStudy } from "@/lib/domain/results/analysis/analyse-study.ts";
import { unfitPlan } from "@/lib/domain/results/analysis/unfit-plan.ts";
import { withClusters } from "@/lib/domain/results/model/choose-clusters.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results.ts";
import {
  type AnalysisPlan,
  analysisPlanHash,
  defaultAnalysisPlan,
  isConfirmatory,
} from "@/lib/domain/results/plan/analysis-plan.ts";
import { confirmatoryFamily } from "@/lib/domain/results/plan/confirmatory-family.ts";
import { planRecord } from "@/lib/domain/results/plan/plan-record.ts";
import { usualPlan } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { modelTestsOf } from "@/lib/domain/results/plan/planned-models.ts";
import { prepareCells } from "@/lib/domain/results/views/cell-material.ts";
import { cellView, cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { subjectWith } from "../stored-results/matching-subject.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { getStudyCommitment } from "../studies/draft/study-plan.ts";
import { tallyPredictions } from "../studies/parity/tally-predictions.ts";
import { studyWhere } from "../studies/study-where.ts";
import { inFolder, subjectFiles } from "./analyse-subjects.ts";
import { readModelDetails } from "./cell-result.ts";
import { errorResult } from "./error-result.ts";
import { getResults } from "./get-results.ts";
import { getStudyView } from "./views/get-study-views.ts";
import { readViewsWork } from "./views/read-views-work.ts";

/**
 * The files of a study's analysis, for those who may read research; null for everybody else. Without a plan it is the one
 * that is saved for the study, or the usual one where none is.
 */
export async function getStudyAnalysis(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  stage: string | null = null,
): Promise<AnalysisFile[] | null> {
  const asked = await readPlanned(actor, address, given, stage);
  if (!asked) return null;
  const { plan, choice } = asked;
  const names =
    isConfirmatory(plan, "groups-of-people") || plan.family.tests.some(({ kind }) => kind === "groups-of-people");
  const stored = names ? await getStudyView(actor, address, choice, "attributes") : null;
  return headFiles(asked, stored?.stored?.isStale === false ? stored.stored.view : null);
}

/**
 * All of a study's analysis: the files of `getStudyAnalysis`, every table and comparison under `tables/`, every analysis of
 * single answers under `analyses/`, computed here and now, and what the pages of its subject show (`subjectFiles`).
 *
 * @param progress told what is being computed
 */
export async function getWholeAnalysis(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  stage: string | null = null,
  progress: (doing: string) => void = () => {},
): Promise<AnalysisFile[] | null> {
  const asked = await readPlanned(actor, address, given, stage);
  if (!asked) return null;
  const { plan, page, choice } = asked;
  const dataHash = await readDataHash(page.study.id, choice);
  const work = await readViewsWork(page, choice, dataHash);
  const views = await computed(work, progress);
  const groups = views.find(({ id }) => id === "attributes") ?? null;
  return [
    ...(await headFiles(asked, groups)),
    ...(await tableFiles(page, plan, dataHash, groups)),
    ...views.flatMap((view) => inFolder(`analyses/${view.id}`, view, dataHash)),
    ...(await subjectFiles(actor, page, plan)),
  ];
}

/**
 * The analysis of a study as documents of its bundle, under `analysis/`, with every table and comparison. A plan that counts
 * cannot answer keeps nobody from their data: then there are none.
 */
export async function listAnalysisExtras(actor: Actor, address: string): Promise<AnalysisFile[]> {
  const asked = await readPlanned(actor, address, null, null).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!asked) return [];
  const { plan, page, choice } = asked;
  const dataHash = await readDataHash(page.study.id, choice);
  const files = [...(await headFiles(asked, null)), ...(await tableFiles(page, plan, dataHash, null))];
  return files.map(({ name, content }) => ({ name: `analysis/${name}`, content }));
}

interface Planned {
  plan: AnalysisPlan;
  /** Since when it has been fixed; null where it is not the study's own. */
  record: string | null;
  page: StudyResultsPage;
  choice: ViewChoice;
}

async function readPlanned(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  stage: string | null,
): Promise<Planned | null> {
  const commitment = await getStudyCommitment(actor, address);
  const asked = given ?? commitment?.plan ?? defaultAnalysisPlan();
  const { openStratum, surplus, excluded } = asked.exclusions;
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  // Whoever takes the files away gets all of it, however long the counting takes.
  await tallyPredictions(study.id);
  const counted = { openStratum, surplus, excluded, key: null };
  const page = await getResults(actor, address, { stage, ...counted });
  if (!page) return null;
  requireAnswers(page, stage);
  const results = withClusters(page.results, asked.clusters);
  const plan = given || page.plan ? asked : usualPlan(results);
  const freeze = commitment?.freezes.at(-1);
  const isOwn = commitment !== null && analysisPlanHash(commitment.plan) === analysisPlanHash(asked);
  const unfit = unfitPlan(results, plan, isOwn || !given);
  if (unfit) throw new AppError("invalid", unfit);
  const record = isOwn
    ? planRecord(freeze ? { ...freeze, createdAt: freeze.at } : null, commitment.registration)
    : null;
  return { plan, record, page: { ...page, results }, choice: { stage: page.stage, ...counted } };
}

/** Nothing is written about nobody, nor about another stage than the one that was asked for. */
function requireAnswers({ results, stage: shown, stages, standings }: StudyResultsPage, stage: string | null): void {
  const others = stages.length === 0 ? "" : `; there are answers of the stages ${stages.join(", ")}`;
  if (stage !== null && stage !== shown)
    throw new AppError("invalid", `Nobody has answered the study in a stage "${stage}"${others}.`);
  if (results.counts.length > 0 || results.answers.length > 0) return;
  const isSetAside = standings.surplus + standings.excluded + standings.openStratum > 0;
  throw new AppError(
    "invalid",
    isSetAside
      ? `None of the answers of the stage ${shown} counts under this plan; see its "exclusions".`
      : "Neither people nor models have answered the study; analyse it once somebody has.",
  );
}

async function headFiles({ page, plan, record }: Planned, groups: View | null): Promise<AnalysisFile[]> {
  const { study, stage, results, lateKeys } = page;
  const { name, slug, benchmark } = study;
  if (plan.outcome.measure === "localisation") {
    const found = await computeResult(errorResult, subjectWith(study.id, plan.exclusions.mismatched));
    if (!found) return [];
    const errors = { view: found.document.view, dataHash: found.dataHash };
    return analyseLocalisation({ study: { name, slug, benchmark }, stage, errors, plan, record });
  }
  return analyseStudy({ study: { name, slug, benchmark }, stage, results, plan, record, lateKeys, groups });
}

async function tableFiles(
  page: StudyResultsPage,
  plan: AnalysisPlan,
  dataHash: string,
  groups: View | null,
): Promise<AnalysisFile[]> {
  const rules = { ties: plan.ties, unparsed: plan.unparsed, withMismatches: plan.exclusions.mismatched };
  const material = prepareCells(page.results, await readModelDetails(page), null, rules);
  const plannedModels = modelTestsOf(page.results, plan, () => confirmatoryFamily(page.results, plan, groups));
  return cellViewTitles.flatMap(({ id }) =>
    inFolder(`tables/${id}`, cellView(id, { ...material, plannedModels }), dataHash),
  );
}

async function computed(
  { results, single, ...rest }: Awaited<ReturnType<typeof readViewsWork>>,
  progress: (doing: string) => void,
): Promise<View[]> {
  const steps = computeViews(prepareMaterial(results, single, rest));
  let doing = "";
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    if (step.value.doing === doing) continue;
    doing = step.value.doing;
    progress(doing);
  }
  return step.value;
}
