import * as z from "zod";
import { plannedPool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { isTaskFreeFor } from "./change-of-hands.ts";
import { isItemOpenTo, type TaskSeeker } from "./claim-next.ts";

const reservedTaskRow = z.strictObject({ id: z.string(), head_id: z.string().nullable() });

/**
 * Reserves up to `limit` further copies for a person who holds a copy in the collection, for the duration of a lease.
 * Returns the copies with their newest revisions, in the order in which they will be assigned. Renews reservations that
 * are still valid. Never reserves two copies of one item.
 */
export async function offerTasksAhead(
  { userId, may, collectionId }: TaskSeeker,
  limit: number,
): Promise<{ taskId: string; revisionId: string | null }[]> {
  const rows = await manyRows(
    plannedPool(),
    reservedTaskRow,
    sql`
    WITH place AS (
      SELECT id, (settings->>'leaseMinutes')::int AS minutes FROM annotation_collection AS collection
      WHERE id = ${collectionId}::uuid AND NOT is_training AND closed_at IS NULL AND ${may}
        AND EXISTS (SELECT FROM annotation_task WHERE collection_id = ${collectionId}::uuid
          AND holder_id = ${userId}::uuid AND state = 'leased')
    ), offered AS (
      SELECT task.id, task.item_id, task.ordinal FROM annotation_task AS task
      WHERE EXISTS (SELECT FROM place) AND task.collection_id = ${collectionId}::uuid
        AND task.offered_to = ${userId}::uuid AND NOT lease_is_free(task.offered_until, clock_timestamp())
        AND ${isTaskFreeFor(userId)}
      ORDER BY task.ordinal LIMIT ${limit} FOR UPDATE OF task SKIP LOCKED
    ), fresh AS (
      SELECT task.id, task.item_id, task.ordinal FROM annotation_task AS task
      WHERE EXISTS (SELECT FROM place) AND (SELECT count(*) FROM offered) < ${limit}
        AND task.collection_id = ${collectionId}::uuid AND ${isTaskFreeFor(userId)}
        AND lease_is_free(coalesce(task.offered_until, '-infinity'), clock_timestamp())
        AND NOT EXISTS (SELECT FROM offered WHERE offered.item_id = task.item_id)
        AND ${isItemOpenTo(userId)}
      ORDER BY task.ordinal LIMIT ${limit} FOR UPDATE OF task SKIP LOCKED
    ), one_each AS (
      SELECT DISTINCT ON (item_id) id, ordinal FROM fresh ORDER BY item_id, ordinal
    ), chosen AS (
      SELECT id, ordinal FROM offered
      UNION ALL (SELECT id, ordinal FROM one_each ORDER BY ordinal LIMIT ${limit} - (SELECT count(*) FROM offered))
    ), marked AS (
      UPDATE annotation_task AS task SET offered_to = ${userId}::uuid,
        offered_until = greatest(task.offered_until, lease_end(place.minutes, clock_timestamp()))
      FROM place, chosen WHERE task.id = chosen.id
      RETURNING task.id, task.head_id, task.ordinal
    )
    SELECT id, head_id FROM marked ORDER BY ordinal
  `,
  );
  return rows.map((row) => ({ taskId: row.id, revisionId: row.head_id }));
}
