import * as z from "zod";
import { classifyOpenAnswer } from "@/lib/domain/beliefs/scoring/classify.ts";
import type { Answer, Item } from "@/lib/domain/items/item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { type ItemRowColumns, itemOfRow, itemRowColumns } from "../../items/item-of-row.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/** A question that a process has claimed. */
export interface ClaimedQuestion {
  position: number;
  condition: number;
  repeat: number;
  /** The number of the claim; the answer of an earlier claim is not stored. */
  attempt: number;
  itemVersionId: string;
  externalId: string;
  item: Item;
  /** The answer to be judged; null if the model itself answers. */
  judged: { predictionId: string; output: string; gold: unknown } | null;
}

const claimedQuestionRow = z.strictObject({
  position: z.number(),
  condition: z.number(),
  repeat: z.number(),
  attempts: z.number(),
  item_version_id: z.string(),
  prediction_id: z.string().nullable(),
  external_id: z.string(),
  ...itemRowColumns,
  output: z.string().nullable(),
  gold: json().nullable(),
}) satisfies z.ZodType<ItemRowColumns>;

/**
 * Claims up to a number of waiting questions, in the order of the plan. Time and memory depend only on this number.
 */
export async function claimQuestions(evaluationId: string, count: number): Promise<ClaimedQuestion[]> {
  const rows = await manyRows(
    pool(),
    claimedQuestionRow,
    sql`WITH taken AS (
       UPDATE evaluation_question SET state = 'asking', attempts = attempts + 1
       WHERE evaluation_id = ${evaluationId} AND position IN (
         SELECT position FROM evaluation_question WHERE evaluation_id = ${evaluationId} AND state = 'waiting'
         ORDER BY position LIMIT ${count} FOR UPDATE SKIP LOCKED)
       RETURNING position, condition, repeat, attempts, item_version_id, prediction_id)
     SELECT taken.*, item.external_id, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task, story.title, story.genre,
       story.text AS story, prediction.output,
       CASE WHEN taken.prediction_id IS NOT NULL THEN
         (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) END AS gold
     FROM taken JOIN item_version AS item ON item.id = taken.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN prediction ON prediction.id = taken.prediction_id ORDER BY taken.position`,
  );
  return rows.map((row) => ({
    position: row.position,
    condition: row.condition,
    repeat: row.repeat,
    attempt: row.attempts,
    itemVersionId: row.item_version_id,
    externalId: row.external_id,
    item: itemOfRow(row),
    judged:
      row.prediction_id === null ? null : { predictionId: row.prediction_id, output: row.output ?? "", gold: row.gold },
  }));
}

/**
 * Returns claimed questions to the queue without an answer, when this process stops or after another process has ended.
 * Only one process at a time runs the job of an evaluation.
 */
export async function returnQuestions(evaluationId: string): Promise<void> {
  await pool().query(
    sql`UPDATE evaluation_question SET state = 'waiting' WHERE evaluation_id = ${evaluationId} AND state = 'asking'`,
  );
}

const releasedRow = z.strictObject({ released: z.number() });

/**
 * Decides about the waiting questions with an expression of belief ("always correct", Du et al., section 4). Releases
 * the questions about facts whose questions without an expression were all answered correctly, and skips the others.
 * Returns the number of released questions; 0 if no question is waiting.
 */
export async function releaseWaitingQuestions(evaluationId: string): Promise<number> {
  const rowCount = await rowCountOf(
    pool(),
    sql`SELECT FROM evaluation_question WHERE evaluation_id = ${evaluationId} AND state = 'held' LIMIT 1`,
  );
  if (!rowCount) return 0;
  const row = await maybeRow(
    pool(),
    releasedRow,
    sql`WITH decided AS (
       UPDATE evaluation_question AS question
       SET state = CASE WHEN item.attributes ->> 'fact' = ANY (${await readKnownFacts(evaluationId)}) THEN 'waiting' ELSE
       'skipped' END
       FROM item_version AS item
       WHERE question.evaluation_id = ${evaluationId} AND question.state = 'held' AND item.id = question.item_version_id
       RETURNING question.state),
     counted AS (
       UPDATE evaluation SET skipped = skipped + (SELECT count(*) FROM decided WHERE state = 'skipped')
       WHERE id = ${evaluationId})
     SELECT (count(*) FILTER (WHERE state = 'waiting'))::int AS released FROM decided`,
  );
  return row?.released ?? 0;
}

const knownFactRow = z.strictObject({
  fact: z.string(),
  state: z.string(),
  kind: z.string(),
  answer: json<Answer>().nullable(),
  answer_key: z.string().nullable(),
  gold: json().nullable(),
});

/** The facts whose questions without an expression were all answered correctly. */
async function readKnownFacts(evaluationId: string): Promise<string[]> {
  const rows = await manyRows(
    pool(),
    knownFactRow,
    sql`SELECT coalesce(item.attributes ->> 'fact', '') AS fact, question.state, item.kind, prediction.answer,
     prediction.answer_key, key.gold
     FROM evaluation JOIN evaluation_question AS question ON question.evaluation_id = evaluation.id
     JOIN item_version AS item ON item.id = question.item_version_id AND item.attributes ->> 'role' = 'prior'
     LEFT JOIN prediction ON prediction.run_id = evaluation.run_id AND prediction.item_version_id = item.id
       AND prediction.repeat = question.repeat
     LEFT JOIN LATERAL (
       SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS key ON true
     WHERE evaluation.id = ${evaluationId}`,
  );
  const unknownFacts = new Set<string>();
  for (const { fact, state, kind, answer, answer_key, gold } of rows) {
    const isRight =
      itemKinds[kind]?.optionSource === "none"
        ? containsTrueObject(answer?.text ?? "", gold)
        : answer_key !== null && answer_key === gold;
    if (state !== "answered" || !isRight) unknownFacts.add(fact);
  }
  return [...new Set(rows.map(({ fact }) => fact))].filter((fact) => !unknownFacts.has(fact));
}

/** Whether an open-ended answer is correct: it must contain one of the accepted names of the true object. */
function containsTrueObject(answerText: string, gold: unknown): boolean {
  const names = z.object({ accept: z.array(z.string()) }).safeParse(gold).data?.accept ?? [];
  return classifyOpenAnswer(answerText, { prior: names, context: [] }, null) === "memory";
}
