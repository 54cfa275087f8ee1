import * as z from "zod";
import type { Answer, Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { findRightKeys } from "@/lib/domain/items/right-keys.ts";
import { formatReadableAnswer, optionsOf } from "@/lib/domain/items/stimulus.ts";
import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import {
  type AnsweredRun,
  type AnswerFilter,
  type AnswerQuery,
  type AnswerSort,
  answersPerPage,
  type ListedAnswer,
  maxSortedAnswers,
} from "@/lib/domain/models/registry-view.ts";
import { type Actor, can, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, text } from "../../platform/database/rows.ts";
import { fragment, SqlFragment, sql } from "../../platform/database/sql.ts";

const orders: Readonly<Record<AnswerSort, SqlFragment>> = {
  item: fragment`item.ordinal, item.external_id`,
  answer: fragment`prediction.answer_key NULLS FIRST, item.external_id`,
  rule: fragment`prediction.reading_rule NULLS LAST, item.external_id`,
  parity: fragment`prediction.parity, item.external_id`,
};
const filters: Readonly<Record<AnswerFilter, SqlFragment>> = {
  all: fragment`true`,
  unparsed: fragment`prediction.answer_key IS NULL`,
  "by-hand": new SqlFragment([`prediction.read_from = '${readByPerson}'`], []),
};
const shownOutputChars = 1_500;

const answerRow = z.strictObject({
  id: z.string(),
  item_version_id: z.string(),
  item: z.string(),
  kind: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
  condition: json<ConditionLevels>(),
  condition_key: z.string(),
  repeat: z.number(),
  answer: json<Answer>().nullable(),
  answer_key: z.string().nullable(),
  read_from: z.string().nullable(),
  reading_rule: z.string().nullable(),
  parity: text<ListedAnswer["parity"]>(),
  output: z.string().nullable(),
  gold: json().nullable(),
});

type AnswerRow = z.infer<typeof answerRow>;

const columns = fragment`prediction.id, prediction.item_version_id, item.external_id AS item, item.kind, item.text, item.options,
  story.title, story.genre, story.text AS story, prediction.condition, prediction.condition_key, prediction.repeat,
  prediction.answer, prediction.answer_key, prediction.read_from, prediction.reading_rule, prediction.parity,
  left(prediction.output, ${shownOutputChars}::int) AS output, key.gold`;
const joins = fragment`JOIN story_version AS story ON story.id = item.story_version_id
  LEFT JOIN LATERAL (
    SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
  ) AS key ON true`;

/**
 * A page of a run's answers; null for users who may not see it. A run of up to `maxSorted` answers can be sorted and
 * searched by text; a longer run is read item by item along an index, so that no page reads all of its answers.
 */
export async function listAnswers(
  actor: Actor,
  runId: string,
  query: AnswerQuery,
  maxSorted = maxSortedAnswers,
): Promise<AnsweredRun | null> {
  const run = await db().run.findFirst({
    where: { id: runId, model: inProjectsWith(actor, "research.read") },
    select: {
      id: true,
      source: true,
      model: { select: { id: true, name: true, projectId: true } },
      benchmark: { select: { id: true, name: true } },
    },
  });
  if (!run) return null;
  const answers = await countAnswers(runId);
  const isLong = answers > maxSorted;
  const { rows, total, next } = isLong
    ? await readAnswersByItem({ runId, benchmarkId: run.benchmark.id, answers, mostSorted: maxSorted }, query)
    : { ...(await sortAnswers(runId, query)), next: null };
  const { projectId, ...model } = run.model;
  return {
    id: run.id,
    source: run.source,
    model,
    benchmark: run.benchmark,
    canWrite: can(actor, "research.write", projectId),
    total,
    answers: rows.map(toAnswer),
    isLong,
    next,
  };
}

const totalRow = z.strictObject({ total: z.number() });

/** The number of answers of a run, from its counters. */
async function countAnswers(runId: string): Promise<number> {
  const row = await maybeRow(
    pool(),
    totalRow,
    sql`SELECT coalesce(sum(answers), 0)::float8 AS total FROM prediction_change WHERE run_id = ${runId}`,
  );
  return row?.total ?? 0;
}

/** A page in the requested order, by its number. */
async function sortAnswers(
  runId: string,
  { search, sort, show, page }: AnswerQuery,
): Promise<{ rows: AnswerRow[]; total: number }> {
  const condition = fragment`prediction.run_id = ${runId} AND ${filters[show]} AND (${search}::text = ''
    OR position(lower(${search}::text) IN lower(concat_ws(' ', item.external_id, prediction.condition_key, prediction.output))) > 0)`;
  const fromSql = fragment`FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id`;
  const [rows, countedRows] = await Promise.all([
    manyRows(
      pool(),
      answerRow,
      sql`SELECT ${columns} ${fromSql} ${joins} WHERE ${condition}
       ORDER BY ${orders[sort]}, prediction.condition_key, prediction.repeat, prediction.id
       LIMIT ${answersPerPage} OFFSET ${(page - 1) * answersPerPage}`,
    ),
    maybeRow(pool(), totalRow, sql`SELECT count(*)::float8 AS total ${fromSql} WHERE ${condition}`),
  ]);
  return { rows, total: countedRows?.total ?? 0 };
}

/**
 * A page of answers that begins after a given answer. The items are in the order of their file, the answers to each
 * item in the order of the index.
 */
async function readAnswersByItem(
  run: { runId: string; benchmarkId: string; answers: number; mostSorted: number },
  { search, show, from }: AnswerQuery,
): Promise<{ rows: AnswerRow[]; total: number | null; next: AnsweredRun["next"] }> {
  const firstItemId = from?.itemVersionId ?? null;
  const rows = await manyRows(
    pool(),
    answerRow,
    sql`SELECT ${columns}
     FROM (
       SELECT id, ordinal, external_id FROM item_version
       WHERE benchmark_id = ${run.benchmarkId} AND (${search}::text = '' OR position(lower(${search}::text) IN lower(external_id)) > 0)
         AND (${firstItemId}::uuid IS NULL OR (ordinal, external_id, id) >=
           (SELECT begin.ordinal, begin.external_id, begin.id FROM item_version AS begin WHERE begin.id = ${firstItemId}))
       ORDER BY ordinal, external_id, id
     ) AS place
     CROSS JOIN LATERAL (
       SELECT prediction.* FROM prediction
       WHERE prediction.run_id = ${run.runId} AND prediction.item_version_id = place.id AND ${filters[show]}
         AND (${firstItemId}::uuid IS NULL OR place.id <> ${firstItemId}
           OR (prediction.condition_key, prediction.repeat) > (${from?.condition ?? ""}, ${from?.repeat ?? 0}::int))
       ORDER BY prediction.condition_key, prediction.repeat LIMIT ${answersPerPage + 1}
     ) AS prediction
     JOIN item_version AS item ON item.id = place.id
     ${joins}
     ORDER BY place.ordinal, place.external_id, place.id, prediction.condition_key, prediction.repeat
     LIMIT ${answersPerPage + 1}`,
  );
  const pageRows = rows.slice(0, answersPerPage);
  const last = rows.length > answersPerPage ? pageRows.at(-1) : undefined;
  return {
    rows: pageRows,
    total: search !== "" ? null : show === "all" ? run.answers : await countFiltered(run, show),
    next: last ? { itemVersionId: last.item_version_id, condition: last.condition_key, repeat: last.repeat } : null,
  };
}

/** The number of answers of a long run that match a filter, counted along its index, at most `maxSorted`. */
async function countFiltered(
  { runId, mostSorted: maxSorted }: { runId: string; mostSorted: number },
  show: AnswerFilter,
): Promise<number> {
  const row = await maybeRow(
    pool(),
    totalRow,
    sql`SELECT count(*)::float8 AS total FROM (
       SELECT FROM prediction WHERE prediction.run_id = ${runId} AND ${filters[show]} LIMIT ${maxSorted}) AS filtered`,
  );
  return row?.total ?? 0;
}

function toAnswer(row: AnswerRow): ListedAnswer {
  const { kind, text, options: given, title, genre, story } = row;
  const item: Item = { kind, text, options: given, story: { title, genre, text: story } };
  const options = optionsOf(item, row.condition).map(({ value, label }) => ({ value, label }));
  const right = findRightKeys(item, row.gold);
  const chosen = row.answer?.choice ?? row.answer?.text ?? "";
  return {
    id: row.id,
    item: row.item,
    condition: row.condition_key,
    repeat: row.repeat,
    answer: formatReadableAnswer(item, row.condition, row.answer, row.answer_key),
    isRight: row.answer_key === null || right.length === 0 ? null : right.includes(row.answer_key),
    from: row.read_from,
    rule: row.reading_rule,
    parity: row.parity,
    output: row.output,
    options,
    chosen,
  };
}
