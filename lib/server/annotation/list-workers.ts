import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import { fairPay } from "@/lib/domain/stories/effort/fair-pay.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { getCollection } from "./list-collections.ts";

/** The people of a collection, for those who manage it, most finished first. */
export async function listWorkers(actor: Actor, collectionId: string): Promise<Worker[]> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notThere();
  const { rows } = await pool().query(sql`
    WITH held AS (
      SELECT task.holder_id AS user_id, count(*) FILTER (WHERE state = 'leased')::int AS in_hand,
        count(*) FILTER (WHERE state = 'parked')::int AS parked, count(*) FILTER (WHERE state = 'returned')::int AS returned,
        count(task.verdict_id)::int AS finished, count(*) FILTER (WHERE verdict.verdict = 'refined')::int AS refined
      FROM annotation_task AS task LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
      WHERE task.collection_id = ${collectionId}::uuid AND task.holder_id IS NOT NULL GROUP BY 1
    ), timed AS (
      SELECT user_id, sum(active_ms)::float8 AS active_ms, sum(idle_ms)::float8 AS idle_ms,
        sum(active_ms) FILTER (WHERE is_review)::float8 AS review_ms
      FROM (
        SELECT activity.user_id, active_ms, idle_ms, false AS is_review
        FROM annotation_activity AS activity JOIN annotation_task AS task ON task.id = activity.task_id
        WHERE task.collection_id = ${collectionId}::uuid
        UNION ALL
        SELECT work.user_id, active_ms, idle_ms, true
        FROM annotation_review_work AS work JOIN annotation_item AS item ON item.id = work.item_id
        WHERE item.collection_id = ${collectionId}::uuid
      ) AS spent GROUP BY 1
    ), skipped AS (
      SELECT seen.user_id, count(*)::int AS n FROM annotation_seen AS seen JOIN annotation_item AS item ON item.id = seen.item_id
      WHERE item.collection_id = ${collectionId}::uuid AND seen.how = 'skipped' GROUP BY 1
    ), reviewed AS (
      SELECT review.reviewer_id AS user_id, count(*)::int AS n
      FROM standing_review AS review JOIN annotation_item AS item ON item.id = review.item_id
      WHERE item.collection_id = ${collectionId}::uuid GROUP BY 1
    )
    SELECT app_user.id, app_user.name, held.in_hand, held.parked, held.returned, held.finished, held.refined,
      timed.active_ms, timed.idle_ms, timed.review_ms, skipped.n AS skipped, reviewed.n AS reviews
    FROM app_user
    LEFT JOIN held ON held.user_id = app_user.id LEFT JOIN timed ON timed.user_id = app_user.id
    LEFT JOIN skipped ON skipped.user_id = app_user.id LEFT JOIN reviewed ON reviewed.user_id = app_user.id
    WHERE coalesce(held.user_id, timed.user_id, skipped.user_id, reviewed.user_id) IS NOT NULL
    ORDER BY held.finished DESC NULLS LAST, app_user.name
  `);
  const { payPerHour } = collection.settings;
  return rows.map((row) => {
    const activeMs: number = row.active_ms ?? 0;
    const finished: number = row.finished ?? 0;
    return {
      userId: row.id,
      name: row.name,
      inHand: row.in_hand ?? 0,
      parked: row.parked ?? 0,
      returned: row.returned ?? 0,
      finished,
      refined: row.refined ?? 0,
      skipped: row.skipped ?? 0,
      reviews: row.reviews ?? 0,
      activeMs,
      reviewMs: row.review_ms ?? 0,
      idleMs: row.idle_ms ?? 0,
      // Pay by the hour is its own floor: the top-up from nothing is what the hours earned.
      earned: payPerHour === null ? null : fairPay(activeMs, 0, payPerHour).topUp,
      minutesPerItem: finished === 0 ? null : (activeMs - (row.review_ms ?? 0)) / 60_000 / finished,
    };
  });
}
