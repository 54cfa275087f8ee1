import type { PoolClient } from "pg";
import * as z from "zod";
import type { Actor } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";

const reportRow = z.strictObject({
  project_id: z.string(),
  benchmark_id: z.string(),
  file_name: z.string(),
  undone_at: z.date().nullable(),
});
const dependentRow = z.strictObject({ what: z.string(), name: z.string() });

/**
 * Removes the items, stories and keys that an import of items stored. Refused if something depends on one of the items,
 * or if a later version of one exists. The benchmark and the report are kept.
 */
export async function undoItemImport(actor: Actor, importId: string): Promise<{ removed: number }> {
  const scope = projectScope(actor, "research.write");
  return withTx(async (client) => {
    const report = await maybeRow(
      client,
      reportRow,
      sql`SELECT project_id, benchmark_id, file_name, undone_at FROM import_report
        WHERE id = ${importId}::uuid AND kind = 'items' AND benchmark_id IS NOT NULL
        AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[])) FOR UPDATE`,
    );
    if (!report) throw notFoundError();
    if (report.undone_at) throw new AppError("conflict", "This import was already undone.", "import");
    // A concurrent new use of an item waits for this lock, because its foreign key refers to the item.
    await client.query(
      sql`SELECT FROM item_version WHERE import_id = ${importId}::uuid OR id IN
        (SELECT item_version_id FROM item_key WHERE import_id = ${importId}::uuid) ORDER BY id FOR UPDATE`,
    );
    await refuseUsedItems(client, importId);
    const keys = await rowCountOf(client, sql`DELETE FROM item_key WHERE import_id = ${importId}::uuid`);
    const items = await rowCountOf(client, sql`DELETE FROM item_version WHERE import_id = ${importId}::uuid`);
    const stories = await rowCountOf(client, sql`DELETE FROM story_version WHERE import_id = ${importId}::uuid`);
    if (keys + items + stories === 0)
      throw new AppError("conflict", "Nothing to undo: this import stored nothing new.", "import");
    await client.query(sql`UPDATE import_report SET undone_at = clock_timestamp() WHERE id = ${importId}::uuid`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: report.project_id,
      action: "items.undo-import",
      subjectType: "benchmark",
      subjectId: report.benchmark_id,
      after: { importId, file: report.file_name, items, stories, keys },
    });
    return { removed: items };
  });
}

/** Throws a refusal that names the first use of an item of the import. */
async function refuseUsedItems(client: PoolClient, importId: string): Promise<void> {
  const uses = await manyRows(
    client,
    dependentRow,
    sql`WITH touched AS (
        SELECT id FROM item_version WHERE import_id = ${importId}::uuid
        UNION SELECT item_version_id FROM item_key WHERE import_id = ${importId}::uuid
      ), own AS (SELECT id FROM item_version WHERE import_id = ${importId}::uuid)
      (SELECT 'the study' AS what, study.name FROM study_item JOIN study ON study.id = study_item.study_id
        WHERE study_item.item_version_id IN (SELECT id FROM touched) LIMIT 1)
      UNION ALL (SELECT 'the model', model.name FROM prediction JOIN run ON run.id = prediction.run_id
        JOIN model ON model.id = run.model_id WHERE prediction.item_version_id IN (SELECT id FROM touched) LIMIT 1)
      UNION ALL (SELECT 'an evaluation of', benchmark.name FROM evaluation_question
        JOIN item_version AS item ON item.id = evaluation_question.item_version_id
        JOIN benchmark ON benchmark.id = item.benchmark_id
        WHERE evaluation_question.item_version_id IN (SELECT id FROM touched) LIMIT 1)
      UNION ALL (SELECT 'the annotation of', item.external_id FROM item_version AS item WHERE item.id IN (SELECT id FROM touched)
        AND (EXISTS (SELECT FROM annotation_item WHERE item_version_id = item.id)
          OR EXISTS (SELECT FROM annotation_gate WHERE item_version_id = item.id)) LIMIT 1)
      UNION ALL (SELECT 'a later version of', later.external_id FROM item_version AS later
        WHERE later.import_id IS DISTINCT FROM ${importId}::uuid AND (later.parent_id IN (SELECT id FROM own)
          OR later.story_version_id IN (SELECT id FROM story_version WHERE import_id = ${importId}::uuid)) LIMIT 1)
      UNION ALL (SELECT 'a later key of', item.external_id FROM item_key AS later
        JOIN item_key AS mine ON mine.item_version_id = later.item_version_id AND mine.version < later.version
        JOIN item_version AS item ON item.id = later.item_version_id
        WHERE mine.import_id = ${importId}::uuid AND later.import_id IS DISTINCT FROM mine.import_id LIMIT 1)`,
  );
  const [use] = uses;
  if (use)
    throw new AppError(
      "conflict",
      `The import cannot be undone: ${use.what} “${use.name}” uses its items. Nothing was removed.`,
      "import",
    );
}
