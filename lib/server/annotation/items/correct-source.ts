import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type StorySource, sourceFields } from "@/lib/domain/stories/items/story-source.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";

const sourceItemRow = z.strictObject({
  id: z.string(),
  collection_id: z.string(),
  group_key: z.string(),
  project_id: z.string(),
});

/**
 * Corrects the source of an item's story, for every item with this source, including items that are generated from the
 * story before or after the correction. An empty field means "not stated". Earlier corrections are kept.
 *
 * @returns how many items have this source
 */
export async function correctSource(
  actor: Actor,
  itemId: string,
  source: Record<keyof StorySource, string>,
): Promise<{ items: number }> {
  const scope = projectScope(actor, "annotation.manage");
  const [title, author, address, licence] = sourceFields.map((field) => source[field].trim());
  return withTx(async (client) => {
    const rows = await manyRows(
      client,
      sourceItemRow,
      sql`SELECT relative.id, item.collection_id, item.group_key, collection.project_id
       FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
       JOIN annotation_item AS relative ON relative.collection_id = item.collection_id
       AND relative.group_key = item.group_key
       WHERE item.id = ${itemId} AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}))
       ORDER BY relative.ordinal`,
    );
    const [firstItem] = rows;
    if (!firstItem) throw notFoundError();
    const unchangedCount = await rowCountOf(
      client,
      sql`SELECT FROM (SELECT title, author, address, licence FROM annotation_story_source
         WHERE collection_id = ${firstItem.collection_id} AND group_key = ${firstItem.group_key} ORDER BY at DESC
         LIMIT 1) AS newest
       WHERE (title, author, address, licence) = (${title}, ${author}, ${address}, ${licence})`,
    );
    if (unchangedCount > 0) throw new AppError("conflict", "Nothing was changed.", "title");
    await client.query(
      sql`INSERT INTO annotation_story_source (id, collection_id, group_key, title, author, address, licence,
       corrected_by_id)
       VALUES (${randomUUID()}, ${firstItem.collection_id}, ${firstItem.group_key}, ${title}, ${author}, ${address},
       ${licence}, ${actor.userId})`,
    );
    for (const { id } of rows)
      await recordAudit(client, {
        actorId: actor.userId,
        projectId: firstItem.project_id,
        action: "annotation.source",
        subjectType: "annotation-item",
        subjectId: id,
        after: { title, author, address, licence },
      });
    return { items: rows.length };
  });
}
