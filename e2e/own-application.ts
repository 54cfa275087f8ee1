import { randomUUID } from "node:crypto";
import { closePool, pool } from "../lib/server/platform/database/pool.ts";
import { findFreePort } from "../lib/supervisor/free-port.ts";
import { startApp, untilReady } from "./servers.ts";

/** What such an application may begin with a copy of: an empty database, or one with the demo, whose people are still to come. */
export const migratedDatabase = "parallax_migrated";
export const demoDatabase = "parallax_demo";

/**
 * One process of the application with a separate database, for tests that need no other activity: the very first
 * person, or that nothing at all was stored. The helpers of lib/server use that database during the test.
 */
export async function withOwnApplication<Prepared>(
  {
    template = migratedDatabase,
    prepare,
    environment = {},
  }: {
    template?: typeof migratedDatabase | typeof demoDatabase;
    /** What the database holds besides before the application starts. */
    prepare: () => Promise<Prepared>;
    /** Further environment variables of the process. */
    environment?: Record<string, string>;
  },
  /** `ends` is the number of times that the process has ended by itself. */
  work: (url: string, prepared: Prepared, ends: () => number) => Promise<void>,
): Promise<void> {
  const earlier = { DATABASE_URL: process.env.DATABASE_URL, PARALLAX_URL: process.env.PARALLAX_URL };
  const name = `own_${randomUUID().replaceAll("-", "")}`;
  await pool().query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await closePool();
  const database = new URL(earlier.DATABASE_URL as string);
  database.pathname = name;
  const port = await findFreePort("127.0.0.1");
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
