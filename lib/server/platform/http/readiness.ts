import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import * as z from "zod";
import { manyRows } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { environment } from "../environment.ts";
import { log } from "../log/log.ts";

/** Minimum interval between test writes; requests in between use the last result. */
const testWriteIntervalMs = 5_000;
/**
 * Timeout of a check: 0.9 s in steps. If the process itself is blocked, steps are delayed, so that the database is not
 * reported as unavailable.
 */
const timeout = { steps: 9, stepMs: 100 };

interface Probe {
  url: string;
  client: Promise<pg.Client> | null;
  /** The check in progress, shared by all concurrent requests. */
  looking: Promise<string | null> | null;
  trial: { at: number; failure: string | null } | null;
  said: string | null;
}

let probe: Probe | null = null;

/**
 * The reason why this process should receive no requests now, or null if it is ready. The database must respond within
 * a second, must not be a standby or read-only, must accept a write and must have the newest migration. The check uses
 * a separate connection, so that a pool full of slow work is not reported as an outage.
 */
export async function getUnreadyReason(): Promise<string | null> {
  if (isShuttingDown()) return "shutting down";
  const { databaseUrl } = environment();
  if (probe?.url !== databaseUrl) {
    await closeProbe();
    probe = { url: databaseUrl, client: null, looking: null, trial: null, said: null };
  }
  const current = probe;
  current.looking ??= checkDatabase(current).finally(() => {
    current.looking = null;
  });
  const reason = await withTimeLimit(current.looking);
  if (reason !== current.said) {
    current.said = reason;
    if (reason === null) log("info", "Ready again.");
    else log("warn", `Not ready: ${reason}.`);
  }
  return reason;
}

/** Ends the probe's connection. For shutting down and for tests. */
export async function closeProbe(): Promise<void> {
  const { client } = probe ?? {};
  probe = null;
  await client?.then((open) => open.end()).catch(() => undefined);
}

function withTimeLimit(check: Promise<string | null>): Promise<string | null> {
  return new Promise((resolve) => {
    let remainingSteps = timeout.steps;
    const timer = setInterval(() => {
      remainingSteps -= 1;
      if (remainingSteps > 0) return;
      clearInterval(timer);
      resolve("the database does not answer in time");
    }, timeout.stepMs);
    check.then((reason) => {
      clearInterval(timer);
      resolve(reason);
    });
  });
}

const databaseStateRow = z.strictObject({
  is_replica: z.boolean(),
  is_read_only: z.boolean(),
  is_applied: z.boolean(),
});

async function checkDatabase(current: Probe): Promise<string | null> {
  try {
    current.client ??= connect(current);
    const client = await current.client;
    const newest = await readNewestMigration();
    const rows = await manyRows(
      client,
      databaseStateRow,
      sql`SELECT pg_is_in_recovery() AS is_replica, current_setting('transaction_read_only') = 'on' AS is_read_only,
              EXISTS (SELECT FROM _prisma_migrations
                      WHERE migration_name = ${newest} AND finished_at IS NOT NULL
                      AND rolled_back_at IS NULL) AS is_applied`,
    );
    const [state] = rows;
    if (state?.is_replica) return "the database is a standby in recovery";
    if (state?.is_read_only) return "the database is read-only";
    if (!state?.is_applied) return `the database lacks the migration ${newest}`;
    if (!current.trial || Date.now() - current.trial.at >= testWriteIntervalMs) {
      current.trial = { at: Date.now(), failure: await tryWrite(client) };
    }
    return current.trial.failure;
  } catch {
    // The next check opens a new connection.
    const failedConnection = current.client;
    current.client = null;
    failedConnection?.then((client) => client.end()).catch(() => undefined);
    return "the database does not answer";
  }
}

async function connect(current: Probe): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: current.url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
    application_name: "parallax/web",
  });
  client.on("error", () => {
    current.client = null;
  });
  await client.connect();
  return client;
}

/**
 * Tests whether the database can store data: writes one row that is always overwritten, and a page of a file that is
 * then emptied. On a full disk the row still fits on its existing page, but the new page does not.
 */
async function tryWrite(client: pg.Client): Promise<string | null> {
  const row = `INSERT INTO readiness_probe (id, at) VALUES (1, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`;
  const page = `CREATE TEMP TABLE IF NOT EXISTS readiness_space (filler text) ON COMMIT DELETE ROWS;
    INSERT INTO readiness_space VALUES (repeat('x', 1000))`;
  try {
    // One string is one transaction, also through a pooler.
    await client.query(`${page}; ${row}`);
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    if (code === "53100") return "the database's disk is full";
    if (code === "25006") return "the database is read-only";
    return `the database stores nothing (${code})`;
  }
}

interface ShutdownHolder {
  parallaxIsShuttingDown?: boolean;
}

/** Installs handlers that record a shutdown of the process, so that the proxy stops sending requests. */
export function registerShutdownHandlers(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      (globalThis as ShutdownHolder).parallaxIsShuttingDown = true;
    });
  }
}

function isShuttingDown(): boolean {
  return (globalThis as ShutdownHolder).parallaxIsShuttingDown === true;
}

let cachedMigration: string | null = null;

/** The newest migration of this version. The folder does not change at run time. */
async function readNewestMigration(): Promise<string> {
  if (cachedMigration === null) {
    const entries = await readdir(join(process.cwd(), "prisma/migrations"), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    cachedMigration = names.sort().at(-1) ?? "";
  }
  return cachedMigration;
}
