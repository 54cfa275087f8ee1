import { fileURLToPath } from "node:url";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { measureGrowth } from "./measure-growth.ts";

// npm run bench:scale [-- --sessions N] [-- --json] Measures what one complete session of the Street study costs the
// database: transactions, write-ahead log and disk, with both logs in their hash chains. docs/scale.md multiplies the
// figures. The first write of a page after a checkpoint is logged whole: 1,740 sessions (the default) are those of five
// minutes, the time between checkpoints, at 1,000,000 in two days.
const isJson = process.argv.includes("--json");
const sessionsAt = process.argv.indexOf("--sessions");
const sessions = sessionsAt > 0 ? Number(process.argv[sessionsAt + 1]) : 1_740;
const concurrency = 5;

const server = await startScratchPostgres({ writesFullLog: true });
process.env.DATABASE_URL = server.connectionString;
const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
await migrate({ connectionString: server.connectionString, migrationsFolder });
const { extendChains } = await import("../../lib/server/platform/audit/chain/extend-chains.ts");
const study = await makeStudy({ items: 140, design: { perStratumItem: 26 } });

async function walk(count: number): Promise<void> {
  let begun = 0;
  const participant = async () => {
    while (begun < count) {
      begun += 1;
      const walker = await startWalker(study);
      await walkTo(walker, 4, { choice: "true" });
      await walker.post(5, { explanation: "It says in the story that she knew about it." });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, participant));
  await extendChains();
}

await walk(20);
await pool().query("CHECKPOINT");
const growth = await measureGrowth(pool(), () => walk(sessions));
await closePool();
await server.stop();

const figures = {
  sessions,
  transactionsPerSession: growth.transactions / sessions,
  walBytesPerSession: growth.walBytes / sessions,
  diskBytesPerSession: growth.diskBytes / sessions,
};
const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
process.stdout.write(
  isJson
    ? `${JSON.stringify(figures)}\n`
    : `${sessions} complete sessions, each: ${figures.transactionsPerSession.toFixed(1)} transactions, ` +
        `${kilobytes(figures.walBytesPerSession)} KB of write-ahead log, ${kilobytes(figures.diskBytesPerSession)} KB of disk.\n`,
);
