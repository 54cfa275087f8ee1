import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";

/**
 * An import into a collection, the number of its remaining items, and the number of untouched items, which undoing the
 * import removes.
 */
export interface CollectionImportEntry {
  id: string;
  fileName: string;
  at: Date;
  items: number;
  untouched: number;
}

const importRow = z.strictObject({
  id: z.string(),
  file_name: z.string(),
  created_at: z.date(),
  items: z.number(),
  untouched: z.number(),
});

/** SQL condition on `annotation_item AS item`: no one has begun work on the item, and it was not published. */
const isUntouched: SqlFragment = fragment`(item.status = 'open' AND item.item_version_id IS NULL
  AND NOT EXISTS (SELECT FROM annotation_task AS task WHERE task.item_id = item.id AND (task.state <> 'open'
    OR EXISTS (SELECT FROM annotation_activity WHERE task_id = task.id)
    OR EXISTS (SELECT FROM annotation_revision WHERE task_id = task.id))))`;

/** The imports with items in a collection, newest first. Only for users who manage the collection. */
export async function listCollectionImports(actor: Actor, collectionId: string): Promise<CollectionImportEntry[]> {
  const scope = projectScope(actor, "annotation.manage");
  const rows = await manyRows(
    pool(),
    importRow,
    sql`
    SELECT report.id, report.file_name, report.created_at, count(*)::int AS items,
      count(*) FILTER (WHERE ${isUntouched})::int AS untouched
    FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    JOIN import_report AS report ON report.id = item.import_id
    WHERE collection.id = ${collectionId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
    GROUP BY report.id ORDER BY report.created_at DESC
  `,
  );
  return rows.map(({ file_name: fileName, created_at: at, ...row }) => ({ ...row, fileName, at }));
}

const projectIdRow = z.strictObject({ project_id: z.string() });

/**
 * Removes the items of an import on which no one has begun work; other items are kept. The file can be imported again
 * afterwards.
 */
export async function undoImport(
  actor: Actor,
  collectionId: string,
  importId: string,
): Promise<{ removed: number; kept: number }> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    const collection = await maybeRow(
      client,
      projectIdRow,
      sql`
      SELECT project_id FROM annotation_collection WHERE id = ${collectionId}::uuid
        AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[])) FOR UPDATE
    `,
    );
    if (!collection) throw notFoundError();
    // Tasks are locked before items, as in all other code.
    await client.query(sql`
      SELECT FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
      WHERE item.collection_id = ${collectionId}::uuid AND item.import_id = ${importId}::uuid ORDER BY task.id FOR UPDATE OF task
    `);
    const removedCount = await rowCountOf(
      client,
      sql`
      DELETE FROM annotation_item AS item
      WHERE item.collection_id = ${collectionId}::uuid AND item.import_id = ${importId}::uuid AND ${isUntouched}
    `,
    );
    const keptCount = await rowCountOf(
      client,
      sql`SELECT FROM annotation_item WHERE collection_id = ${collectionId}::uuid AND import_id = ${importId}::uuid`,
    );
    if (removedCount === 0 && keptCount === 0) throw notFoundError();
    if (removedCount === 0)
      throw new AppError(
        "conflict",
        "Nothing was removed: someone has begun work on every item of this import.",
        "import",
      );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.project_id,
      action: "collection.undo-import",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { importId, removed: removedCount, kept: keptCount },
    });
    return { removed: removedCount, kept: keptCount };
  });
}
