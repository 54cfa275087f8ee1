import * as z from "zod";
import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import { payFor } from "@/lib/domain/annotation/pay.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getCollection } from "../collections/list-collections.ts";
import { changeByAuthor } from "../items/copy-change.ts";
import { readPaidWork } from "./read-paid-work.ts";

const workerRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  in_hand: z.number().nullable(),
  parked: z.number().nullable(),
  returned: z.number().nullable(),
  finished: z.number().nullable(),
  refined: z.number().nullable(),
  marks_only: z.number().nullable(),
  skipped: z.number().nullable(),
});

/**
 * The people of a collection, sorted by finished copies in descending order. Only for users who manage the collection.
 */
export async function listWorkers(actor: Actor, collectionId: string): Promise<Worker[]> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const paidWorkByPerson = new Map((await readPaidWork({ collectionId })).map((row) => [row.user_id, row]));
  const rows = await manyRows(
    pool(),
    workerRow,
    sql`
    WITH copies AS (
      SELECT verdict.author_id, task.id, max(${changeByAuthor}) AS change
      FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
      JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
      LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
      WHERE task.collection_id = ${collectionId}::uuid GROUP BY 1, 2
    ), judged AS (
      SELECT author_id AS user_id, count(*)::int AS finished, count(*) FILTER (WHERE change = 'text')::int AS refined,
        count(*) FILTER (WHERE change = 'marks')::int AS marks_only
      FROM copies GROUP BY 1
    ), held AS (
      SELECT holder_id AS user_id, count(*) FILTER (WHERE state = 'leased')::int AS in_hand,
        count(*) FILTER (WHERE state = 'parked')::int AS parked, count(*) FILTER (WHERE state = 'returned')::int AS returned
      FROM annotation_task WHERE collection_id = ${collectionId}::uuid AND holder_id IS NOT NULL GROUP BY 1
    ), skipped AS (
      SELECT event.actor_id AS user_id, count(DISTINCT item.id)::int AS n FROM annotation_item AS item
      JOIN audit_event AS event ON event.subject_type = 'annotation-item' AND event.subject_id = item.id::text
      WHERE item.collection_id = ${collectionId}::uuid AND event.action = 'annotation.skip' GROUP BY 1
    )
    SELECT app_user.id, app_user.name, held.in_hand, held.parked, held.returned, judged.finished, judged.refined, judged.marks_only,
      skipped.n AS skipped
    FROM app_user LEFT JOIN held ON held.user_id = app_user.id
    LEFT JOIN judged ON judged.user_id = app_user.id LEFT JOIN skipped ON skipped.user_id = app_user.id
    WHERE held.user_id IS NOT NULL OR skipped.user_id IS NOT NULL OR app_user.id = ANY(${[...paidWorkByPerson.keys()]}::uuid[])
    ORDER BY judged.finished DESC NULLS LAST, app_user.name
  `,
  );
  return rows.map((row) => {
    const paidWork = paidWorkByPerson.get(row.id);
    const {
      active_ms: activeMs = 0,
      review_ms: reviewMs = 0,
      idle_ms: idleMs = 0,
      reviews = 0,
      decisions = 0,
    } = paidWork ?? {};
    const paidItems = (paidWork?.judged ?? 0) + reviews;
    const finishedCount: number = row.finished ?? 0;
    return {
      userId: row.id,
      name: row.name,
      inHand: row.in_hand ?? 0,
      parked: row.parked ?? 0,
      returned: row.returned ?? 0,
      finished: finishedCount,
      refined: row.refined ?? 0,
      marksOnly: row.marks_only ?? 0,
      skipped: row.skipped ?? 0,
      reviews,
      decisions,
      activeMs,
      reviewMs,
      idleMs,
      paidItems,
      pay: payFor(collection.settings, { activeMs, items: paidItems }),
      secondsPerItem: finishedCount === 0 ? null : (activeMs - reviewMs) / 1000 / finishedCount,
    };
  });
}
