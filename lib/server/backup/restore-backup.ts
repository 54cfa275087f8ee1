import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import * as z from "zod";
import { createTableScript, lockKey } from "../platform/database/migrate.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { commitTransaction } from "../platform/database/with-transaction.ts";
import { BackupError, type BackupManifest, type BackupTable } from "./backup-manifest.ts";
import { fixTextFormat, listTables, quoteIdentifier, readTable, tallyStream } from "./copy-table.ts";
import { dropEverything } from "./drop-everything.ts";
import { type BackupSource, type OpenBackup, openBackup } from "./read-backup.ts";

export interface RestoreOptions {
  connectionString: string;
  file: BackupSource;
  migrationsFolder: string;
  /** Whether existing data may be deleted. If false, the database must be empty. */
  replace: boolean;
}

/**
 * Replaces the contents of a database with a backup, in one transaction: a restore that fails or is killed changes
 * nothing. The tables are created by the migrations that the backup lists, filled, and read again. Rows and hashes must
 * match the manifest before the commit. The caller applies later migrations. Throws a `BackupError` with the remedy.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const backup = await openBackup(options.file);
  const client = new pg.Client({ connectionString: options.connectionString, application_name: "parallax/restore" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("BEGIN");
    await fixTextFormat(client);
    await client.query(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    await refuseDatabaseInUse(client);
    await refuseNonEmptyDatabase(client, options.replace);
    await dropEverything(client);
    await createTables(client, backup.manifest, options.migrationsFolder);
    await fillTables(client, backup);
    await compareTables(client, backup.manifest.tables);
    if (!(await commitTransaction(client)))
      throw new BackupError("The database aborted the restore; nothing was changed.");
    return backup.manifest;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw toRestoreError(error);
  } finally {
    backup.close();
    await client.end().catch(() => undefined);
  }
}

const usersRow = z.strictObject({ users: z.number() });

async function refuseDatabaseInUse(client: pg.Client): Promise<void> {
  const row = await oneRow(
    client,
    usersRow,
    `SELECT count(*)::int AS users FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('parallax/web', 'parallax/restore') AND pid <> pg_backend_pid()`,
  );
  if (row.users > 0)
    throw new BackupError("Parallax is running on this database; stop it first (Ctrl-C), then restore.");
}

const tableExistsRow = z.strictObject({ is_there: z.boolean() });

const hasRowsRow = z.strictObject({ is_filled: z.boolean() });

async function refuseNonEmptyDatabase(client: pg.Client, replace: boolean): Promise<void> {
  if (replace) return;
  // `account` is the earlier name of the table of users.
  for (const table of ["app_user", "account", "session", "study"]) {
    const existence = await oneRow(client, tableExistsRow, sql`SELECT to_regclass(${table}) IS NOT NULL AS is_there`);
    if (!existence.is_there) continue;
    const row = await oneRow(client, hasRowsRow, `SELECT EXISTS (SELECT FROM ${table}) AS is_filled`);
    if (!row.is_filled) continue;
    throw new BackupError(
      "This database contains data. Restore into an empty one, or use --replace to replace the data with the backup.",
    );
  }
}

/**
 * Creates the tables in the current schema with the migrations that the file lists, in order. Each migration file must
 * be unchanged.
 */
export async function createTables(
  client: pg.Client,
  manifest: Pick<BackupManifest, "migrations">,
  folder: string,
): Promise<void> {
  await client.query(createTableScript);
  for (const { name, checksum } of manifest.migrations) {
    if (!/^[a-z0-9_]+$/.test(name)) throw new BackupError("The file contains an invalid migration name.");
    const script = await readFile(join(folder, name, "migration.sql")).catch(() => null);
    if (!script)
      throw new BackupError(`The file was created by a newer Parallax (with the migration ${name}); use that version.`);
    if (createHash("sha256").update(script).digest("hex") !== checksum)
      throw new BackupError(`The migration ${name} differs from that of the file; restore the original migration.`);
    await client.query(script.toString("utf8"));
    await client.query(
      sql`INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (${randomUUID()}, ${checksum}, ${name}, clock_timestamp(), clock_timestamp(), 1)`,
    );
  }
}

const keyRow = z.strictObject({ table: z.string(), name: z.string(), definition: z.string() });

/**
 * Fills the tables. Drops foreign keys and disables triggers, which requires no superuser; the keys are checked again
 * afterwards.
 */
export async function fillTables(
  client: pg.Client,
  backup: OpenBackup<Pick<BackupManifest, "tables" | "sequences">>,
): Promise<void> {
  const shapes = new Map((await listTables(client)).map((shape) => [shape.name, shape]));
  const keys = await manyRows(
    client,
    keyRow,
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY oid`,
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const name of shapes.keys()) {
    await client.query(`ALTER TABLE ${quoteIdentifier(name)} DISABLE TRIGGER USER`);
    // Some migrations insert rows, which the backup also contains.
    await client.query(`DELETE FROM ${quoteIdentifier(name)}`);
  }
  for (const table of backup.manifest.tables) {
    const shape = shapes.get(table.name);
    if (!shape || shape.columns.join() !== table.columns.join())
      throw new BackupError(`The table ${table.name} of the file does not match its migrations.`);
    // The table is opened before COPY begins: a connection that waits for rows in COPY would not accept a ROLLBACK.
    const rows = await backup.readTable(table.name);
    const copyStream = client.query(
      copyFrom(`COPY ${quoteIdentifier(table.name)} (${table.columns.map(quoteIdentifier).join(", ")}) FROM STDIN`),
    );
    await pipeline(rows, copyStream);
  }
  for (const name of shapes.keys()) await client.query(`ALTER TABLE ${quoteIdentifier(name)} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const [name, last] of Object.entries(backup.manifest.sequences))
    if (last !== null) await client.query(sql`SELECT setval(quote_ident(${name})::regclass, ${last}::bigint)`);
}

/** Reads the filled tables again; throws a `BackupError` at the first table that differs from the manifest. */
export async function compareTables(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const shapes = new Map((await listTables(client)).map((shape) => [shape.name, shape]));
  for (const table of tables) {
    const shape = shapes.get(table.name);
    if (!shape) throw new BackupError(`The table ${table.name} is missing after the restore; nothing was changed.`);
    const { stream, tally } = tallyStream();
    await pipeline(readTable(client, shape), stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
    const actual = tally();
    if (actual.rows !== table.rows || actual.sha256 !== table.sha256)
      throw new BackupError(
        `The table ${table.name} has ${actual.rows} rows after the restore and differs from the table of the backup, which has ${table.rows}; nothing was changed.`,
      );
  }
}

function toRestoreError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (code === "42501")
    return new BackupError(
      `The account in DATABASE_URL may not replace the tables (${message}); they belong to another account. Transfer them to this account (REASSIGN OWNED BY … TO …), or restore with the account that owns them.`,
      { cause: error },
    );
  if (code === "55P03") return new BackupError("Another process uses this database; stop it first, then restore.");
  if (code === "53100") return new BackupError("The database's disk is full; nothing was changed.", { cause: error });
  return error;
}
