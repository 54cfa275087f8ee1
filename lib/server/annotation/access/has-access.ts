import type { Actor, Right } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { hasCollectionRight } from "./collection-roles.ts";

/**
 * Whether this collection exists in a project where the person has the right. A collection without that right is
 * treated as missing.
 */
export async function mayAccessCollection(actor: Actor, right: Right, collectionId: string): Promise<boolean> {
  const hasRight = hasCollectionRight(actor, right);
  const rowCount = await rowCountOf(
    pool(),
    sql`
    SELECT FROM annotation_collection AS collection WHERE collection.id = ${collectionId}::uuid AND ${hasRight}
  `,
  );
  return rowCount === 1;
}

/**
 * The same as `mayAccessCollection` for the collection of a task. Whether the task can be claimed is checked when its
 * lease is requested.
 */
export async function mayAccessTask(actor: Actor, right: Right, taskId: string): Promise<boolean> {
  const hasRight = hasCollectionRight(actor, right);
  const rowCount = await rowCountOf(
    pool(),
    sql`
    SELECT FROM annotation_task AS task JOIN annotation_collection AS collection ON collection.id = task.collection_id
    WHERE task.id = ${taskId}::uuid AND ${hasRight}
  `,
  );
  return rowCount === 1;
}
