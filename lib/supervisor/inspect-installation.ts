import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import * as z from "zod";
import type { InstallationFacts } from "../domain/operations/installation-facts.ts";
import { verifyBackup } from "../server/backup/read-backup.ts";
import { manyRows, oneRow } from "../server/platform/database/rows.ts";
import { measureFreeMegabytes } from "../server/platform/files/free-space.ts";
import { hasDigest, readSecretFacts } from "../server/platform/settings/installation-secret.ts";
import { listScheduledBackups } from "./backups/backup-folder.ts";
import { findDatabaseUrl } from "./find-database.ts";
import { readSecretFile, secretPath } from "./secret-file.ts";
import { readSettings, type Settings, type Variables } from "./settings.ts";
import { listUnsafeSettings } from "./unsafe-settings.ts";

/** Inspects an installation: versions, disks, backups, database and settings. Changes nothing. */
export async function inspectInstallation(root: string, environment?: Variables): Promise<InstallationFacts> {
  const settings = readSettings(environment);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return {
    node: process.version,
    parallax: version,
    isEmbedded: settings.databaseUrl === null,
    disks: await inspectDisks(settings),
    backups: await inspectBackups(settings),
    settings: {
      publicUrl: settings.publicUrl,
      hasNamedProxy: settings.hasNamedProxy,
      host: settings.host,
    },
    ...(await inspectDatabase(join(root, "prisma", "migrations"), environment)),
  };
}

type DatabaseFacts = Pick<InstallationFacts, "postgres" | "database" | "migrations" | "secret" | "owners" | "deadJobs">;

async function inspectDisks(settings: Settings): Promise<InstallationFacts["disks"]> {
  const folders = [
    ...(settings.databaseUrl === null ? [{ folder: settings.dataFolder, use: "data" }] : []),
    ...(settings.backups ? [{ folder: settings.backups.folder, use: "backups" }] : []),
  ];
  return await Promise.all(
    folders.map(async (entry) => ({ ...entry, freeMegabytes: await measureFreeMegabytes(entry.folder) })),
  );
}

/**
 * Reads backups from the newest to the oldest until a valid one is found. The others are not read, because that would
 * take long and only the newest valid backup matters.
 */
async function inspectBackups({ backups }: Settings): Promise<InstallationFacts["backups"]> {
  const damaged: string[] = [];
  for (const { file, madeAt } of backups ? await listScheduledBackups(backups.folder) : []) {
    const isValid = await verifyBackup(file).then(
      () => true,
      () => false,
    );
    const ageHours = (Date.now() - madeAt.getTime()) / 3_600_000;
    if (isValid)
      return {
        folder: backups?.folder ?? null,
        everyHours: backups?.everyHours ?? 0,
        last: { file, ageHours },
        damaged,
      };
    damaged.push(file);
  }
  return { folder: backups?.folder ?? null, everyHours: backups?.everyHours ?? 0, last: null, damaged };
}

async function inspectDatabase(migrationsFolder: string, environment: Variables | undefined): Promise<DatabaseFacts> {
  const describeFailure = (error: unknown): DatabaseFacts => ({
    postgres: null,
    database: { state: "silent", reason: (error as Error).message },
    migrations: null,
    secret: null,
    owners: null,
    deadJobs: null,
  });
  let client: pg.Client;
  try {
    client = new pg.Client({
      connectionString: await findDatabaseUrl(environment),
      connectionTimeoutMillis: 10_000,
      application_name: "parallax/doctor",
    });
    client.on("error", () => undefined);
    await client.connect();
  } catch (error) {
    return describeFailure(error);
  }
  try {
    const settings = readSettings(environment);
    const fileSecret = await readSecretFile(secretPath(settings.dataFolder)).catch(() => null);
    return await queryDatabase(client, migrationsFolder, settings.secret ?? fileSecret);
  } catch (error) {
    return describeFailure(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const stateRow = z.strictObject({
  version: z.string(),
  major: z.number(),
  replica: z.boolean(),
  read_only: z.boolean(),
  superuser: z.boolean(),
  now: z.number(),
  has_record: z.boolean(),
  has_tables: z.boolean(),
});

const migrationRow = z.strictObject({ migration_name: z.string() });

const contentRow = z.strictObject({ owners: z.number(), dead: z.number() });

async function queryDatabase(
  client: pg.Client,
  migrationsFolder: string,
  secret: string | null,
): Promise<DatabaseFacts> {
  const startedAt = Date.now();
  const state = await oneRow(
    client,
    stateRow,
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
            pg_is_in_recovery() AS replica, current_setting('transaction_read_only') = 'on' AS read_only,
            current_setting('is_superuser') = 'on' AS superuser,
            extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
            to_regclass('_prisma_migrations') IS NOT NULL AS has_record, to_regclass('app_user') IS NOT NULL AS has_tables`,
  );
  const midpoint = (startedAt + Date.now()) / 2;
  const recorded = state.has_record
    ? await manyRows(
        client,
        migrationRow,
        "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
      )
    : [];
  const content = state.has_tables
    ? await oneRow(
        client,
        contentRow,
        `SELECT (SELECT count(*)::int FROM app_user WHERE is_owner) AS owners,
                (SELECT count(*)::int FROM job WHERE state = 'dead') AS dead`,
      )
    : null;
  return {
    postgres: { version: String(state.version).split(" ")[0] ?? "", major: state.major },
    database: {
      state: "answers",
      isReplica: state.replica,
      isReadOnly: state.read_only,
      clockSkewSeconds: (state.now - midpoint) / 1_000,
      isSuperuser: state.superuser,
      unsafeSettings: await listUnsafeSettings(client),
    },
    migrations: await compareMigrations(
      migrationsFolder,
      recorded.map((row) => row.migration_name),
    ),
    secret: state.has_tables ? await compareSecret(client, secret) : null,
    owners: content?.owners ?? null,
    deadJobs: content?.dead ?? null,
  };
}

async function compareSecret(client: pg.Client, secret: string | null) {
  const { digest, earlierSecret } = await readSecretFacts(client);
  // This version has never opened a database without a digest; the next start determines its secret.
  const isKnown = digest === null || (secret !== null && hasDigest(secret, digest));
  return { isKnown, isInDatabase: earlierSecret !== null };
}

async function compareMigrations(folder: string, recorded: readonly string[]) {
  const entries = await readdir(folder, { withFileTypes: true });
  const localMigrations = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return {
    pending: localMigrations.filter((name) => !recorded.includes(name)).sort(),
    unknown: recorded.filter((name) => !localMigrations.includes(name)).sort(),
  };
}
