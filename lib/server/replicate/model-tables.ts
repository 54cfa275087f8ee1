import * as z from "zod";
import type { ItemSelection } from "@/lib/domain/items/item-selection.ts";
import { modelTableKinds } from "@/lib/domain/replicate/model-table-kinds.ts";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import type { PaperTable } from "@/lib/domain/replicate/paper-table.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { readRunFacts } from "../models/registry/run-facts.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";
import { decodeSubject, encodeSubject } from "../stored-results/matching-subject.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { loadFreshResult, loadStoredResult } from "../stored-results/stored-result.ts";
import { readObservations } from "./read-observations.ts";

/** The tables of Yang et al. 2026 for all models on a benchmark, and the omitted answers. */
export interface ModelTables {
  tables: PaperTable[];
  omitted: MissingPart[];
}

/** All models on a benchmark, over all items or a selection. The subject is "BENCHMARK[ where SELECTION]". */
export const modelTablesResult: ResultDefinition<ModelTables> = {
  kind: "model-tables",
  ruleVersion: 6,
  keep: 20,
  facts: async (subject) => readRunFacts(await listRuns(decodeSubject(subject).subject)),
  compute: async (subject) => {
    const { subject: benchmarkId, items } = decodeSubject(subject);
    const { observations, missing } = await readObservations(benchmarkId, await listRuns(benchmarkId), [], items);
    const { modelTablesWorker } = await import("./model-tables-worker.generated.ts");
    return { tables: await runInThread(modelTablesWorker, observations), omitted: missing };
  },
};

const runRow = z.strictObject({ id: z.string() });

/** The runs with answers to story errors or next actions in a benchmark; archived runs are omitted. */
async function listRuns(benchmarkId: string): Promise<string[]> {
  if (!z.uuid().safeParse(benchmarkId).success) return [];
  const rows = await manyRows(
    pool(),
    runRow,
    sql`SELECT run.id FROM run JOIN model ON model.id = run.model_id
     WHERE run.benchmark_id = ${benchmarkId} AND run.archived_at IS NULL AND model.archived_at IS NULL
       AND EXISTS (SELECT FROM item_version AS item WHERE item.benchmark_id = run.benchmark_id
         AND item.kind = ANY(${[...modelTableKinds]}::text[]))
       AND EXISTS (SELECT FROM prediction WHERE prediction.run_id = run.id)
     ORDER BY run.id`,
  );
  return rows.map(({ id }) => id);
}

/** The benchmark of a page that shows these tables. */
export interface ModelTablesPage {
  benchmark: { id: string; name: string };
  state: ResultState<ModelTables>;
}

/** The tables as last computed; null for users who may not see the benchmark, and if no model has such answers. */
export async function loadModelTables(
  actor: Actor,
  benchmarkId: string,
  items: ItemSelection | null,
): Promise<ModelTablesPage | null> {
  const benchmark = await findBenchmark(actor, benchmarkId);
  const state = benchmark && (await loadStoredResult(modelTablesResult, encodeSubject(benchmark.id, true, items)));
  return benchmark && state ? { benchmark, state } : null;
}

/**
 * The tables for a download.
 *
 * @throws PendingError while they are computed
 */
export async function loadFreshModelTables(
  actor: Actor,
  benchmarkId: string,
  items: ItemSelection | null,
): Promise<ModelTables | null> {
  const benchmark = await findBenchmark(actor, benchmarkId);
  const loaded = benchmark && (await loadFreshResult(modelTablesResult, encodeSubject(benchmark.id, true, items)));
  return loaded?.document ?? null;
}

function findBenchmark(actor: Actor, id: string) {
  return db().benchmark.findFirst({
    where: { id, ...inProjectsWith(actor, "research.read") },
    select: { id: true, name: true },
  });
}
