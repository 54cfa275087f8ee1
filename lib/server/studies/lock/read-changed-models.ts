import * as z from "zod";
import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import type { ChangedModel } from "@/lib/domain/results/plan/data-collection-state.ts";
import { markLateRuns } from "@/lib/domain/results/plan/late-runs.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { readFreezeTimes } from "./read-freeze-times.ts";
import { resultsFirstSeenSql } from "./results-first-seen-sql.ts";

const changedRow = z.strictObject({
  model: z.string(),
  first: z.number(),
  repeats: z.number(),
  corrected: z.number(),
  judged: z.number(),
  from: z.date(),
  to: z.date(),
}) satisfies z.ZodType<ChangedModel>;

const runRow = z.strictObject({
  id: z.string(),
  model: z.string(),
  seenAt: z.date(),
  /** When the first answer of the run was stored. */
  storedAt: z.date(),
  /** Whether it has answers that were stored after results had been seen. */
  hasLateAnswers: z.boolean(),
});

/**
 * The models of which answers to a study's items were stored or changed after someone had seen results of the study.
 * Four changes count: a first answer to a cell of the study, independent of when its evaluation was started; a further
 * answer to a cell for which the run already had an answer (also under another name of the condition); a manually
 * corrected reading; and an answer changed by the verdict of a judge. Runs that the frozen plan does not cover are exploratory and are left out (`markLateRuns`). First
 * answers do not count if the plan is not frozen. Only answers of runs whose tallies show answers that were stored
 * later are read.
 *
 * @param models the models of the plan; empty for all
 */
export async function readChangedModels(studyId: string, models: readonly string[]): Promise<ChangedModel[]> {
  const tallied = await manyRows(
    pool(),
    runRow,
    sql`SELECT run.id, model.name AS model, seen.at AS "seenAt",
       coalesce(tally.first_stored_at, run.created_at) AS "storedAt",
       coalesce(tally.last_stored_at > seen.at, false) AS "hasLateAnswers"
     FROM (${resultsFirstSeenSql(studyId)}) AS seen JOIN prediction_tally AS tally ON tally.study_id = ${studyId}
     JOIN run ON run.id = tally.run_id JOIN model ON model.id = run.model_id
     WHERE seen.at IS NOT NULL AND (cardinality(${models}::text[]) = 0 OR model.name = ANY (${models}))`,
  );
  if (!tallied.some(({ hasLateAnswers }) => hasLateAnswers)) return [];
  const [freezes, matchedIds] = await Promise.all([readFreezeTimes(studyId), readMatchedRuns(studyId, tallied)]);
  const importedAt = new Map(tallied.map(({ id, storedAt }) => [id, storedAt.getTime()]));
  const runs = markLateRuns(
    tallied.filter(({ id }) => matchedIds.has(id)),
    { models: [...models] },
    { ...freezes, importedAt },
  ).filter(({ isLate, hasLateAnswers }) => !isLate && hasLateAnswers);
  if (runs.length === 0) return [];
  return manyRows(
    pool(),
    changedRow,
    sql`WITH planned AS (
       SELECT * FROM unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ model }) => model)}::text[],
         ${runs.map(({ seenAt }) => seenAt)}::timestamptz[]) AS run (id, model, at)
     ), late AS (
       SELECT planned.model, planned.at, prediction.run_id, prediction.id, prediction.item_version_id,
         prediction.condition_key, greatest(prediction.stored_at, prediction.judged_at) AS changed_at,
         prediction.read_from IS NOT DISTINCT FROM ${readByPerson} AS "isCorrected",
         prediction.read_from = 'judge' AND coalesce(prediction.stored_at <= planned.at, true) AS "isJudged"
       FROM planned JOIN prediction ON prediction.run_id = planned.id
         AND (prediction.stored_at > planned.at OR prediction.judged_at > planned.at)
       JOIN study_item ON study_item.study_id = ${studyId} AND study_item.item_version_id = prediction.item_version_id
     ), sorted AS (
       SELECT *, NOT "isCorrected" AND "isJudged" IS NOT TRUE AND EXISTS (
         SELECT FROM prediction AS before WHERE before.run_id = late.run_id
           AND before.item_version_id = late.item_version_id AND before.id <> late.id
           AND (before.condition_key = late.condition_key OR EXISTS (
             SELECT FROM parity_finding AS own JOIN parity_finding AS other
               ON other.study_id = own.study_id AND other.condition_key = own.condition_key
             WHERE own.study_id = ${studyId} AND own.prediction_id = late.id AND other.prediction_id = before.id))
           AND (before.stored_at IS NULL OR before.stored_at <= late.at OR before.read_from = ${readByPerson}))
         AS "isRepeat"
       FROM late
     ), changed AS (
       SELECT * FROM sorted WHERE "isCorrected" OR "isJudged" OR "isRepeat" OR (${freezes.frozenAt !== null}::boolean AND EXISTS (
         SELECT FROM parity_finding WHERE study_id = ${studyId} AND prediction_id = sorted.id AND condition_key <> ''))
     )
     SELECT model,
       count(*) FILTER (WHERE NOT "isCorrected" AND "isJudged" IS NOT TRUE AND NOT "isRepeat")::int AS first,
       count(*) FILTER (WHERE "isRepeat")::int AS repeats, count(*) FILTER (WHERE "isCorrected")::int AS corrected,
       count(*) FILTER (WHERE "isJudged")::int AS judged, min(changed_at) AS "from", max(changed_at) AS "to"
     FROM changed GROUP BY model ORDER BY model`,
  );
}

/** The runs with answers to cells of the study. A page of results has no series of other runs. */
async function readMatchedRuns(studyId: string, runs: readonly { id: string }[]): Promise<ReadonlySet<string>> {
  const rows = await manyRows(
    pool(),
    z.strictObject({ id: z.string() }),
    sql`SELECT run_id AS id FROM prediction_tally WHERE study_id = ${studyId}
       AND run_id = ANY (${runs.map(({ id }) => id)}::uuid[]) AND EXISTS (
         SELECT FROM json_array_elements(counts -> 'findings') AS finding WHERE finding::jsonb - '' <> '{}'::jsonb)`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The models whose first answer to any item of the study's benchmark was stored after someone had seen results of a
 * study without a frozen plan. With a frozen plan, `readChangedModels` returns them.
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
     WHERE NOT EXISTS (SELECT FROM protocol_freeze WHERE study_id = ${studyId})
       AND (cardinality(${models}::text[]) = 0 OR model.name = ANY (${models}))
     GROUP BY model.name HAVING bool_and(coalesce(tally.first_stored_at, run.created_at) > seen.at) ORDER BY model.name`,
  );
  return rows.map(({ model }) => model);
}
