import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import * as z from "zod";
import { manyRows } from "./rows.ts";
import { sql } from "./sql.ts";
import { commitTransaction } from "./with-transaction.ts";

/** A database that may not be migrated; the message is one sentence with the remedy. */
export class MigrationError extends Error {}

interface Migration {
  name: string;
  script: string;
  checksum: string;
}

/**
 * The advisory lock for schema changes. The number is arbitrary, but must not be used for another lock; Prisma's
 * commands use a different one.
 */
export const lockKey = 7_203_311_905;

/**
 * Applies the pending migrations of a folder to a database and returns their names.
 *
 * Each migration and its record in `_prisma_migrations` are one transaction: a process killed at any instant leaves all
 * of it or nothing, and the next call continues from there. Prisma's engine writes the record outside the script's
 * transaction, so a crash can separate them, and splits PL/pgSQL at semicolons; it is therefore only used to diff
 * schemas. The table has the engine's format, so its commands (`prisma migrate status`, `resolve`) can read it.
 *
 * Any number of processes may call this at once: the calls are serialized and all succeed.
 *
 * Throws a `MigrationError` when a migration fails, when another program left one unfinished, when the database knows a
 * migration that the folder does not have (it belongs to a newer release), and when an applied file has changed.
 */
export async function migrate(options: {
  connectionString: string;
  migrationsFolder: string;
  /** How long to wait for another process that is migrating. */
  waitSeconds?: number;
}): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.migrationsFolder);
  const client = new pg.Client({ connectionString: options.connectionString, application_name: "parallax/migrate" });
  // A connection closed between two queries is reported by the next query; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const appliedMigrations: string[] = [];
    for (;;) {
      const name = await applyNext(client, migrations, options.waitSeconds ?? 120);
      if (name === null) return { applied: appliedMigrations };
      appliedMigrations.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Only folders that contain a `migration.sql` are migrations. Their names begin with a time, so sorting them by name
 * sorts them by age.
 */
async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort();
  return await Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

/** Applies the oldest missing migration and returns its name, or null if there is none. */
async function applyNext(client: pg.Client, migrations: Migration[], waitSeconds: number): Promise<string | null> {
  await client.query("BEGIN");
  try {
    await acquireLock(client, waitSeconds);
    await client.query(createTableScript);
    const recordedMigrations = await listRecorded(client);
    requireMigratable(recordedMigrations, migrations);
    const appliedNames = new Set(recordedMigrations.map((migration) => migration.name));
    const next = migrations.find((migration) => !appliedNames.has(migration.name));
    if (next) await applyOne(client, next);
    await commitTransaction(client);
    return next?.name ?? null;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** The lock ends with the transaction, so it is released after a crash and also works through a pooler. */
async function acquireLock(client: pg.Client, waitSeconds: number): Promise<void> {
  await client.query(
    `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
     SET LOCAL lock_timeout = '${waitSeconds}s'`,
  );
  try {
    await client.query(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
  } catch (error) {
    if ((error as { code?: string }).code !== "55P03") throw error;
    throw new MigrationError(
      `Another process has been migrating this database for more than ${waitSeconds} seconds. Wait until it ends or stop it, then restart.`,
    );
  }
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  if (/^\s*(begin|commit|rollback|start\s+transaction)\s*;/im.test(migration.script)) {
    throw new MigrationError(
      `The migration ${migration.name} begins or ends a transaction itself, so a crash could leave it half applied. Remove that statement.`,
    );
  }
  const startedAt = new Date();
  try {
    await client.query(migration.script);
  } catch (error) {
    const reason = (error as Error).message;
    throw new MigrationError(`The migration ${migration.name} failed, and the database was not changed: ${reason}.`, {
      cause: error,
    });
  }
  await client.query(
    sql`INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES (${randomUUID()}, ${migration.checksum}, ${migration.name}, ${startedAt}, clock_timestamp(), 1)`,
  );
}

const recordedMigrationRow = z.strictObject({ name: z.string(), checksum: z.string(), isFinished: z.boolean() });

type RecordedMigration = z.infer<typeof recordedMigrationRow>;

async function listRecorded(client: pg.Client): Promise<RecordedMigration[]> {
  const rows = await manyRows(
    client,
    recordedMigrationRow,
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

function requireMigratable(recorded: RecordedMigration[], migrations: Migration[]): void {
  const migrationsByName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, isFinished } of recorded) {
    if (!isFinished) {
      throw new MigrationError(
        `The migration ${name} was started by another program, failed, and may be half applied. Restore a backup, or repair the tables and mark it with "prisma migrate resolve".`,
      );
    }
    const migration = migrationsByName.get(name);
    if (!migration) {
      throw new MigrationError(
        `This database was migrated by a newer version of Parallax (it has the unknown migration ${name}). Start that version, or restore an earlier backup.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `The migration file ${name} has changed since it was applied to this database. Restore the original file and add a new migration for the change.`,
      );
    }
  }
}

/** The same columns as the table that Prisma's engine creates. */
export const createTableScript = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;
