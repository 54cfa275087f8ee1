import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migratedDatabase } from "./own-application.ts";
import { startServers } from "./servers.ts";

/** A quarter of the demo's synthetic people, who come while the first tests run. */
const smallSize = 1;

/**
 * Playwright's global set-up: two processes of the production build on one database with the demo in it.
 * What was committed outlives any process that is killed, but not a power cut, for which nothing here waits.
 *
 * Tests read `DATABASE_URL` to prepare rows of their own through lib/server, and `PARALLAX_E2E_PROCESS_URLS` (separated
 * by commas) to speak to one process; everything else goes to `baseURL`. What they tell each other is kept in
 * `PARALLAX_E2E_FOLDER`.
 */
export default async function startAll(): Promise<() => Promise<void>> {
  // Most of the applications that tests start show a few pages and end.
  process.env.PARALLAX_PRELOAD ??= "off";
  const databaseSettings = ["fsync=off", "full_page_writes=off"];
  const servers = await startServers({ processes: 2, databaseSettings, template: migratedDatabase });
  const folder = await mkdtemp(join(tmpdir(), "parallax-journeys-"));
  process.env.PARALLAX_E2E_FOLDER = folder;
  process.env.DATABASE_URL = servers.databaseUrl;
  process.env.PARALLAX_URL = servers.publicUrl;
  process.env.PARALLAX_E2E_PROCESS_URLS = servers.processUrls.join(",");
  const { seedDemo } = await import("../lib/server/demo/seed.ts");
  const { closePool } = await import("../lib/server/platform/database/pool.ts");
  await seedDemo(smallSize);
  await closePool();
  return async () => {
    await rm(folder, { recursive: true });
    await servers.stop();
  };
}
