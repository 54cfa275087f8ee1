import * as z from "zod";
import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import type { ChangedModel } from "@/lib/domain/results/plan/data-collection-state.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { resultsFirstSeenSql } from "./results-first-seen-sql.ts";

const changedRow = z.strictObject({
  model: z.string(),
  repeats: z.number(),
  corrected: z.number(),
}) satisfies z.ZodType<ChangedModel>;

const earlyRunRow = z.strictObject({ id: z.string(), model: z.string(), at: z.date() });

/**
 * The models whose answers to a study's items changed after someone had seen results of the study. Two changes count: a
 * further answer to a cell of the study for which the run already had an answer (also under another name of the
 * condition), and a manually corrected reading. A first answer to a cell is not a change. Only two kinds of runs can
 * have changed, so only their answers are read: runs that were created before the results were seen and whose tallies
 * show answers that were stored later.
 *
 * @param models the models of the plan; empty for all
 */
export async function readChangedModels(studyId: string, models: readonly string[]): Promise<ChangedModel[]> {
  const runs = await manyRows(
    pool(),
    earlyRunRow,
    sql`SELECT run.id, model.name AS model, seen.at FROM (${resultsFirstSeenSql(studyId)}) AS seen
     JOIN prediction_tally AS tally ON tally.study_id = ${studyId} AND tally.last_stored_at > seen.at
     JOIN run ON run.id = tally.run_id AND run.created_at <= seen.at JOIN model ON model.id = run.model_id
     WHERE cardinality(${models}::text[]) = 0 OR model.name = ANY (${models})`,
  );
  if (runs.length === 0) return [];
  return manyRows(
    pool(),
    changedRow,
    sql`WITH early AS (
       SELECT * FROM unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ model }) => model)}::text[],
         ${runs.map(({ at }) => at)}::timestamptz[]) AS run (id, model, at)
     ), late AS (
       SELECT early.model, early.at, prediction.run_id, prediction.id, prediction.item_version_id,
         prediction.condition_key, prediction.read_from IS NOT DISTINCT FROM ${readByPerson} AS "isCorrected"
       FROM early JOIN prediction ON prediction.run_id = early.id AND prediction.stored_at > early.at
       JOIN study_item ON study_item.study_id = ${studyId} AND study_item.item_version_id = prediction.item_version_id
     ), changed AS (
       SELECT * FROM late WHERE "isCorrected" OR EXISTS (
         SELECT FROM prediction AS before WHERE before.run_id = late.run_id
           AND before.item_version_id = late.item_version_id AND before.id <> late.id
           AND (before.condition_key = late.condition_key OR EXISTS (
             SELECT FROM parity_finding AS own JOIN parity_finding AS other
               ON other.study_id = own.study_id AND other.condition_key = own.condition_key
             WHERE own.study_id = ${studyId} AND own.prediction_id = late.id AND other.prediction_id = before.id))
           AND (before.stored_at IS NULL OR before.stored_at <= late.at OR before.read_from = ${readByPerson}))
     )
     SELECT model, count(*) FILTER (WHERE NOT "isCorrected")::int AS repeats,
       count(*) FILTER (WHERE "isCorrected")::int AS corrected
     FROM changed GROUP BY model ORDER BY model`,
  );
}

/**
 * The models whose first answer to any item of the study's benchmark was stored after someone had seen results of the
 * study.
 *
 * @param models the models of the plan; empty for all
 */
export async function readLateModels(studyId: string, models: readonly string[]): Promise<string[]> {
  const rows = await manyRows(
    pool(),
    z.strictObject({ model: z.string() }),
    sql`SELECT model.name AS model FROM (${resultsFirstSeenSql(studyId)}) AS seen
     JOIN prediction_tally AS tally ON tally.study_id = ${studyId} JOIN run ON run.id = tally.run_id
     JOIN model ON model.id = run.model_id
     WHERE cardinality(${models}::text[]) = 0 OR model.name = ANY (${models})
     GROUP BY model.name HAVING bool_and(coalesce(tally.first_stored_at, run.created_at) > seen.at) ORDER BY model.name`,
  );
  return rows.map(({ model }) => model);
}
