import { type AnalysisFile, analyseStudy, refusedByAnalysis } from "@/lib/domain/results/analysis/analyse-study.ts";
import { type AnalysisPlan, defaultAnalysisPlan } from "@/lib/domain/results/analysis-plan.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { tallyPredictions } from "../studies/parity/tally-predictions.ts";
import { getStudyCommitment } from "../studies/study-plan.ts";
import { studyWhere } from "../studies/study-where.ts";
import { getResults } from "./get-results.ts";

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
  const commitment = given ? null : await getStudyCommitment(actor, address);
  const plan = given ?? commitment?.plan ?? defaultAnalysisPlan();
  const refused = refusedByAnalysis(plan);
  if (refused) throw new AppError("invalid", `The plan's ${refused}.`);
  const { openStratum, surplus, excluded } = plan.exclusions;
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  // Whoever takes the files away gets all of it, however long the counting takes.
  await tallyPredictions(study.id);
  const page = await getResults(actor, address, { stage, openStratum, surplus, excluded, key: null });
  if (!page) return null;
  const { name, slug, benchmark } = page.study;
  return analyseStudy({ study: { name, slug, benchmark }, stage: page.stage, results: page.results, plan });
}

/**
 * The analysis of a study as documents of its bundle, under `analysis/`. A plan that counts cannot answer keeps nobody from
 * their data: then there are none.
 */
export async function listAnalysisExtras(actor: Actor, address: string): Promise<AnalysisFile[]> {
  const files = await getStudyAnalysis(actor, address, null).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return (files ?? []).map(({ name, content }) => ({ name: `analysis/${name}`, content }));
}
