import * as z from "zod";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import { type AnalysisFile, filesOfFigure, stateInFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import { consortFigure } from "@/lib/domain/results/analysis/consort-figure.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type ResultStatus, reopenedStatus } from "@/lib/domain/results/plan/result-status.ts";
import { blindingOf } from "@/lib/domain/results/sharing/blind-results.ts";
import { flowView } from "@/lib/domain/results/views/course-view.ts";
import { viewFiles } from "@/lib/domain/results/views/view-files.ts";
import type { Consort } from "@/lib/domain/survey/live/prepare-consort.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import { type Actor, installation } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { loadFreshResult, readStoredTexts } from "../stored-results/stored-result.ts";
import { getStudyPlan } from "../studies/draft/study-plan.ts";
import { flowResult, type StudyFlow } from "../studies/flow/flow-result.ts";
import { getStudy } from "../studies/get-study.ts";
import { readDataCollectionState } from "../studies/lock/read-data-collection-state.ts";
import { readDataStatus } from "../studies/lock/read-data-status.ts";
import { readInterimAnalyses } from "../studies/lock/read-interim-analyses.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { studyWhere } from "../studies/study-where.ts";
import { blindAnalysisFilesInput, maskMethods } from "./blind-analysis.ts";
import { cellResult, cellSubject } from "./cell-result.ts";
import { errorResult } from "./error-result.ts";
import {
  readAmendedResults,
  readAnalysisFilesInput,
  readPlannedGroups,
  readPlannedResults,
} from "./read-planned-results.ts";

/**
 * Maps each file name to its content, so that a request can read only one file. `refused` is the reason if the study
 * has no files, otherwise null; it cannot collide with a file name because file names contain a dot.
 */
type AnalysisDocument = { refused: string | null } & Record<string, string | null>;

/**
 * Which files are included: the headline alone, the headline without the names of models and conditions, all tables
 * and comparisons, or the headline of all current answers if they changed after the data were locked.
 */
const extents = ["headline", "blinded", "tables", "amended"] as const;
type AnalysisExtent = (typeof extents)[number];

/**
 * The time to compute the files, per answer in a cell and in units of reading a single answer. For the tables it is the
 * time of all views of cells (`effort` in cell-result.ts), for the headline about a third of it.
 */
const effort: Readonly<Record<AnalysisExtent, number>> = { headline: 10, blinded: 10, tables: 40, amended: 10 };

/**
 * The files of a study's analysis under its own plan. The subject is "STUDY/EXTENT/STAGE"; without a stage, it is the
 * stage that pages show.
 */
export const analysisResult: ResultDefinition<AnalysisDocument> = {
  kind: "analysis",
  ruleVersion: 17,
  doing: "Writing the analysis",
  facts: readFacts,
  compute: async (subject) => {
    const request = readSubject(subject);
    if (!request) throw notFoundError();
    try {
      const lockedResults = await readPlannedResults(installation, request.studyId, null, request.stage);
      if (!lockedResults) throw notFoundError();
      const plannedResults =
        request.extent === "amended"
          ? await readAmendedResults(installation, request.studyId, null, lockedResults)
          : lockedResults;
      if (!plannedResults) return { refused: "The answers have not changed since the data were locked." };
      const dataHash = await readDataHash(request.studyId, plannedResults.choice);
      const groups = await readPlannedGroups(plannedResults);
      const filesInput = await readAnalysisFilesInput(
        plannedResults,
        groups,
        request.extent === "tables" ? dataHash : null,
      );
      const { analysisWorker } = await import("./analysis-worker.generated.ts");
      const blinding = request.extent === "blinded" ? blindingOf(plannedResults.page) : null;
      const files = await runInThread(
        analysisWorker,
        blinding ? blindAnalysisFilesInput(filesInput, blinding) : filesInput,
      );
      const shownFiles = blinding ? maskMethods(files, blinding) : files;
      return { refused: null, ...Object.fromEntries(shownFiles.map(({ name, content }) => [name, content])) };
    } catch (error) {
      // If a plan does not fit the answers, the reason is also stored as a result.
      if (error instanceof AppError && error.code === "invalid") return { refused: error.message };
      throw error;
    }
  },
};

/**
 * A file of the headline of a study's analysis, for users who may read research; null for all other users, and if no
 * file has this name. Reads only this file.
 *
 * @param isBlinded whether the names of models and conditions are replaced
 * @param loadOrCompute `loadFreshResult` in a server, `computeResult` in a job
 * @throws PendingError while a job computes the files; AppError if the study has none
 */
export async function loadAnalysisFile(
  actor: Actor,
  address: string,
  name: string,
  {
    stage = null,
    isBlinded = false,
    loadOrCompute = loadFreshResult,
  }: { stage?: string | null; isBlinded?: boolean; loadOrCompute?: typeof loadFreshResult } = {},
): Promise<AnalysisFile | null> {
  const extent = isBlinded ? "blinded" : "headline";
  const result = await loadResult(actor, address, extent, stage, (maker, subject) =>
    loadOrCompute(maker, subject, ["refused", name]),
  );
  const document = result?.document;
  if (document?.refused) throw new AppError("invalid", document.refused);
  const content = name === "refused" ? null : document?.[name];
  return content ? { name, content } : null;
}

/**
 * The files of a study's analysis for its bundle and its release, under `analysis/`: every table and comparison,
 * the headline of all current answers if they changed after the data lock, and the CONSORT figure. A study whose plan does not fit its answers has only the figure.
 *
 * @param loadOrCompute `loadFreshResult` in a server, `computeResult` on the command line
 */
export async function listAnalysisExtras(
  actor: Actor,
  address: string,
  loadOrCompute: typeof loadFreshResult = loadFreshResult,
): Promise<AnalysisFile[]> {
  const readFiles = (extent: AnalysisExtent) =>
    loadResult(actor, address, extent, null, async (maker, subject) =>
      (await loadOrCompute(maker, subject, ["refused"]))?.document.refused === null
        ? readStoredTexts(maker, subject)
        : [],
    );
  const [tableFiles, amendedFiles] = [await readFiles("tables"), await readFiles("amended")];
  const study = await getStudy(actor, address);
  const flow = study && (await loadOrCompute(flowResult, study.id));
  const files = [
    ...(tableFiles ?? []).map(({ name, text }) => ({ name, content: text })),
    ...(amendedFiles ?? []).map(({ name, text }) => ({ name: `amended-after-data/${name}`, content: text })),
    ...(flow ? writeFlowFiles(flow.document, flow.dataHash, await readDataStatus(study.id, null)) : []),
  ];
  return files.map(({ name, content }) => ({ name: `analysis/${name}`, content }));
}

/**
 * The participant flow as a figure and tables, with the status of the study's data. People who arrived after the study
 * was reopened are in separate files.
 */
export function writeFlowFiles(
  { consort, later }: Pick<StudyFlow, "consort" | "later">,
  dataHash: string,
  status: ResultStatus,
): AnalysisFile[] {
  const filesOf = (one: Consort, ofStatus: ResultStatus, prefix: string) =>
    [...filesOfFigure(consortFigure(one, ofStatus)), ...viewFiles(flowView(one), dataHash, ofStatus)].map(
      ({ name, content }) => ({ name: `flow/${prefix}${name}`, content }),
    );
  return [
    ...filesOf(consort, status, ""),
    ...(later ? filesOf(later.consort, reopenedStatus(new Date(later.lockedAt)), "reopened-") : []),
  ];
}

async function loadResult<Taken>(
  actor: Actor,
  address: string,
  extent: AnalysisExtent,
  stage: string | null,
  load: (maker: typeof analysisResult, subject: string) => Promise<Taken>,
): Promise<Taken | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  return load(analysisResult, `${study.id}/${extent}/${stage ?? ""}`);
}

function readSubject(subject: string): { studyId: string; extent: AnalysisExtent; stage: string | null } | null {
  const [studyId = "", extentName, stage = ""] = subject.split("/");
  const extent = extents.find((one) => one === extentName);
  if (!extent || !z.uuid().safeParse(studyId).success) return null;
  return { studyId, extent, stage: stage === "" ? null : stage };
}

const namesRow = z.strictObject({
  name: z.string(),
  slug: z.string(),
  benchmark: z.string(),
  /** Sessions that ended, and marks of exclusion: the methods text counts them. */
  ended: z.number(),
  planning: json().nullable(),
});

/** The facts of the cells of its tables, and all other inputs of the files. */
async function readFacts(subject: string): Promise<ResultFacts | null> {
  const request = readSubject(subject);
  const studyPlan = request && (await getStudyPlan(installation, request.studyId));
  if (!request || !studyPlan) return null;
  const { studyId, stage, extent } = request;
  const { openStratum, surplus, excluded, mismatched } = studyPlan.plan.exclusions;
  const data = extent === "amended" ? "current" : "locked";
  const query = { ...defaultResultsQuery, stage, openStratum, surplus, excluded, data } as const;
  const [cells, errors, study] = await Promise.all([
    cellResult.facts(cellSubject({ studyId, id: "accuracy", itemId: null, data, query })),
    studyPlan.plan.outcome.measure === "localisation"
      ? studySubject(studyId, mismatched).then(errorResult.facts)
      : Promise.resolve(null),
    maybeRow(
      pool(),
      namesRow,
      sql`SELECT study.name, study.slug, benchmark.name AS benchmark, study.planning,
            (SELECT coalesce(sum(count), 0)::float8 FROM session_count
             WHERE study_id = study.id AND key = '' AND event <> 'shown') AS ended
          FROM study JOIN benchmark ON benchmark.id = study.benchmark_id WHERE study.id = ${studyId}`,
    ),
  ]);
  if (!cells) return null;
  const { registration, freezes } = studyPlan;
  const freezeFacts = freezes.map(({ number, hash, hasData, at }) => ({ number, hash, hasData, at: at.toISOString() }));
  const dataState = canonicalJson({
    cells: cells.dataHash,
    errors: errors?.dataHash ?? null,
    study,
    registration,
    frozen: freezeFacts,
    asked: request,
    looks: (await readInterimAnalyses(studyId)).map(({ number, takenAt }) => [number, takenAt.toISOString()]),
    data: stateInFile(await readDataCollectionState(studyId, stage ?? "main", data)),
  });
  const answers = cells.answers * effort[extent] + (errors?.answers ?? 0);
  return { projectId: cells.projectId, dataHash: fingerprint(dataState), answers, studyId, runId: null };
}
