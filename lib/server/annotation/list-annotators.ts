import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { allowedIn, memberMayWork } from "./collection-roles.ts";

/** Who may be given items of a collection, by name, for those who manage it; nobody for others. */
export async function listAnnotators(actor: Actor, collectionId: string): Promise<{ userId: string; name: string }[]> {
  const { rows } = await pool().query(sql`
    SELECT app_user.id, app_user.name FROM annotation_collection AS collection
    JOIN membership ON membership.project_id = collection.project_id
    LEFT JOIN annotation_collection_role AS own ON own.collection_id = collection.id AND own.user_id = membership.user_id
    JOIN app_user ON app_user.id = membership.user_id
    WHERE ${memberMayWork} AND collection.id = ${collectionId}::uuid AND ${allowedIn(actor, "annotation.manage")}
    ORDER BY app_user.name
  `);
  return rows.map((row) => ({ userId: row.id, name: row.name }));
}
