import * as z from "zod";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import {
  chooseSeries,
  formatResultsQuery,
  narrowResults,
  parseResultsQuery,
  type ResultsQuery,
} from "@/lib/domain/results/model/results-query.ts";
import { deriveSeriesFacts, type SeriesFacts } from "@/lib/domain/results/model/series-facts.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import type { DataVersion } from "@/lib/domain/results/plan/data-collection-state.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { type CellViewId, cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { chooseData, readStages } from "../counting/read-counts.ts";
import { readDataHash } from "../counting/read-data-hash.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { maxComputedWhileWaiting } from "../stored-results/stored-result.ts";
import { isTallied, tallyPredictions } from "../studies/parity/tally-predictions.ts";
import { loadResults } from "./load-results.ts";
import { computeCellView } from "./views/cell-in-worker.ts";
import type { CellWorkerInput } from "./views/compute-cells.ts";
import { loadPlannedGroups } from "./views/load-planned-groups.ts";
import { viewsResult, viewsSubject } from "./views/views-result.ts";

/** A computed table or comparison, with the hash of its data. */
export interface CellDocument {
  view: View;
  dataHash: string;
}

/** The parameters of one table or comparison. */
export interface CellRequest {
  studyId: string;
  id: CellViewId;
  /** The selected item; null for all items. */
  itemId: string | null;
  /** The data that the table shows (`chooseData`), so that a table of data before the lock never stands for locked data. */
  data: DataVersion;
  query: ResultsQuery;
}

/**
 * The time that each view needs for one answer of a model in a cell, in units of reading a single answer (a twentieth
 * of a millisecond). Measured with 25 models in 560 cells each, and rounded up.
 */
const effort: Readonly<Record<CellViewId, number>> = {
  accuracy: 1,
  beside: 1,
  conditions: 1,
  models: 2,
  levels: 1,
  "tom-factual": 2,
  factors: 1,
  prompts: 2,
  families: 2,
  scale: 1,
  "open-ended": 1,
  interactions: 13,
  ratings: 1,
  cells: 1,
};

/**
 * One of the paper's tables for the parameters of a page. The subject is "STUDY/VIEW/ITEM/DATA?QUERY". If models have few
 * answers, the table is computed immediately. Dozens of models need seconds of processor time, so such a table is
 * stored like a result of single answers.
 */
export const cellResult: ResultDefinition<CellDocument> = {
  kind: "cells",
  ruleVersion: 13,
  // Every set of filters has separate tables, so only the newest tables are kept.
  keep: 200,
  doing: "Comparing people and models",
  facts: readFacts,
  compute: async (subject, { read }) => {
    const request = readCellSubject(subject);
    if (!request) throw notFoundError();
    const selection = await chooseAnswers(request);
    if (!selection) throw notFoundError();
    // The hash is computed first, so that it never covers data that arrived later.
    const dataHash = await readDataHash(request.studyId, selection.choice);
    await tallyPredictions(request.studyId);
    const page = await loadResults(installation, request.studyId, { ...request.query, stage: selection.choice.stage });
    if (!page) throw notFoundError();
    const work = await collectWorkerInput(page, request);
    const totalEffort = work.results.answers.length * effort[request.id];
    const view = await computeCellView(work, (share) => read(share * totalEffort));
    return { view, dataHash };
  },
};

/** The subject of a table or comparison; sorting and paging are not part of it. */
export function cellSubject({ studyId, id, itemId, data, query }: CellRequest): string {
  const queryText = formatResultsQuery({ ...query, sort: "file", show: null, leads: null, page: 1 });
  return `${studyId}/${id}/${itemId ?? ""}/${data}${queryText}`;
}

/** The parameters of a subject; null for an unknown one. */
function readCellSubject(subject: string): Omit<CellRequest, "data"> | null {
  const [path = "", address = ""] = subject.split("?");
  const [studyId = "", view = "", item = ""] = path.split("/");
  const id = cellViewTitles.find((one) => one.id === view)?.id;
  const itemId = item === "" ? null : item;
  const isValid = z.uuid().safeParse(studyId).success && (itemId === null || z.uuid().safeParse(itemId).success);
  if (!id || !isValid) return null;
  const params = new URLSearchParams(address);
  const query = parseResultsQuery(Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)])));
  return { studyId, id, itemId, query };
}

const hashRow = z.strictObject({ hash: z.string() });

async function readFacts(subject: string): Promise<ResultFacts | null> {
  const request = readCellSubject(subject);
  const selection = request && (await chooseAnswers(request));
  if (!selection) return null;
  const { studyId } = request;
  const { about, choice } = selection;
  const [dataHash, groups, isCounted] = await Promise.all([
    readDataHash(studyId, choice),
    // A plan may contain tests of groups of people, which are corrected for multiple testing together with the tests of
    // models.
    maybeRow(
      pool(),
      hashRow,
      sql`SELECT data_hash AS hash FROM stored_result
        WHERE kind = ${viewsResult.kind} AND subject = ${viewsSubject(studyId, choice)}`,
    ),
    isTallied(studyId),
  ]);
  const answers = estimateWork(request, about);
  return {
    projectId: about.projectId,
    dataHash: fingerprint([dataHash, about.plan, about.models, groups?.hash].join("/")),
    // If answers are not counted yet, a job must count them first. The number then exceeds the limit of a page request.
    answers: isCounted ? answers : Math.max(answers, maxComputedWhileWaiting + 1),
    studyId,
    runId: null,
  };
}

/** The facts of the study, and which of its answers count; null if the study does not exist. */
async function chooseAnswers({
  studyId,
  query,
}: Pick<CellRequest, "studyId" | "query">): Promise<{ about: CellFacts; choice: ViewChoice } | null> {
  const [about, stages] = await Promise.all([readCellFacts(studyId), readStages(studyId)]);
  if (!about) return null;
  const { surplus, excluded, openStratum, key } = query;
  const stage = chooseStage(stages, query.stage, about.stage);
  const data = await chooseData(studyId, stage, query.data);
  return { about, choice: { stage, surplus, excluded, openStratum, key, data } };
}

const cellFactsRow = z.strictObject({
  projectId: z.string(),
  stage: z.string(),
  /** Hash of the plan; null if there is no plan. */
  plan: z.string().nullable(),
  /** Hash of the properties of the models that answered and of their runs. */
  models: z.string().nullable(),
  runs: z.number(),
  items: z.number(),
  /** Maximum number of cells that runs answered. */
  answered: z.number(),
});

type CellFacts = z.infer<typeof cellFactsRow>;

async function readCellFacts(studyId: string): Promise<CellFacts | null> {
  const row = await maybeRow(
    pool(),
    cellFactsRow,
    sql`WITH answered AS (
       SELECT run.id, run.model_id, coalesce(sum(known.answers), 0) AS answers
       FROM study JOIN run ON run.benchmark_id = study.benchmark_id
       JOIN prediction_change AS known ON known.run_id = run.id WHERE study.id = ${studyId} GROUP BY run.id
     ), cells AS (
       SELECT (SELECT count(*) FROM study_item WHERE study_id = ${studyId}) AS items,
         (SELECT count(*) FROM condition WHERE study_id = ${studyId}) AS conditions
     )
     SELECT study.project_id AS "projectId", replace(study.stage::text, '_', '-') AS stage,
       (SELECT md5(document::text) FROM study_plan WHERE study_id = study.id) AS plan,
       (SELECT md5(string_agg(concat_ws('/', run.id, run.source, run.settings, model.id, model.name, model.details), ','
          ORDER BY run.id))
        FROM answered JOIN run ON run.id = answered.id JOIN model ON model.id = run.model_id) AS models,
       (SELECT count(*)::int FROM answered) AS runs, cells.items::int AS items,
       (SELECT coalesce(sum(least(answers, cells.items * cells.conditions)), 0)::float8 FROM answered) AS answered
     FROM study, cells WHERE study.id = ${studyId}`,
  );
  return row ?? null;
}

function estimateWork({ id, itemId, query }: Omit<CellRequest, "data">, { runs, items, answered }: CellFacts): number {
  const modelShare = query.models === null ? 1 : Math.min(1, query.models.length / Math.max(1, runs));
  const itemShare = itemId === null ? 1 : 1 / Math.max(1, items);
  return Math.ceil(answered * modelShare * itemShare * effort[id]);
}

async function collectWorkerInput(
  page: StudyResultsPage,
  { id, itemId, query }: Pick<CellRequest, "id" | "itemId" | "query">,
): Promise<CellWorkerInput> {
  const narrowedResults = narrowResults(page.results, query);
  const results = {
    ...narrowedResults,
    items: narrowedResults.items.filter((item) => itemId === null || item.id === itemId),
  };
  const series = chooseSeries(page.results, query);
  const isWhole = query.models === null && itemId === null;
  return {
    id,
    results: { ...results, series },
    details: await readModelDetails(page),
    by: query.by,
    rules: planRules(query, page.plan),
    planned:
      id === "models" && isWhole && page.plan
        ? {
            all: page.results,
            query,
            plan: page.plan,
            groups: await loadPlannedGroups(page.study.id, [page.plan.plan, page.plan.former?.plan], query),
          }
        : null,
  };
}

const modelDetailRow = z.strictObject({
  model: z.string(),
  source: z.string(),
  details: json().nullable(),
  settings: json().nullable(),
});

/** The properties of the models of a page and of their runs (family, size, tuning, thinking), by series ID. */
export async function readModelDetails({
  study,
  results,
}: Pick<StudyResultsPage, "study" | "results">): Promise<Map<string, SeriesFacts>> {
  const rows = await manyRows(
    pool(),
    modelDetailRow,
    sql`SELECT model.id AS model, run.source, model.details, run.settings
     FROM run JOIN model ON model.id = run.model_id WHERE run.benchmark_id = ${study.benchmarkId}
     AND model.id = ANY(${[...new Set(results.series.map(({ modelId }) => modelId))]}::uuid[])`,
  );
  return new Map(
    results.series.map(({ id, modelId, model, source }) => {
      const run = rows.find((row) => row.model === modelId && row.source === source);
      return [id, deriveSeriesFacts(model, run?.details, run?.settings)];
    }),
  );
}
