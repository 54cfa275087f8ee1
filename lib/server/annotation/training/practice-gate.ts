import * as z from "zod";
import type { PracticeGate } from "@/lib/domain/annotation/task.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { isPracticeItem } from "../collections/is-practice-item.ts";
import { scorePracticeAnswers } from "./practice-answers.ts";

const gateRow = z.strictObject({
  pass_mark: z.number(),
  has_task: z.boolean(),
  training_id: z.string().nullable(),
  total: z.number(),
  done: z.number(),
  right_ones: z.number(),
  faults: z.number(),
  found: z.number(),
});

/**
 * What a person must still practise before a collection gives them items. Null if there is no gate, if the person has
 * passed it, or if they had begun to work in the collection before the gate was set. Only the first verdict on each
 * practice item counts, because the expert's verdict is shown afterwards. Two shares must be reached: of verdicts that
 * agree with the expert's, and of faults that were found, each with its kind and position if these are known. Accepting
 * everything finds no fault. In a collection of a task schema, answers are compared (`scorePracticeAnswers`).
 */
export async function findPracticeGate(collectionId: string, userId: string): Promise<PracticeGate | null> {
  const row = await maybeRow(
    pool(),
    gateRow,
    sql`
    SELECT (collection.settings->>'practicePassMark')::float8 AS pass_mark,
      collection.task_schema_id IS NOT NULL AS has_task, training.id AS training_id, taken.*
    FROM annotation_collection AS collection
    LEFT JOIN LATERAL (
      SELECT id FROM annotation_collection AS one WHERE project_id = collection.project_id AND is_training
        AND one.task_schema_id IS NOT DISTINCT FROM collection.task_schema_id ORDER BY created_at LIMIT 1
    ) AS training ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS total, count(first.verdict)::int AS done,
        count(*) FILTER (WHERE first.verdict = item.expert->>'verdict')::int AS right_ones,
        count(*) FILTER (WHERE item.expert->>'verdict' = 'refined')::int AS faults,
        count(*) FILTER (WHERE item.expert->>'verdict' = 'refined' AND (first.verdict = 'irreparable' OR (first.verdict = 'refined'
          AND (coalesce(jsonb_array_length(item.expert->'fault'->'codes'), 0) = 0
            OR item.expert->'fault'->'codes' ?| first.codes)
          AND (item.expert->'fault'->>'words' IS NULL OR position(item.expert->'fault'->>'words' IN first.story) = 0))))::int AS found
      FROM annotation_item AS item LEFT JOIN LATERAL (
        SELECT verdict.verdict, verdict.codes,
          coalesce((SELECT document->>'story' FROM annotation_revision WHERE id = verdict.revision_id), item.document->>'story') AS story
        FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
        WHERE task.item_id = item.id AND verdict.author_id = ${userId}::uuid ORDER BY verdict.saved_at LIMIT 1
      ) AS first ON true
      WHERE item.collection_id = training.id AND ${isPracticeItem}
    ) AS taken ON true
    WHERE collection.id = ${collectionId}::uuid AND NOT collection.is_training
      AND collection.settings->>'practicePassMark' IS NOT NULL
      AND NOT EXISTS (SELECT FROM annotation_task WHERE collection_id = collection.id AND holder_id = ${userId}::uuid)
  `,
  );
  if (!row) return null;
  const { pass_mark: passMark, training_id: trainingId, right_ones, has_task: hasTask, ...verdicts } = row;
  const {
    right: correct,
    done,
    total,
    faults,
    found,
  } = hasTask && trainingId !== null
    ? await scorePracticeAnswers(trainingId, userId)
    : { ...verdicts, right: right_ones };
  const isPassed =
    total > 0 && done === total && correct / total >= passMark && (faults === 0 || found / faults >= passMark);
  const scoredUnit = hasTask ? "answers" : "verdicts";
  const progress = { of: scoredUnit, passMark, right: correct, done, total, faults, found } as const;
  return isPassed ? null : { ...progress, trainingId: total > 0 ? trainingId : null };
}
