import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPredictionFile } from "../../lib/server/imports/open-prediction-file.ts";
import { importItems } from "../../lib/server/items/import-items.ts";
import { importPredictions } from "../../lib/server/models/import-predictions.ts";
import { createItemMatcher } from "../../lib/server/models/read-known-items.ts";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";
import { benchFormats, benchItem, writePredictions } from "./write-predictions.ts";

// npm run bench:predictions [-- ROWS] [--format=parallax|table|lm-eval|openai-batch] Imports predictions (default: a
// million) on 10,000 items with the use case behind the screen and the command line, and prints rows per second and the
// process's peak memory. The file is ours, or one of another tool.
const rows = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const format = benchFormats.find((name) => process.argv.includes(`--format=${name}`)) ?? "parallax";
const itemCount = 10_000;

const server = await startScratchPostgres();
try {
  process.env.DATABASE_URL = server.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  await migrate({ connectionString: server.connectionString, migrationsFolder });
  const projectId = randomUUID();
  await pool().query(sql`INSERT INTO project (id, name, slug) VALUES (${projectId}, 'Bench', 'bench')`);
  const { benchmarkId } = await importItems({
    projectId,
    benchmarkName: "Bench",
    fileName: "items",
    actorId: null,
    lines: items(),
  });
  const path = join(tmpdir(), `parallax-predictions-${process.pid}`);
  await writePredictions(path, rows, itemCount, format);
  const settings = { fileName: "bench", format: "auto" as const, model: "bench", condition: {} };
  const start = performance.now();
  const opened = await openPredictionFile(path, settings, () => createItemMatcher(benchmarkId));
  const to = { projectId, benchmarkId, source: "bench", actorId: null };
  const report = await importPredictions({ ...to, ...opened.source });
  const seconds = (performance.now() - start) / 1_000;
  await rm(path);
  const { inserted, rejected } = report;
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `${JSON.stringify({ format: opened.format, rows, inserted, rejected, seconds: Math.round(seconds), rowsASecond: Math.round(rows / seconds), peakMb })}\n`,
  );
} finally {
  await closePool();
  await server.stop();
}

async function* items(): AsyncGenerator<string> {
  for (let number = 0; number < itemCount; number += 1) yield JSON.stringify(benchItem(number));
}
