import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PoolClient } from "pg";
import * as z from "zod";
import { type DemoPart, demoParts } from "@/lib/domain/demo-parts.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import { street2024, street2024Design, street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { isDemoSeeded, recordDemoParts } from "./demo-parts.ts";
import { seedAnnotation } from "./seed-annotation.ts";
import { seedBeliefs } from "./seed-beliefs.ts";
import { seedMindgames } from "./seed-mindgames.ts";
import { ensureSimulatedStudy, type SimulationSize } from "./simulate-demo.ts";

/** The demo's slug: /s/demo. */
export const demoSlug = "demo";

/** Eight answers for each statement and condition: enough for intervals, and few enough to be generated in a minute. */
const defaultSimulation: SimulationSize = { perStratumItem: 4 };

/** The smallest simulation: two of the seven stories, for tests that do not depend on the amount of data. */
export const smallSimulation: SimulationSize = { perStratumItem: 1, items: 40 };

const demoBenchmark = "Seven stories (demo)";

/**
 * Adds the demo to a new installation: a project, the benchmark of seven stories, synthetic answers of three models, an
 * open study in Street et al.'s design, a simulated one that a background job fills, and the annotators' workspace.
 * Every step is idempotent, so the next start completes an interrupted creation. A complete demo is never created
 * again, and a deleted demo is not restored. Concurrent processes wait for each other.
 *
 * @param size how many people the simulated study has
 */
export async function seedDemo(size = defaultSimulation): Promise<{ seeded: boolean }> {
  return withDemoLock(async (client) => {
    if (await isDemoSeeded(client)) return { seeded: false };
    await seedParts(client, demoParts, size);
    return { seeded: true };
  });
}

/** The background job that creates parts that an earlier version of the demo did not have. */
export const runAddPartsJob: JobHandler = async (job) => {
  const { parts } = z.object({ parts: z.array(z.enum(demoParts)) }).parse(job.payload);
  await withDemoLock((client) => seedParts(client, parts, defaultSimulation));
  return { parts };
};

async function withDemoLock<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool().connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtextextended('seed-demo', 0))");
    return await work(client);
  } finally {
    await client.query("SELECT pg_advisory_unlock(hashtextextended('seed-demo', 0))").catch(() => undefined);
    client.release();
  }
}

async function seedParts(client: PoolClient, parts: readonly DemoPart[], size: SimulationSize): Promise<void> {
  const projectId = await ensureProject(client);
  const seeds: Readonly<Record<DemoPart, () => Promise<unknown>>> = {
    stories: () => seedStories(projectId, size),
    annotation: () => seedAnnotation(projectId),
    mindgames: () => seedMindgames(projectId),
    // This part comes last, because its background job imports answers, and imports into one project wait for each
    // other.
    beliefs: () => seedBeliefs(projectId),
  };
  for (const part of demoParts) if (parts.includes(part)) await seeds[part]();
  await recordDemoParts(client, parts);
}

async function seedStories(projectId: string, size: SimulationSize): Promise<void> {
  const { benchmarkId } = await importItems({
    projectId,
    benchmarkName: demoBenchmark,
    description: "Seven short stories with twenty statements each, in the shape of MoToMQA. Written for Parallax.",
    ...openDemoFile("items.jsonl"),
    actorId: null,
    isDemo: true,
  });
  await importPredictions({
    projectId,
    benchmarkId,
    source: "demo",
    ...openDemoFile("predictions.jsonl"),
    actorId: null,
    isDemo: true,
  });
  await openStudy(await ensureStudy(projectId, benchmarkId));
  const studyId = await ensureSimulatedStudy(projectId, benchmarkId, size);
  await enqueueJob({
    kind: "simulate-demo",
    payload: { studyId },
    projectId,
    createdById: null,
    dedupeKey: "simulate-demo",
  });
}

const idRow = z.strictObject({ id: z.string() });

async function ensureProject(client: PoolClient): Promise<string> {
  const row = await oneRow(
    client,
    idRow,
    `INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'First project', 'first-project')
     ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug RETURNING id`,
  );
  return row.id;
}

async function ensureStudy(projectId: string, benchmarkId: string): Promise<string> {
  return withTx(async (client) => {
    const existing = await maybeRow(client, idRow, sql`SELECT id FROM study WHERE slug = ${demoSlug}`);
    if (existing) return existing.id;
    const items = await manyRows(
      client,
      idRow,
      sql`SELECT id FROM item_version WHERE benchmark_id = ${benchmarkId} ORDER BY ordinal`,
    );
    return createStudy(client, {
      projectId,
      createdById: null,
      name: "Reading people in stories",
      slug: demoSlug,
      description: "A demo in the design of Street et al. 2024: one story and one statement for each person.",
      language: "en",
      stage: "main",
      benchmarkId,
      itemIds: items.map((row) => row.id),
      design: street2024Design("demo"),
      protocol: withNewestWords(street2024Protocol()),
      plan: presetPlan(street2024.id),
      correspondence: presetCorrespondence(street2024.id, []),
      isDemo: true,
    });
  });
}

function openDemoFile(name: string) {
  return makeImportSource(
    name,
    createReadStream(fileURLToPath(new URL(`../../../content/demo/${name}`, import.meta.url))),
  );
}
