import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import * as z from "zod";
import { crateName } from "@/lib/domain/release/ro-crate.ts";
import { BackupError, manifestName } from "../backup/backup-manifest.ts";
import { fixTextFormat, quoteIdentifier } from "../backup/copy-table.ts";
import { type OpenBackup, openTableArchive } from "../backup/read-backup.ts";
import { compareTables, createTables, fillTables } from "../backup/restore-backup.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { oneRow } from "../platform/database/rows.ts";
import { commitTransaction } from "../platform/database/with-transaction.ts";
import { refuseConflicts, refuseStudyAddressConflicts, requireRowsOfProject } from "./archive-conflicts.ts";
import { type ArchiveManifest, archiveManifestSchema, archiveNoun } from "./archive-manifest.ts";
import { archivedTables } from "./archived-tables.ts";
import { finishImport } from "./finish-import.ts";
import { insertTable, numberRows } from "./insert-table.ts";
import type { ReportProgress } from "./write-archive.ts";

export interface ArchiveImport {
  connectionString: string;
  file: string;
  migrationsFolder: string;
  /** The project's name in addresses of this installation; null for the name in the archive. */
  slug: string | null;
  /** The user who imports the project and becomes its admin; null for the command line. */
  actorId: string | null;
}

/** What an import stored. */
export interface ImportedArchive {
  projectId: string;
  slug: string;
  rows: number;
  manifest: ArchiveManifest;
}

/**
 * Imports a project from the file of `writeProjectArchive`, in one transaction: an import that fails or is killed
 * changes nothing. The rows are loaded into a separate schema, created by the migrations that the file lists. There
 * they are compared with the manifest, updated by later migrations, and then inserted. So archives of earlier versions
 * can be imported while people work in this installation. IDs are kept, except the numbers of slots and placements.
 * Users of the archive get no accounts. Studies that were open are paused, and have new secrets.
 *
 * Throws a `BackupError` with the remedy if a file of the archive has changed, if the archive is of a newer version, or
 * if the project or one of its studies already exists. Time and disk space are proportional to the number of rows;
 * memory does not grow with it.
 */
export async function importProjectArchive(
  request: ArchiveImport,
  tell: ReportProgress = () => undefined,
): Promise<ImportedArchive> {
  const archive = await openTableArchive(request.file, archiveManifestSchema, archiveNoun);
  try {
    await requireManifest(archive, request.file);
    return await importOpenedArchive(archive, request, tell);
  } finally {
    archive.close();
  }
}

async function importOpenedArchive(
  archive: OpenBackup<ArchiveManifest>,
  request: ArchiveImport,
  tell: ReportProgress,
): Promise<ImportedArchive> {
  const client = new pg.Client({ connectionString: request.connectionString, application_name: "parallax/archive" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN");
    await fixTextFormat(client);
    const slug = request.slug ?? archive.manifest.project.slug;
    await refuseConflicts(client, archive.manifest, slug);
    const rows = await loadAndInsertRows(client, archive, request, slug, tell);
    if (!(await commitTransaction(client)))
      throw new BackupError("The database aborted the import; nothing was changed.");
    return { projectId: archive.manifest.project.id, slug, rows, manifest: archive.manifest };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw toImportError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The description contains the hash of the manifest, and the manifest lists every table, so a change of the manifest or
 * of a table is detected.
 */
async function requireManifest(archive: OpenBackup<ArchiveManifest>, file: string): Promise<void> {
  const [manifest, crate] = [await archive.readDocument(manifestName), await archive.readDocument(crateName)];
  const hash = createHash("sha256")
    .update(manifest ?? "")
    .digest("hex");
  const parsedCrate = crateSchema.safeParse(crate === null ? null : JSON.parse(crate));
  const entry = parsedCrate.data?.["@graph"].find((one) => one["@id"] === manifestName);
  if (entry?.sha256 !== hash)
    throw new BackupError(
      `The ${archiveNoun} ${file} was changed: ${manifestName} does not have the SHA-256 of ${crateName}. Use the original file.`,
    );
}

const crateSchema = z.object({ "@graph": z.array(z.object({ "@id": z.string(), sha256: z.string().optional() })) });

const liveSchemaRow = z.strictObject({ live: z.string() });

async function loadAndInsertRows(
  client: pg.Client,
  archive: OpenBackup<ArchiveManifest>,
  { migrationsFolder, actorId }: ArchiveImport,
  slug: string,
  tell: ReportProgress,
): Promise<number> {
  const { manifest } = archive;
  const { live } = await oneRow(client, liveSchemaRow, "SELECT current_schema()::text AS live");
  const stagingSchema = `import_${randomUUID().replaceAll("-", "")}`;
  await client.query(`CREATE SCHEMA ${stagingSchema}; SET LOCAL search_path TO ${stagingSchema}`);
  await tell("Reading the archive", 0);
  await createTables(client, manifest, migrationsFolder);
  await fillTables(client, { ...archive, manifest: { ...manifest, sequences: {} } });
  await tell("Checking the hashes", 0.3);
  await compareTables(client, manifest.tables);
  await applyLaterMigrations(client, manifest, migrationsFolder);
  await requireRowsOfProject(client, manifest.project.id);
  await numberRows(client, live, stagingSchema);
  await client.query(`SET LOCAL search_path TO ${quoteIdentifier(live)}, ${stagingSchema}`);
  await refuseStudyAddressConflicts(client, stagingSchema);
  let rows = 0;
  for (const [index, table] of archivedTables.entries()) {
    await tell(`Storing ${table.name}`, 0.5 + (0.5 * index) / archivedTables.length);
    rows += await insertTable(client, { live, staged: stagingSchema, slug }, table);
  }
  await finishImport(client, manifest.project.id, stagingSchema, actorId);
  await client.query(`SET LOCAL search_path TO ${quoteIdentifier(live)}; DROP SCHEMA ${stagingSchema} CASCADE`);
  await recordAudit(client, {
    actorId,
    projectId: manifest.project.id,
    action: "project.import",
    subjectType: "project",
    subjectId: manifest.project.id,
    after: { slug, madeAt: manifest.madeAt, rows },
  });
  return rows;
}

/** Applies the migrations that are newer than the file to the loaded rows. */
async function applyLaterMigrations(client: pg.Client, { migrations }: ArchiveManifest, folder: string) {
  const archivedNames = new Set(migrations.map(({ name }) => name));
  const entries = await readdir(folder, { withFileTypes: true });
  const laterMigrations = entries
    .filter((entry) => entry.isDirectory() && !archivedNames.has(entry.name))
    .map(({ name }) => name);
  for (const name of laterMigrations.sort())
    await client.query(await readFile(join(folder, name, "migration.sql"), "utf8"));
}

function toImportError(error: unknown): unknown {
  const { code, message, constraint } = error as { code?: string; message: string; constraint?: string };
  if (code === "42501")
    return new BackupError(
      `The database account may not create a schema (${message}); grant it CREATE on the database, or import with the owner's account.`,
      { cause: error },
    );
  if (code === "23505" || code === "23503")
    return new BackupError(
      `The archive conflicts with stored data (${constraint}): some rows of the archive already exist, or refer to rows that the archive does not contain. Nothing was changed.`,
      { cause: error },
    );
  if (code === "53100") return new BackupError("The database's disk is full; nothing was changed.", { cause: error });
  return error;
}
