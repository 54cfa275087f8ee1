import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { type SqlFragment, sql } from "../../platform/database/sql.ts";

const collectionRow = z.strictObject({ id: z.string(), is_training: z.boolean() });

/**
 * The collection with this ID, if this person may annotate in it. Without an ID: the oldest open collection in which
 * the person holds a task or in which a task is open. Trainings are found only by ID. Null if no collection is found.
 */
export async function findCollection(
  may: SqlFragment,
  userId: string,
  collectionId: string | undefined,
): Promise<{ id: string; isTraining: boolean } | null> {
  const row = await maybeRow(
    pool(),
    collectionRow,
    sql`
    SELECT id, is_training FROM annotation_collection AS collection
    WHERE ${may}
      AND (id = ${collectionId ?? null}::uuid OR (${collectionId ?? null}::uuid IS NULL AND NOT is_training AND (
        EXISTS (SELECT FROM annotation_task WHERE holder_id = ${userId}::uuid AND collection_id = collection.id
                AND state IN ('leased', 'returned'))
        OR (closed_at IS NULL AND (SELECT sum(count) FROM annotation_count
                                   WHERE collection_id = collection.id AND scope = 'task' AND state = 'open') > 0))))
    ORDER BY created_at LIMIT 1
  `,
  );
  return row ? { id: row.id, isTraining: row.is_training } : null;
}
