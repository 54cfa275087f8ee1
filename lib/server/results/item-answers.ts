import * as z from "zod";
import type { Parity, ParityDifference } from "@/lib/domain/models/decide-parity.ts";
import {
  type ItemPrediction,
  type ItemPredictionList,
  type ItemResponseList,
  type ItemResponsesQuery,
  itemAnswersPerPage,
} from "@/lib/domain/results/model/item-answers.ts";
import { affirmation } from "@/lib/domain/statistics/proportions/affirmation.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { readShownStage } from "../counting/read-counts.ts";
import { reasonOfAnswerSql } from "../counting/reason-of-answer.ts";
import { studyReading } from "../models/study-reading.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow, text } from "../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../platform/database/sql.ts";
import { refreshItemParity } from "../studies/parity/refresh-parity.ts";
import { studyWhere } from "../studies/study-where.ts";

const countedRow = z.strictObject({ total: z.number(), counted: z.number() });

const listedRow = z.strictObject({
  id: z.string(),
  key: z.string(),
  stratum: z.string(),
  answer_key: z.string().nullable(),
  explanation: z.string().nullable(),
  elapsed_ms: z.number(),
  saved_at: z.date(),
  is_surplus: z.boolean(),
  exclusions: z.array(z.string()),
});

/**
 * People's answers to one item and their reasons, newest first, a page at a time; null for users who may not read
 * research. The `where` of the study checks the right.
 */
export async function listItemResponses(
  actor: Actor,
  address: string,
  itemVersionId: string,
  query: ItemResponsesQuery,
): Promise<ItemResponseList | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study || !z.uuid().safeParse(itemVersionId).success) return null;
  const choice = countedByDefault(await readShownStage(study.id));
  // Answers excluded by a setting are listed with the reason, to distinguish them from counted answers.
  const { conditionId, answerKey } = query;
  const isSelected = (
    rows: SqlFragment,
  ) => fragment`${rows}.study_id = ${study.id} AND ${rows}.item_version_id = ${itemVersionId}
    AND ${rows}.stage = ${choice.stage}::stage AND (${conditionId}::text IS NULL OR condition.key = ${conditionId})
    AND (${answerKey}::text IS NULL OR ${rows}.answer_key = ${answerKey})`;
  const [totals, listedRows] = await Promise.all([
    // The counters cover the same rows: the newest revision of each answer in complete sessions.
    maybeRow(
      pool(),
      countedRow,
      sql`SELECT coalesce(sum(cell.count), 0)::float8 AS total, coalesce(sum(cell.count) FILTER (
           WHERE (${choice.surplus} OR NOT cell.is_surplus) AND (${choice.excluded} OR NOT cell.is_excluded)), 0)::float8 AS counted
       FROM cell_count AS cell JOIN condition ON condition.id = cell.condition_id
       JOIN stratum ON stratum.id = cell.stratum_id
       WHERE ${isSelected(fragment`cell`)} AND (${choice.openStratum} OR NOT stratum.is_open)`,
    ),
    manyRows(
      pool(),
      listedRow,
      sql`SELECT counted.id, condition.key, stratum.label AS stratum, counted.answer_key, reason.words AS explanation,
         counted.elapsed_ms, counted.saved_at, counted.is_surplus,
         ARRAY(SELECT exclusion.reason FROM exclusion WHERE response_id = counted.id AND revoked_at IS NULL ORDER BY created_at) AS exclusions
       FROM counted_response AS counted
       JOIN condition ON condition.id = counted.condition_id
       JOIN stratum ON stratum.id = counted.stratum_id
       ${reasonOfAnswerSql("counted")}
       WHERE ${isSelected(fragment`counted`)} AND ${countedWhere({ ...choice, surplus: true, excluded: true })}
       ORDER BY counted.saved_at DESC, counted.id
       LIMIT ${itemAnswersPerPage} OFFSET ${(query.page - 1) * itemAnswersPerPage}`,
    ),
  ]);
  return {
    total: totals?.total ?? 0,
    counted: totals?.counted ?? 0,
    responses: listedRows.map((row) => ({
      id: row.id,
      conditionId: row.key,
      stratum: row.stratum,
      answerKey: row.answer_key,
      explanation: row.explanation,
      elapsedMs: row.elapsed_ms,
      savedAt: row.saved_at,
      isSurplus: row.is_surplus,
      exclusions: row.exclusions,
    })),
  };
}

const itemPredictionRow = z.strictObject({
  name: z.string(),
  is_demo: z.boolean(),
  source: z.string(),
  condition_key: z.string(),
  repeat: z.number(),
  answer_key: z.string().nullable(),
  logprobs: json<Record<string, number | null>>().nullable(),
  output: z.string().nullable(),
  prompt: z.string().nullable(),
  found_parity: text<Parity | "unmatched">().nullable(),
  differs: json<ParityDifference[]>().nullable(),
  is_other_version: z.boolean().nullable(),
  /** Of all pages. */
  total: z.number(),
});

/**
 * A page of models' answers to one item version of a project's benchmark, ordered by model, with their prompts and the
 * differences in them.
 */
export async function listItemPredictions(
  actor: Actor,
  address: string,
  itemVersionId: string,
  page = 1,
): Promise<ItemPredictionList> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study || !z.uuid().safeParse(itemVersionId).success) return { total: 0, predictions: [] };
  await refreshItemParity(study.id, itemVersionId);
  const rows = await manyRows(
    pool(),
    itemPredictionRow,
    sql`SELECT model.name, model.is_demo, run.source, prediction.condition_key, prediction.repeat, reading.answer_key, prediction.logprobs,
       prediction.output, prediction.prompt, found.parity AS found_parity, found.differs, found.is_other_version, listed.total
     FROM (
       SELECT prediction.id, study_item.study_id, count(*) OVER ()::int AS total,
         row_number() OVER (ORDER BY model.name, run.source, prediction.condition_key, prediction.repeat) AS place
       FROM study_item
       JOIN prediction ON prediction.item_version_id = study_item.item_version_id
       JOIN run ON run.id = prediction.run_id
       JOIN model ON model.id = run.model_id
       WHERE study_item.study_id = ${study.id} AND study_item.item_version_id = ${itemVersionId}
       ORDER BY place LIMIT ${itemAnswersPerPage} OFFSET ${(page - 1) * itemAnswersPerPage}
     ) AS listed
     JOIN prediction ON prediction.id = listed.id
     JOIN run ON run.id = prediction.run_id
     JOIN model ON model.id = run.model_id
     ${studyReading(study.id)}
     LEFT JOIN LATERAL (
       -- If the answer is compared with several conditions, the largest difference is used.
       SELECT parity, differs, is_other_version FROM parity_finding
       WHERE study_id = listed.study_id AND prediction_id = prediction.id
       ORDER BY array_position(ARRAY['mismatch', 'unverified', 'verified', 'unmatched'], parity) LIMIT 1
     ) AS found ON true
     ORDER BY listed.place`,
  );
  const predictions = rows.map(
    (row): ItemPrediction => ({
      model: row.name,
      source: row.source,
      isDemo: row.is_demo,
      conditionKey: row.condition_key,
      repeat: row.repeat,
      answerKey: row.answer_key,
      probabilityTrue: row.logprobs === null ? null : affirmation(row.logprobs).pTrue,
      output: row.output,
      prompt: row.prompt,
      finding: {
        parity: row.found_parity === "unmatched" || row.found_parity === null ? "unverified" : row.found_parity,
        differs: row.differs ?? [],
        ...(row.is_other_version && { isOtherVersion: true as const }),
      },
      isMatched: row.found_parity !== "unmatched" && row.found_parity !== null,
    }),
  );
  return { total: rows[0]?.total ?? 0, predictions };
}
