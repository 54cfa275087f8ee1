import * as z from "zod";
import { originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const originalRow = z.strictObject({ n: z.number() });

/**
 * The number of original stories in a collection that can be used as input; 0 for users who do not manage the
 * collection.
 */
export async function countOriginals(actor: Actor, collectionId: string): Promise<number> {
  const scope = projectScope(actor, "annotation.manage");
  const row = await oneRow(
    pool(),
    originalRow,
    sql`
    SELECT count(*)::int AS n FROM annotation_item AS item
    JOIN annotation_collection AS collection ON collection.id = item.collection_id
    WHERE collection.id = ${collectionId}::uuid AND item.kind = ANY(${originalKinds}) AND item.status <> 'irreparable'
      AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
  `,
  );
  return row.n;
}
