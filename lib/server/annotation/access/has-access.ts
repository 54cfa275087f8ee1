import type { Actor, Right } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { allowedIn } from "./collection-roles.ts";

/** Whether there is such a collection in a project where someone has the right; what one may not see is not there. */
export async function hasCollection(actor: Actor, right: Right, collectionId: string): Promise<boolean> {
  const may = allowedIn(actor, right);
  const rowCount = await rowCountOf(
    pool(),
    sql`
    SELECT FROM annotation_collection AS collection WHERE collection.id = ${collectionId}::uuid AND ${may}
  `,
  );
  return rowCount === 1;
}

/** The same for a task. Whether it can be taken is asked when its lease is. */
export async function hasTask(actor: Actor, right: Right, taskId: string): Promise<boolean> {
  const may = allowedIn(actor, right);
  const rowCount = await rowCountOf(
    pool(),
    sql`
    SELECT FROM annotation_task AS task JOIN annotation_collection AS collection ON collection.id = task.collection_id
    WHERE task.id = ${taskId}::uuid AND ${may}
  `,
  );
  return rowCount === 1;
}
