import { startServers } from "./servers.ts";

/**
 * Playwright's global set-up: two processes of the production build on one database with the demo in it.
 *
 * Tests read `DATABASE_URL` to prepare rows of their own through lib/server, and `PARALLAX_E2E_PROCESS_URLS` (separated
 * by commas) to speak to one process; everything else goes to `baseURL`.
 */
export default async function startAll(): Promise<() => Promise<void>> {
  const servers = await startServers({ processes: 2 });
  process.env.DATABASE_URL = servers.databaseUrl;
  process.env.PARALLAX_URL = servers.publicUrl;
  process.env.PARALLAX_E2E_PROCESS_URLS = servers.processUrls.join(",");
  const { seedDemo } = await import("../lib/server/demo/seed.ts");
  const { closePool } = await import("../lib/server/platform/database/pool.ts");
  await seedDemo();
  await closePool();
  return servers.stop;
}
