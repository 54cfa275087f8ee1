import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { unplannedStatus } from "@/lib/domain/results/plan/result-status.ts";
import { prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import type { Actor } from "../platform/access/access.ts";
import { writeSubjectFiles } from "./analyse-subjects.ts";
import { readAmendedResults, readAnalysisFilesInput, readPlannedResults } from "./read-planned-results.ts";
import { readViewsWork } from "./views/read-views-work.ts";
import { writeAnalysis, writeViewFolder } from "./write-analysis.ts";

/**
 * A study's complete analysis for the command line: the files of its headline, every table and comparison under
 * `tables/`, every analysis of single answers under `analyses/`, and the pages of its subject (`writeSubjectFiles`).
 * The computation takes minutes on the event loop, so servers use `loadAnalysisFile` instead.
 *
 * @param progress called with the current step
 */
export async function loadCompleteAnalysis(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  stage: string | null = null,
  progress: (doing: string) => void = () => {},
): Promise<AnalysisFile[] | null> {
  const plannedResults = await readPlannedResults(actor, address, given, stage);
  if (!plannedResults) return null;
  const { plan, page, choice } = plannedResults;
  const dataHash = await readDataHash(page.study.id, choice);
  const viewsInput = await readViewsWork(page, choice, dataHash);
  const views = await computeWithProgress(viewsInput, progress);
  const amendedResults = await readAmendedResults(actor, address, given, plannedResults);
  const amendedFiles = amendedResults ? writeAnalysis(await readAnalysisFilesInput(amendedResults, null, null)) : [];
  const groups = views.find(({ id }) => id === "attributes") ?? null;
  return [
    ...writeAnalysis(await readAnalysisFilesInput(plannedResults, groups, dataHash)),
    ...views.flatMap((view) =>
      writeViewFolder(`analyses/${view.id}`, view, dataHash, unplannedStatus(plannedResults.status)),
    ),
    ...amendedFiles.map(({ name, content }) => ({ name: `amended-after-data/${name}`, content })),
    ...(await writeSubjectFiles(actor, page, plan)),
  ];
}

async function computeWithProgress(
  { results, single, ...rest }: Awaited<ReturnType<typeof readViewsWork>>,
  progress: (doing: string) => void,
): Promise<View[]> {
  const steps = computeViews(prepareMaterial(results, single, rest));
  let currentStep = "";
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    if (step.value.doing === currentStep) continue;
    currentStep = step.value.doing;
    progress(currentStep);
  }
  return step.value;
}
