import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { MyHours, MyTask, MyWorkAnswer } from "@/lib/domain/annotation/my-work.ts";
import { payFor } from "@/lib/domain/annotation/pay.ts";
import { copyVerdicts } from "@/lib/domain/annotation/requests.ts";
import { taskStates } from "@/lib/domain/annotation/task.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { parseInput } from "../../platform/http/parse-input.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { type PaidWorkRow, readPaidWork } from "../people/read-paid-work.ts";
import { loadPersonFigures } from "./own-figures.ts";

export const myWorkQuery = z.strictObject({
  state: z.enum(taskStates).optional(),
  collection: z.uuid().optional(),
  cursor: z.string().max(200).optional(),
});
export type MyWorkQuery = z.infer<typeof myWorkQuery>;

const cursorSchema = z.tuple([z.iso.datetime({ offset: true }), z.uuid()]);
const pageSize = 50;

const myWorkRow = z.strictObject({
  id: z.string(),
  collection_id: z.string(),
  state: z.enum(taskStates),
  reason: z.string().nullable(),
  place: z.string(),
  external_id: z.string(),
  kind: text<KsteKind>(),
  genre: z.string(),
  review_started_at: z.date().nullable(),
  item_version_id: z.string().nullable(),
  is_out: z.boolean(),
  is_training: z.boolean(),
  verdict: z.enum(copyVerdicts).nullable(),
  saved_at: z.date().nullable(),
  active_ms: z.number(),
  unblinded_at: z.date().nullable(),
});

/**
 * The tasks that a person holds or has submitted, newest first. Returned tasks have their reasons. The first page also
 * has the person's hours and pay.
 */
export async function listMyWork(actor: Actor, query: MyWorkQuery): Promise<MyWorkAnswer> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  const cursor = query.cursor === undefined ? null : parseInput(cursorSchema, query.cursor.split("~"));
  const rows = await manyRows(
    pool(),
    myWorkRow,
    sql`
    SELECT task.id, task.collection_id, task.state::text, task.reason,
      to_char(task.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place,
      item.external_id, item.kind, item.genre, item.review_started_at, item.item_version_id,
      item.status = 'rejected' AS is_out, collection.is_training,
      verdict.verdict, verdict.saved_at, coalesce(activity.active_ms, 0)::float8 AS active_ms,
      activity.unblinded_at
    FROM annotation_task AS task
    JOIN annotation_item AS item ON item.id = task.item_id
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
    LEFT JOIN annotation_activity AS activity ON activity.task_id = task.id AND activity.user_id = ${userId}::uuid
    WHERE task.holder_id = ${userId}::uuid AND ${hasRight}
      AND (${query.state ?? null}::text IS NULL OR task.state::text = ${query.state ?? null}::text)
      AND (${query.collection ?? null}::uuid IS NULL OR task.collection_id = ${query.collection ?? null}::uuid)
      AND task.state <> 'open'
      AND (${cursor?.[0] ?? null}::timestamptz IS NULL
           OR (task.changed_at, task.id) < (${cursor?.[0] ?? null}::timestamptz, ${cursor?.[1] ?? null}::uuid))
    ORDER BY task.changed_at DESC, task.id DESC LIMIT ${pageSize + 1}::int
  `,
  );
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
            (row.review_started_at === null &&
              row.item_version_id === null &&
              !row.is_out &&
              row.unblinded_at === null)),
      }),
    ),
    cursor: rows.length > pageSize && last ? `${last.place}~${last.id}` : null,
    hours: cursor === null ? await readHoursByCollection(userId) : [],
  };
}

const hourRow = z.strictObject({ id: z.string(), name: z.string(), settings: json<CollectionSettings>() });

/**
 * Hours and pay by collection for annotating and reviewing, without trainings. They depend neither on the result of the
 * work nor on the person's current rights.
 */
async function readHoursByCollection(userId: string): Promise<MyHours[]> {
  const [paidWork, figures] = await Promise.all([readPaidWork({ userId }), loadPersonFigures(userId)]);
  const work = new Map(paidWork.map((row) => [row.collection_id, row]));
  const rows = await manyRows(
    pool(),
    hourRow,
    sql`
    SELECT id, name, settings FROM annotation_collection
    WHERE id = ANY(${[...work.keys()]}::uuid[]) AND NOT is_training ORDER BY created_at
  `,
  );
  return rows.map(({ id, name, settings }) => {
    const { active_ms: activeMs, idle_ms: idleMs, judged, reviews } = work.get(id) as PaidWorkRow;
    const { payPerHour, payPerItem = null, currency } = settings;
    return {
      collectionId: id,
      collectionName: name,
      submitted: judged,
      reviews,
      ...{ activeMs, idleMs, payPerHour, payPerItem, currency },
      pay: payFor(settings, { activeMs, items: judged + reviews }),
      figures: figures.get(id) ?? null,
    };
  });
}
