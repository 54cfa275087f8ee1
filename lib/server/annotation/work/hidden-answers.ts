import type { PoolClient } from "pg";
import * as z from "zod";
import type { HiddenAnswers } from "@/lib/domain/annotation/my-work.ts";
import type { Answer } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { itemOfRow, itemRowColumns } from "../../items/item-of-row.ts";
import { type Actor, can, requirePerson } from "../../platform/access/access.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";

const taskRow = z.strictObject({
  external_id: z.string(),
  story: z.string(),
  benchmark_id: z.string().nullable(),
  is_training: z.boolean(),
  project_id: z.string(),
  is_open: z.boolean(),
  is_decided: z.boolean(),
});

const predictionRow = z.strictObject({
  name: z.string(),
  condition: json<HiddenAnswers["answers"][number]["condition"]>(),
  answer: json<Answer>().nullable(),
  answer_key: z.string().nullable(),
  output: z.string().nullable(),
  ...itemRowColumns,
  gold: json().nullable(),
});

/**
 * Earlier model answers to this item, from the predictions of the collection's benchmark. Available only after this
 * person has given a verdict that was not revoked, so that no model influences the judgement. Anyone who has read the
 * answers cannot reopen the task, and a repeated verdict after a return from review is marked. The correctness of an
 * answer would reveal the key, and thereby the verdicts of others, so annotators see it only after the item is decided.
 */
export async function readHiddenAnswers(actor: Actor, taskId: string): Promise<HiddenAnswers> {
  return await withTx((client) => readAndMark(client, actor, taskId));
}

/**
 * Checks access, reads the answers and marks the task in one transaction that locks the task. So the task cannot be
 * reopened between the check and the mark, and no answers are shown if the mark cannot be stored.
 */
async function readAndMark(client: PoolClient, actor: Actor, taskId: string): Promise<HiddenAnswers> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  await client.query(sql`
    SELECT FROM annotation_task WHERE id = ${taskId}::uuid AND EXISTS (
      SELECT FROM annotation_activity WHERE task_id = ${taskId}::uuid AND user_id = ${userId}::uuid) FOR UPDATE
  `);
  // A statement that begins after the lock sees all data that were committed before the lock.
  const task = await maybeRow(
    client,
    taskRow,
    sql`
    SELECT item.external_id, item.document->>'story' AS story, collection.benchmark_id, collection.is_training,
      collection.project_id, EXISTS (
        SELECT FROM annotation_verdict AS verdict
        WHERE verdict.task_id = task.id AND verdict.author_id = ${userId}::uuid
          AND (collection.is_training OR verdict.id = task.verdict_id AND task.state <> 'returned')) AS is_open,
      item.status = 'accepted' OR item.status IN ('irreparable', 'rejected')
        AND EXISTS (SELECT FROM annotation_review WHERE item_id = item.id) AS is_decided
    FROM annotation_task AS task
    JOIN annotation_item AS item ON item.id = task.item_id
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    WHERE task.id = ${taskId}::uuid AND ${hasRight}
      AND EXISTS (SELECT FROM annotation_activity WHERE task_id = task.id AND user_id = ${userId}::uuid)
  `,
  );
  if (!task) throw notFoundError();
  if (!task.is_open) {
    throw new AppError("forbidden", "The models' answers are shown after your verdict.");
  }
  const predictions = await manyRows(
    client,
    predictionRow,
    sql`
    SELECT model.name, prediction.condition, prediction.answer, prediction.answer_key, prediction.output,
      version.kind, version.text, version.options, version.attributes,
       item_task(version.task_schema_version_id, version.task_fields) AS task, story.title, story.genre, story.text AS story,
      (SELECT gold FROM item_key WHERE item_version_id = version.id ORDER BY version DESC LIMIT 1) AS gold
    FROM item_version AS version
    JOIN story_version AS story ON story.id = version.story_version_id
    JOIN prediction ON prediction.item_version_id = version.id
    JOIN run ON run.id = prediction.run_id
    JOIN model ON model.id = run.model_id
    WHERE version.benchmark_id = ${task.benchmark_id}::uuid AND version.external_id = ${task.external_id}
    ORDER BY model.name, prediction.condition_key, prediction.repeat LIMIT 200
  `,
  );
  if (predictions.length > 0 && !task.is_training) {
    await client.query(sql`
      UPDATE annotation_activity SET unblinded_at = coalesce(unblinded_at, clock_timestamp())
      WHERE task_id = ${taskId}::uuid AND user_id = ${userId}::uuid
    `);
  }
  const isDecided = task.is_decided || can(actor, "annotation.manage", task.project_id);
  return {
    isDecided,
    story: task.story,
    answers: predictions.map((row) => {
      const kind = requireKind(row.kind);
      const { answer } = row;
      const item = itemOfRow(row);
      return {
        model: row.name,
        condition: row.condition,
        answer: answer === null ? null : kind.answerKey(answer),
        isRight: answer === null || !isDecided ? null : kind.score(answer, row.gold, item).correct,
        // Word positions in another version of the story would point to the wrong words.
        spans: row.story === task.story ? (answer?.spans ?? []) : [],
        output: row.output,
      };
    }),
  };
}
