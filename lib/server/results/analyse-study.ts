import { type AnalysisFile, analyseStudy } from "@/lib/domain/results/analysis/analyse-study.ts";
import type { AnalysisPlan } from "@/lib/domain/results/analysis-plan.ts";
import type { Actor } from "../platform/access/access.ts";
import { getResults } from "./get-results.ts";

/** The files of a study's analysis under a plan, for those who may read research; null for everybody else. */
export async function getStudyAnalysis(
  actor: Actor,
  address: string,
  plan: AnalysisPlan,
  stage: string | null = null,
): Promise<AnalysisFile[] | null> {
  const { openStratum, surplus, excluded } = plan.exclusions;
  const page = await getResults(actor, address, { stage, openStratum, surplus, excluded, key: null });
  if (!page) return null;
  const { name, slug, benchmark } = page.study;
  return analyseStudy({ study: { name, slug, benchmark }, stage: page.stage, results: page.results, plan });
}
