import type { HiddenAnswers } from "@/lib/domain/annotation/my-work.ts";
import { readPriorAnswer } from "@/lib/domain/annotation/read-prior-answer.ts";
import type { Answer } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";
import { projectScope } from "./project-scope.ts";

/**
 * What models answered to this item before, from the predictions of the collection's benchmark. Sealed until this person
 * has given a verdict on the item, so that no model leads the judgement; a verdict that was reopened stays given.
 */
export async function readHiddenAnswers(actor: Actor, taskId: string): Promise<HiddenAnswers> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "annotation.work");
  const { rows } = await pool().query(sql`
    SELECT item.external_id, item.document->>'story' AS story, collection.benchmark_id,
      EXISTS (SELECT FROM annotation_verdict WHERE task_id = task.id AND author_id = ${userId}::uuid) AS is_open
    FROM annotation_task AS task
    JOIN annotation_item AS item ON item.id = task.item_id
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    WHERE task.id = ${taskId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
      AND EXISTS (SELECT FROM annotation_activity WHERE task_id = task.id AND user_id = ${userId}::uuid)
  `);
  const task = rows[0];
  if (!task) throw notThere();
  if (!task.is_open) {
    throw new AppError("forbidden", "What models answered is shown after your own verdict.");
  }
  const predictions = await pool().query(sql`
    SELECT model.name, prediction.condition, prediction.answer, prediction.answer_key, prediction.output,
      version.kind, version.text, version.options, version.attributes, story.title, story.genre, story.text AS story,
      (SELECT gold FROM item_key WHERE item_version_id = version.id ORDER BY version DESC LIMIT 1) AS gold
    FROM item_version AS version
    JOIN story_version AS story ON story.id = version.story_version_id
    JOIN prediction ON prediction.item_version_id = version.id
    JOIN run ON run.id = prediction.run_id
    JOIN model ON model.id = run.model_id
    WHERE version.benchmark_id = ${task.benchmark_id}::uuid AND version.external_id = ${task.external_id}
    ORDER BY model.name, prediction.condition_key, prediction.repeat LIMIT 200
  `);
  return {
    answers: predictions.rows.map((row) => {
      const kind = requireKind(row.kind);
      const answer =
        (row.answer as Answer | null) ??
        (row.output === null ? null : readPriorAnswer({ kind: row.kind, story: row.story }, row.condition, row.output));
      const item = {
        kind: row.kind,
        story: { title: row.title, genre: row.genre, text: row.story },
        text: row.text,
        options: row.options,
        attributes: row.attributes,
      };
      return {
        model: row.name,
        condition: row.condition,
        answer: answer === null ? null : kind.answerKey(answer),
        isRight: answer === null ? null : kind.score(answer, row.gold, item).correct,
        // Word positions of another version of the story would point at the wrong words.
        spans: row.story === task.story ? (answer?.spans ?? []) : [],
        output: row.output,
      };
    }),
  };
}
