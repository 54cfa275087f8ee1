import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import pg from "pg";
import * as z from "zod";
import { crateName, roCrateDocument } from "@/lib/domain/release/ro-crate.ts";
import { manifestName, tableEntryPath } from "../backup/backup-manifest.ts";
import { fixTextFormat, listTables, quoteIdentifier, type TableShape } from "../backup/copy-table.ts";
import { listAppliedMigrations, syncFile, writeTableArchive } from "../backup/table-archive.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import type { ArchiveManifest } from "./archive-manifest.ts";
import { type ArchivedTable, archivedTables } from "./archived-tables.ts";

/** Reports the progress of a long operation: the current step, and the completed share of all steps. */
export type ReportProgress = (doing: string, share: number) => void | Promise<void>;

const projectRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  made_at: z.string(),
  postgres: z.string(),
});

const licenceRow = z.strictObject({ name: z.string(), licence: z.string() });

/**
 * Writes a project to one file: a zip with the rows of its tables at the level "coded" (no external ids, no secrets, no
 * names of users), a manifest, and an RO-Crate description with the SHA-256 of each file. All tables are read from one
 * snapshot over a separate connection, so people can continue to work. Memory use does not grow with the project. The
 * file has its final name only when it is complete. Recorded in the audit log.
 *
 * @param actorId the user who requested it; null for the command line
 */
export async function writeProjectArchive(
  connectionString: string,
  { projectId, file, actorId }: { projectId: string; file: string; actorId: string | null },
  tell: ReportProgress = () => undefined,
): Promise<ArchiveManifest> {
  const client = new pg.Client({ connectionString, application_name: "parallax/archive" });
  client.on("error", () => undefined);
  await client.connect();
  const draft = `${file}.partial`;
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await fixTextFormat(client);
    const manifest = await writeTables(client, projectId, draft, tell);
    await client.query("ROLLBACK");
    await syncFile(draft);
    await rename(draft, file);
    await syncFile(dirname(file));
    await recordAudit(client, {
      actorId,
      projectId,
      action: "project.archive",
      subjectType: "project",
      subjectId: projectId,
      after: { madeAt: manifest.madeAt },
    });
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeTables(client: pg.Client, projectId: string, draft: string, tell: ReportProgress) {
  const [project] = await manyRows(
    client,
    projectRow,
    sql`SELECT id, name, slug, split_part(current_setting('server_version'), ' ', 1) AS postgres,
          to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS made_at
        FROM project WHERE id = ${projectId}::uuid`,
  );
  if (!project) throw new AppError("not-found", "This project does not exist.");
  const licences = await manyRows(
    client,
    licenceRow,
    sql`SELECT name, licence FROM benchmark WHERE project_id = ${projectId}::uuid ORDER BY name, id`,
  );
  const { id, name, slug, made_at: madeAt, postgres } = project;
  const tableShapes = await archiveShapes(client, id);
  await tell(tableShapes[0]?.name ?? "", 0);
  return await writeTableArchive(
    client,
    draft,
    tableShapes,
    null,
    async (tables) => {
      const manifest: ArchiveManifest = {
        format: "parallax-project",
        version: 1,
        madeAt,
        postgres,
        level: "coded",
        project: { id, name, slug },
        migrations: await listAppliedMigrations(client),
        tables,
      };
      const text = `${JSON.stringify(manifest, null, 1)}\n`;
      const crate = roCrateDocument({
        name,
        description: `The project ${name} of a Parallax installation at the level "coded". Each table has its rows in the text format of COPY of PostgreSQL: fields separated by tabs, \\N for a missing value; ${manifestName} has the names of the columns.`,
        published: madeAt,
        licences,
        files: [
          {
            path: manifestName,
            name: "Tables, columns and version of the format",
            encoding: "application/json",
            sha256: createHash("sha256").update(text).digest("hex"),
            rows: null,
          },
          ...tables.map((table) => ({
            path: tableEntryPath(table.name),
            name: `Table ${table.name}`,
            encoding: "text/tab-separated-values",
            sha256: table.sha256,
            rows: table.rows,
          })),
        ],
      });
      const documents = [
        [manifestName, text],
        [crateName, `${JSON.stringify(crate, null, 1)}\n`],
      ] as const;
      return { result: manifest, documents };
    },
    (done) => tell(tableShapes[done]?.name ?? manifestName, done / tableShapes.length),
  );
}

/**
 * The tables of the archive, with the queries that select a project's rows and replace the columns that must not leave
 * the installation. A database that was migrated by an earlier version lacks the newest tables, so its archive lacks
 * them too.
 */
async function archiveShapes(client: pg.Client, projectId: string): Promise<TableShape[]> {
  const { id } = await oneRow(
    client,
    z.strictObject({ id: z.string() }),
    sql`SELECT quote_literal(${projectId}::uuid) || '::uuid' AS id`,
  );
  const existing = new Map((await listTables(client)).map((shape) => [shape.name, shape]));
  return archivedTables.flatMap((table) => {
    const shape = existing.get(table.name);
    if (!shape) return [];
    const values = shape.columns.map((column) => `${archiveValueSql(table, column, id)} AS ${quoteIdentifier(column)}`);
    const rows = table.rows.replaceAll("PROJECT", id);
    return [{ ...shape, source: `(SELECT ${values.join(", ")} FROM ${quoteIdentifier(table.name)} WHERE ${rows})` }];
  });
}

function archiveValueSql({ users, hidden }: ArchivedTable, column: string, project: string): string {
  const replacement = hidden?.[column];
  if (replacement !== undefined) return replacement;
  // The same user has the same pseudonym in every table of the project.
  if (users?.includes(column)) return `md5(${project}::text || ${column}::text)::uuid`;
  return quoteIdentifier(column);
}
