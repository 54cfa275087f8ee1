import { type AnalysisFile, dataHash as countsHash } from "@/lib/domain/results/analysis/analyse-study.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { unplannedStatus } from "@/lib/domain/results/plan/result-status.ts";
import { prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import type { Actor } from "../platform/access/access.ts";
import { subjectFiles } from "./analyse-subjects.ts";
import { type PlannedResults, readAnalysisFilesInput, readPlannedResults } from "./read-planned-results.ts";
import { readViewsWork } from "./views/read-views-work.ts";
import { filesInFolder, writeAnalysis } from "./write-analysis.ts";

/**
 * A study's complete analysis for the command line: the files of its headline, every table and comparison under
 * `tables/`, every analysis of single answers under `analyses/`, and the pages of its subject (`subjectFiles`). The
 * computation takes minutes on the event loop, so servers use `takeAnalysisFile` instead.
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
  const asked = await readPlannedResults(actor, address, given, stage);
  if (!asked) return null;
  const { plan, page, choice } = asked;
  const dataHash = await readDataHash(page.study.id, choice);
  const work = await readViewsWork(page, choice, dataHash);
  const views = await computed(work, progress);
  const amended = await readAmended(actor, address, given, asked);
  const groups = views.find(({ id }) => id === "attributes") ?? null;
  return [
    ...writeAnalysis(await readAnalysisFilesInput(asked, groups, dataHash)),
    ...views.flatMap((view) => filesInFolder(`analyses/${view.id}`, view, dataHash, unplannedStatus(asked.status))),
    ...amended.map(({ name, content }) => ({ name: `amended-after-data/${name}`, content })),
    ...(await subjectFiles(actor, page, plan)),
  ];
}

/** The headline of all current answers, where other answers count than when the data were locked. */
async function readAmended(
  actor: Actor,
  address: string,
  given: AnalysisPlan | null,
  { page: { data, stage, results } }: PlannedResults,
): Promise<AnalysisFile[]> {
  if (data.locks.length === 0) return [];
  const now = await readPlannedResults(actor, address, given, stage, "current");
  const isSame = now === null || countsHash(now.page.results, stage) === countsHash(results, stage);
  return isSame ? [] : writeAnalysis(await readAnalysisFilesInput(now, null, null));
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
