import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import { pageFiles, pageParts } from "@/lib/domain/results/analysis/page-parts.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { type Blinding, blindConsort, blindingOf, blindPage } from "@/lib/domain/results/sharing/blind-results.ts";
import type { ConsortParts } from "@/lib/domain/survey/live/prepare-consort.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { PendingError } from "../platform/errors/pending-error.ts";
import { loadAnalysisFile, writeFlowFiles } from "../results/analysis-result.ts";
import { loadResults } from "../results/load-results.ts";
import { prepareResults } from "../results/prepare-results.ts";
import { loadFreshResult } from "../stored-results/stored-result.ts";
import { flowResult } from "../studies/flow/flow-result.ts";
import type { SharedAccess } from "./open-shared-view.ts";

/**
 * The results of a study in its shared view: no items, no answer keys, no single answers, nothing about individual
 * people.
 */
export interface SharedResults {
  page: StudyResultsPage;
  prepared: PreparedResults;
  /** Null while the flow is computed. */
  flow: ConsortParts | null;
  /** The paragraphs of the methods text; null while it is computed. */
  methods: string[] | null;
}

/**
 * The conclusion, charts and methods of a study, as on its results page without any filter. Null if the study does not
 * exist.
 *
 * @param loadOrCompute `loadFreshResult` in a server, `computeResult` in a job
 */
export async function loadSharedResults(
  access: SharedAccess,
  loadOrCompute: typeof loadFreshResult = loadFreshResult,
): Promise<SharedResults | null> {
  const shared = await readShared(access);
  if (!shared) return null;
  const { page, blinding } = shared;
  const [prepared, flow, methods] = await Promise.all([
    prepareResults(page, defaultResultsQuery),
    nullIfPending(() => loadOrCompute(flowResult, page.study.id)),
    readMethods(access, loadOrCompute),
  ]);
  return { page, prepared, flow: flow && blindFlow(flow.document, blinding), methods };
}

function blindFlow({ consort, later }: ConsortParts, blinding: Blinding | null): ConsortParts {
  if (!blinding) return { consort, later };
  return {
    consort: blindConsort(consort, blinding),
    later: later && { ...later, consort: blindConsort(later.consort, blinding) },
  };
}

/**
 * The files next to the figures of a shared view: the headline of the page, and the participant flow.
 *
 * @param loadOrCompute as for `loadSharedResults`
 */
export async function listSharedFiles(
  access: SharedAccess,
  loadOrCompute: typeof loadFreshResult = loadFreshResult,
): Promise<AnalysisFile[] | null> {
  const shared = await readShared(access);
  if (!shared) return null;
  const { page, blinding } = shared;
  const files = pageFiles(pageParts(await prepareResults(page, defaultResultsQuery)));
  const flow = await loadOrCompute(flowResult, page.study.id);
  if (!flow) return files;
  const status = dataStatus(page.stage, page.data);
  const flowFiles = writeFlowFiles(blindFlow(flow.document, blinding), flow.dataHash, status);
  return [...files, ...flowFiles.map(({ name, content }) => ({ name: name.replace(/^.*\//, ""), content }))];
}

async function readShared({
  actor,
  studyId,
  isBlinded,
}: SharedAccess): Promise<{ page: StudyResultsPage; blinding: Blinding | null } | null> {
  const page = await loadResults(actor, studyId, defaultResultsQuery);
  if (!page) return null;
  if (!isBlinded) return { page, blinding: null };
  const blinding = blindingOf(page);
  return { page: blindPage(page, blinding), blinding };
}

/**
 * The paragraphs of the methods text of the study's plan, or the reason why there is no text; null while it is
 * computed.
 */
async function readMethods(
  { actor, studyId, isBlinded }: SharedAccess,
  loadOrCompute: typeof loadFreshResult,
): Promise<string[] | null> {
  try {
    const file = await nullIfPending(() =>
      loadAnalysisFile(actor, studyId, "methods.md", { isBlinded, loadOrCompute }),
    );
    return file?.content.split("\n\n").filter((paragraph) => paragraph.trim() !== "") ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") return [error.message];
    throw error;
  }
}

/** Returns null instead of waiting for a job. */
async function nullIfPending<Value>(take: () => Promise<Value>): Promise<Value | null> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof PendingError) return null;
    throw error;
  }
}
