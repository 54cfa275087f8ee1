import { z } from "zod";
import type { MyHours, MyTask, MyWorkAnswer } from "@/lib/domain/annotation/my-work.ts";
import { taskStates } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { parseInput } from "../platform/http/parse-input.ts";

export const myWorkQuery = z.strictObject({
  state: z.enum(taskStates).optional(),
  collection: z.uuid().optional(),
  cursor: z.string().max(200).optional(),
});
export type MyWorkQuery = z.infer<typeof myWorkQuery>;

const cursorSchema = z.tuple([z.iso.datetime({ offset: true }), z.uuid()]);
const pageSize = 50;

/** What a person has in hand and has submitted, newest first, with what came back and why, and their hours and pay. */
export async function listMyWork(actor: Actor, query: MyWorkQuery): Promise<MyWorkAnswer> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "annotation.work");
  const after = query.cursor === undefined ? null : parseInput(cursorSchema, query.cursor.split("~"));
  const { rows } = await pool().query(sql`
    SELECT task.id, task.collection_id, task.state::text, task.reason,
      to_char(task.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place,
      item.external_id, item.kind, item.genre, item.review_started_at, item.item_version_id, collection.is_training,
      verdict.verdict, verdict.saved_at, coalesce(activity.active_ms, 0)::float8 AS active_ms,
      activity.unblinded_at
    FROM annotation_task AS task
    JOIN annotation_item AS item ON item.id = task.item_id
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
    LEFT JOIN annotation_activity AS activity ON activity.task_id = task.id AND activity.user_id = ${userId}::uuid
    WHERE task.holder_id = ${userId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
      AND (${query.state ?? null}::text IS NULL OR task.state::text = ${query.state ?? null}::text)
      AND (${query.collection ?? null}::uuid IS NULL OR task.collection_id = ${query.collection ?? null}::uuid)
      AND task.state <> 'open'
      AND (${after?.[0] ?? null}::timestamptz IS NULL
           OR (task.changed_at, task.id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid))
    ORDER BY task.changed_at DESC, task.id DESC LIMIT ${pageSize + 1}::int
  `);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    tasks: page.map(
      (row): MyTask => ({
        taskId: row.id,
        collectionId: row.collection_id,
        externalId: row.external_id,
        kind: row.kind,
        genre: row.genre,
        state: row.state,
        verdict: row.verdict,
        returnReason: row.state === "returned" ? row.reason : null,
        submittedAt: row.saved_at?.toISOString() ?? null,
        activeMs: row.active_ms,
        canReopen:
          ["submitted", "done", "irreparable"].includes(row.state) &&
          (row.is_training ||
            (row.review_started_at === null && row.item_version_id === null && row.unblinded_at === null)),
      }),
    ),
    cursor: rows.length > pageSize && last ? `${last.place}~${last.id}` : null,
    hours: await readHours(userId, scope),
  };
}

/** Hours and pay by collection, trainings left out: active time alone, whatever came of the work. */
async function readHours(userId: string, scope: string[] | null): Promise<MyHours[]> {
  const { rows } = await pool().query(sql`
    SELECT collection.id, collection.name, collection.settings, sum(activity.active_ms)::float8 AS active_ms,
      sum(activity.idle_ms)::float8 AS idle_ms,
      count(*) FILTER (WHERE task.holder_id = ${userId}::uuid AND task.verdict_id IS NOT NULL)::int AS submitted
    FROM annotation_activity AS activity
    JOIN annotation_task AS task ON task.id = activity.task_id
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    WHERE activity.user_id = ${userId}::uuid AND NOT collection.is_training
      AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
    GROUP BY collection.id ORDER BY collection.created_at
  `);
  return rows.map((row) => {
    const { payPerHour, currency } = row.settings;
    return {
      collectionId: row.id,
      collectionName: row.name,
      submitted: row.submitted,
      activeMs: row.active_ms,
      idleMs: row.idle_ms,
      payPerHour,
      currency,
      earned: payPerHour === null ? null : Math.round((row.active_ms / 3_600_000) * payPerHour),
    };
  });
}
