import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { newEndpointSettings } from "../../lib/domain/models/evaluation/endpoint-settings.ts";
import { importItems } from "../../lib/server/items/import-items.ts";
import { createEvaluation } from "../../lib/server/models/evaluations/create-evaluation.ts";
import { createEndpoint } from "../../lib/server/models/evaluations/endpoints.ts";
import { getEvaluation } from "../../lib/server/models/evaluations/get-evaluations.ts";
import { askModels } from "../../lib/server/models/evaluations/run-evaluation.ts";
import { evaluationJobKind } from "../../lib/server/models/evaluations/store-evaluation.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { runNextJob } from "../../lib/server/platform/jobs/run-job.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";
import { startModelServer } from "../../prisma/factories/model-server.ts";

// npm run bench:evaluations [-- REQUESTS] [--parallel N] [--delay MS] Sends requests to a local endpoint with a fixed
// delay (default: 10,000 requests, 32 in parallel, 500 ms each) with the job that the screen and the command line use,
// and prints the utilization: the time that the endpoint was working on requests, divided by the total time of all
// parallel requests.
const given = process.argv.slice(2);
const numberAt = (name: string, fallback: number) => {
  const at = given.indexOf(name);
  return at < 0 ? fallback : Number(given[at + 1]);
};
const parallel = numberAt("--parallel", 32);
const delayMs = numberAt("--delay", 500);
const requests = Number(given[0] && /^\d+$/.test(given[0]) ? given[0] : 10_000);

process.env.PARALLAX_PRIVATE_ENDPOINTS = "allow";
const database = await startScratchPostgres();
const endpoint = await startModelServer(({ prompt }) => (/\d[02468]\b/.test(prompt) ? "True" : "False"), delayMs);
try {
  process.env.DATABASE_URL = database.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  await migrate({ connectionString: database.connectionString, migrationsFolder });
  const projectId = randomUUID();
  await pool().query(sql`INSERT INTO project (id, name, slug) VALUES (${projectId}, 'Bench', 'bench')`);
  const { benchmarkId } = await importItems({
    ...{ projectId, benchmarkName: "Bench", fileName: "items", actorId: null, lines: items() },
  });
  const named = await createEndpoint(installation, projectId, {
    name: "Local",
    settings: {
      ...newEndpointSettings,
      ...{ url: endpoint.url, model: "local", parallel, promptUsdPerMillion: 1, completionUsdPerMillion: 10 },
    },
  });
  const { id } = await createEvaluation(installation, {
    ...{ endpoint: named.id, benchmark: benchmarkId, source: "bench", kind: "true-false", answer: "text", shots: 0 },
    levels: { prompt: ["human"], story: ["no-story"], questionOrder: ["true-false"] },
    ...{ seed: "1", repeats: 1, sample: null, priorFirst: false, study: null, limitUsd: null },
  });
  const start = performance.now();
  while (await runNextJob({ [evaluationJobKind]: askModels() }));
  const seconds = (performance.now() - start) / 1_000;
  const { answered, failed, spentUsd, state } = (await getEvaluation(installation, id))!;
  const busy = (endpoint.requests.length * delayMs) / 1_000 / (seconds * parallel);
  process.stdout.write(
    `${JSON.stringify({
      ...{ requests, parallel, delayMs, state, answered, failed, asked: endpoint.requests.length },
      ...{ mostAtOnce: endpoint.mostAtOnce(), spentUsd, seconds: Math.round(seconds * 10) / 10 },
      ...{ aSecond: Math.round(answered / seconds), busyPercent: Math.round(busy * 1_000) / 10 },
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    })}\n`,
  );
} finally {
  await endpoint.stop();
  await closePool();
  await database.stop();
}

async function* items(): AsyncGenerator<string> {
  for (let number = 0; number < requests; number += 1)
    yield JSON.stringify({
      id: `item-${number}`,
      kind: "true-false",
      story: { id: `story-${number}`, text: `Ana told Ben the number ${number}.` },
      text: `Ben knows the number ${number}.`,
      gold: number % 2 === 0,
    });
}
