import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { hasCollectionRight, memberMayAnnotate, membersWithRoles } from "./collection-roles.ts";

const annotatorRow = z.strictObject({ id: z.string(), name: z.string() });

/** The people to whom items of a collection can be assigned, sorted by name. Empty for users who do not manage it. */
export async function listAnnotators(actor: Actor, collectionId: string): Promise<{ userId: string; name: string }[]> {
  const rows = await manyRows(
    pool(),
    annotatorRow,
    sql`
    SELECT app_user.id, app_user.name FROM ${membersWithRoles}
    WHERE ${memberMayAnnotate} AND collection.id = ${collectionId}::uuid AND ${hasCollectionRight(actor, "annotation.manage")}
    ORDER BY app_user.name
  `,
  );
  return rows.map((row) => ({ userId: row.id, name: row.name }));
}
