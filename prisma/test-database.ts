import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";
import * as z from "zod";
import { buildWorkers } from "../bin/build-workers.js";
import { migrate } from "../lib/server/platform/database/migrate.ts";
import { manyRows } from "../lib/server/platform/database/rows.ts";
import { startScratchPostgres } from "../lib/supervisor/scratch-postgres.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * The environment variable by which the process that starts the server passes its address to the processes that run
 * test files.
 */
const variable = "PARALLAX_TEST_TEMPLATE";

/**
 * Vitest's global set-up: one PostgreSQL for the run, with a template database that is migrated once.
 * `TEST_DATABASE_URL` names a server to use instead (its account must be allowed to create databases).
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Worker threads use bundled code, so the bundle is built from the current code.
  buildWorkers();
  process.env.PARALLAX_SECRET ||= randomBytes(32).toString("base64url");
  const server = process.env.TEST_DATABASE_URL
    ? { connectionString: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startScratchPostgres({ hasSocket: true });
  const template = `parallax_test_${randomBytes(4).toString("hex")}`;
  await runOn(server.connectionString, `CREATE DATABASE ${template}`);
  const connectionString = withDatabase(server.connectionString, template);
  await migrate({ connectionString, migrationsFolder });
  process.env[variable] = connectionString;
  return async () => {
    delete process.env[variable];
    await dropAll(server.connectionString, template);
    await server.stop();
  };
}

export interface TestDatabase {
  connectionString: string;
  /** Removes the database, even with open connections. */
  drop: () => Promise<void>;
}

/** A migrated, empty database that no other test uses: a copy of the template, which takes about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = findTemplate();
  return await createDatabase(template, new URL(template).pathname.slice(1));
}

/** A database without tables, for tests of migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabase(findTemplate(), "template0");
}

function findTemplate(): string {
  const template = process.env[variable];
  if (!template) throw new Error("run this test in the vitest project that starts prisma/test-database.ts");
  return template;
}

async function createDatabase(template: string, from: string): Promise<TestDatabase> {
  const name = `${new URL(template).pathname.slice(1)}_${randomBytes(6).toString("hex")}`;
  const server = withDatabase(template, "postgres");
  // Copied as files, including the caches that the first connection would compute; copying through the write-ahead log
  // takes twice as long.
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  return {
    connectionString: withDatabase(template, name),
    drop: () => runOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Removes the template and the copies that failed tests have left behind. */
async function dropAll(connectionString: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const databases = await manyRows(
      client,
      z.strictObject({ datname: z.string() }),
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [template],
    );
    for (const { datname } of databases) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
