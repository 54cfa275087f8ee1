import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";

const collectionRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  task_schema_id: z.string().nullable(),
  items: z.number(),
  verdicts: z.number(),
  hours: z.number(),
  has_page: z.boolean(),
});

/**
 * Deletes a collection with its items, texts, verdicts, reviews and hours. Its task schema is deleted too, unless items
 * of a benchmark use it. Published items remain in their benchmark, and studies remain. The audit log records who
 * deleted the collection, and the numbers of deleted rows. A collection cannot be deleted while one of its released
 * versions has a public page.
 *
 * @param name the collection's name, typed again to confirm
 */
export async function deleteCollection(actor: Actor, collectionId: string, name: string): Promise<void> {
  const scope = projectScope(actor, "annotation.manage");
  await withTx(async (client) => {
    const collection = await maybeRow(
      client,
      collectionRow,
      sql`
      SELECT project_id, name, task_schema_id, (SELECT count(*)::int FROM annotation_item WHERE collection_id = collection.id) AS items,
        (SELECT count(*)::int FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
         WHERE task.collection_id = collection.id) AS verdicts,
        (SELECT coalesce(sum(active_ms), 0)::float8 / 3600000 FROM annotation_activity AS activity
         JOIN annotation_task AS task ON task.id = activity.task_id WHERE task.collection_id = collection.id) AS hours,
        EXISTS (SELECT FROM release WHERE collection_id = collection.id AND page_since IS NOT NULL) AS has_page
      FROM annotation_collection AS collection WHERE id = ${collectionId}::uuid
        AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[])) FOR UPDATE
    `,
    );
    if (!collection) throw notFoundError();
    if (name.trim() !== collection.name)
      throw new AppError("invalid", `To delete the collection, type its name: “${collection.name}”.`, "name");
    if (collection.has_page)
      throw new AppError("conflict", "A released version has a public page. Remove the page under Release first.");
    await client.query(sql`DELETE FROM annotation_collection WHERE id = ${collectionId}::uuid`);
    await client.query(
      sql`DELETE FROM stored_result WHERE kind IN ('labels', 'answers') AND subject = ${collectionId}`,
    );
    await client.query(sql`DELETE FROM task_schema WHERE id = ${collection.task_schema_id}::uuid
      AND NOT EXISTS (SELECT FROM annotation_collection AS other WHERE other.task_schema_id = task_schema.id)
      AND NOT EXISTS (SELECT FROM item_version JOIN task_schema_version AS version
        ON version.id = item_version.task_schema_version_id WHERE version.task_schema_id = task_schema.id)`);
    const { project_id: projectId, task_schema_id: _, has_page: __, ...deleted } = collection;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "collection.delete",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      before: deleted,
    });
  });
}
