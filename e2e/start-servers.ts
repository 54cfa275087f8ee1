import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoDatabase, migratedDatabase } from "./own-application.ts";
import { copyDatabase, startServers } from "./servers.ts";

/**
 * Playwright's global set-up: two processes of the production build on one database with the demo in it, whose
 * synthetic people are generated while the first tests run. Committed data survive the end of any process, but not a
 * power failure, because the database does not wait for the disk.
 *
 * Tests read `DATABASE_URL` to prepare rows of their own through lib/server, and `PARALLAX_E2E_PROCESS_URLS` (separated
 * by commas) to speak to one process; all other requests go to `baseURL`. The data that they share are stored in
 * `PARALLAX_E2E_FOLDER`.
 */
export default async function startAll(): Promise<() => Promise<void>> {
  // Most of the applications that tests start show a few pages and end.
  process.env.PARALLAX_PRELOAD ??= "off";
  const databaseSettings = ["fsync=off", "full_page_writes=off"];
  const servers = await startServers({ processes: 2, databaseSettings, prepare: fillDatabases });
  const folder = await mkdtemp(join(tmpdir(), "parallax-journeys-"));
  process.env.PARALLAX_E2E_FOLDER = folder;
  process.env.DATABASE_URL = servers.databaseUrl;
  process.env.PARALLAX_URL = servers.publicUrl;
  process.env.PARALLAX_E2E_PROCESS_URLS = servers.processUrls.join(",");
  return async () => {
    await rm(folder, { recursive: true });
    await servers.stop();
  };
}

/** Keeps copies of the empty database and of the one with the demo. */
async function fillDatabases(databaseUrl: string): Promise<void> {
  process.env.DATABASE_URL = databaseUrl;
  await copyDatabase(databaseUrl, migratedDatabase);
  const { seedDemo, smallSimulation } = await import("../lib/server/demo/seed.ts");
  const { closePool } = await import("../lib/server/platform/database/pool.ts");
  await seedDemo(smallSimulation);
  await closePool();
  await copyDatabase(databaseUrl, demoDatabase);
}
