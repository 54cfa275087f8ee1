import * as z from "zod";
import type { ReviewWorkRequest } from "@/lib/domain/annotation/requests.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";

const reviewLeaseRow = z.strictObject({ review_lease_ends_at: z.date().nullable(), is_decided: z.boolean() });

/**
 * A reviewer's heartbeat: renews the lease of the review, counts time (at most the time since the last heartbeat, by
 * the server's clock) and stores the draft. The last heartbeat may arrive just after the decision. 409 if someone else
 * has the review.
 */
export async function saveReviewWork(
  actor: Actor,
  taskId: string,
  work: ReviewWorkRequest,
): Promise<{ leaseEndsAt: string | null }> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.review");
  const draft = work.draft ? JSON.stringify({ taskId, ...work.draft }) : null;
  const row = await maybeRow(
    pool(),
    reviewLeaseRow,
    sql`
    WITH place AS (
      SELECT item.id, (collection.settings->>'leaseMinutes')::int AS minutes
      FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
      JOIN annotation_collection AS collection ON collection.id = item.collection_id
      WHERE task.id = ${taskId}::uuid AND ${hasRight}
    ), kept AS (
      UPDATE annotation_item AS item SET review_lease_ends_at = lease_end(place.minutes, clock_timestamp())
      FROM place WHERE item.id = place.id AND item.reviewer_id = ${userId}::uuid AND item.status = 'in-review'
      RETURNING item.id, item.review_lease_ends_at
    ), decided AS (
      SELECT place.id FROM place WHERE NOT EXISTS (SELECT FROM kept) AND EXISTS (
        SELECT FROM standing_review WHERE item_id = place.id AND reviewer_id = ${userId}::uuid
          AND elapsed_since(saved_at) < 120000)
    ), clocked AS (
      INSERT INTO annotation_review_work AS work (item_id, user_id, draft, draft_at)
      SELECT id, ${userId}::uuid, ${draft}::jsonb, CASE WHEN ${draft}::jsonb IS NOT NULL THEN clock_timestamp() END
      FROM (SELECT id FROM kept UNION ALL SELECT id FROM decided) AS counted
      ON CONFLICT (item_id, user_id) DO UPDATE SET
        active_ms = work.active_ms + least(${work.activeMs}::bigint, elapsed_since(work.last_beat_at)),
        idle_ms = work.idle_ms + least(${work.idleMs}::bigint,
          greatest(0, elapsed_since(work.last_beat_at) - ${work.activeMs}::bigint)),
        last_beat_at = clock_timestamp(),
        draft = CASE WHEN EXISTS (SELECT FROM decided) THEN NULL
          WHEN ${work.draft !== undefined}::boolean THEN excluded.draft ELSE work.draft END,
        draft_at = CASE WHEN ${work.draft !== undefined}::boolean THEN excluded.draft_at ELSE work.draft_at END
    )
    SELECT kept.review_lease_ends_at, EXISTS (SELECT FROM decided) AS is_decided FROM place LEFT JOIN kept ON kept.id = place.id
  `,
  );
  if (!row) throw notFoundError();
  if (row.is_decided) return { leaseEndsAt: null };
  if (row.review_lease_ends_at === null)
    throw new AppError("conflict", "Another person reviews this item now, or it has been decided.", "holder");
  return { leaseEndsAt: row.review_lease_ends_at.toISOString() };
}
