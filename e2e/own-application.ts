import { randomUUID } from "node:crypto";
import { closePool, pool } from "../lib/server/platform/database/pool.ts";
import { freePort } from "../lib/supervisor/free-port.ts";
import { startApp, untilReady } from "./servers.ts";

/** Every such application begins with a copy of this. */
export const migratedDatabase = "parallax_migrated";

/**
 * One process of the application on an empty database of its own, for what can be tried only where nobody else works:
 * the very first person, or that nothing at all was stored. The helpers of lib/server work on that database meanwhile.
 */
export async function withOwnApplication<Prepared>(
  /** What the database holds before the application starts. */
  prepare: () => Promise<Prepared>,
  /** `ends` says how often the process has ended by itself so far. */
  work: (url: string, prepared: Prepared, ends: () => number) => Promise<void>,
  /** What the process finds in its environment besides. */
  environment: Record<string, string> = {},
): Promise<void> {
  const earlier = { DATABASE_URL: process.env.DATABASE_URL, PARALLAX_URL: process.env.PARALLAX_URL };
  const name = `own_${randomUUID().replaceAll("-", "")}`;
  await pool().query(`CREATE DATABASE ${name} TEMPLATE ${migratedDatabase}`);
  await closePool();
  const database = new URL(earlier.DATABASE_URL as string);
  database.pathname = name;
  const port = await freePort("127.0.0.1");
  const url = `http://localhost:${port}`;
  Object.assign(process.env, { DATABASE_URL: database.href, PARALLAX_URL: url });
  try {
    const prepared = await prepare();
    const app = startApp(port, { ...environment, DATABASE_URL: database.href, PARALLAX_URL: url });
    try {
      await untilReady(port);
      await work(url, prepared, app.ends);
    } finally {
      await app.stop();
    }
  } finally {
    await closePool();
    Object.assign(process.env, earlier);
    await pool().query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}
