import type { Actor } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/** Who may be given items of a collection, by name, for those who manage it; nobody for others. */
export async function listAnnotators(actor: Actor, collectionId: string): Promise<{ userId: string; name: string }[]> {
  const scope = projectScope(actor, "annotation.manage");
  const { rows } = await pool().query(sql`
    SELECT DISTINCT app_user.id, app_user.name FROM annotation_collection AS collection
    JOIN membership ON membership.project_id = collection.project_id AND membership.role IN ('annotator', 'admin')
    JOIN app_user ON app_user.id = membership.user_id
    WHERE collection.id = ${collectionId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
    ORDER BY app_user.name
  `);
  return rows.map((row) => ({ userId: row.id, name: row.name }));
}
