import type { PoolClient } from "pg";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { listExportTables } from "@/lib/domain/interchange/export-study-tables.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { benchmarkModelsTable, modelAnswerRecord } from "@/lib/domain/release/model-answers.ts";
import { readBenchmarkItems, type StoredItem } from "../../items/read-items.ts";
import { benchmarkPredictions } from "../../models/benchmark-predictions.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { toItemRecord } from "../../studies/export/export-records.ts";
import type { TableRelease } from "./table-release.ts";

const benchmarkRow = z.strictObject({
  name: z.string(),
  slug: z.string(),
  canary: z.string(),
  isDemo: z.boolean(),
});

const modelRow = z.strictObject({ models: z.array(z.string()) });

/**
 * The items of a benchmark with their keys, and the models' answers to them. The client stays open while the records are
 * read. Memory use grows with the number of items.
 */
export async function readBenchmarkRelease(client: PoolClient, id: string): Promise<TableRelease> {
  const benchmark = await oneRow(
    client,
    benchmarkRow,
    sql`SELECT name, slug, canary, is_demo AS "isDemo" FROM benchmark
        WHERE id = ${id}::uuid`,
  );
  const { models } = await oneRow(
    client,
    modelRow,
    sql`SELECT coalesce(array_agg(DISTINCT model.name ORDER BY model.name), '{}') AS models
        FROM run JOIN model ON model.id = run.model_id WHERE run.benchmark_id = ${id}::uuid`,
  );
  const items = new Map<string, StoredItem>();
  for await (const item of readBenchmarkItems(client, id)) items.set(item.row.id, item);
  const rows = [...items.values()].map(({ row }) => row);
  const attributes = [...new Set(rows.flatMap((row) => Object.keys(row.attributes)))].sort();
  const kinds = [...new Set(rows.map(({ kind }) => kind))].flatMap((kind) => itemKinds[kind] ?? []);
  const shape = {
    level: "coded",
    factors: [],
    attributes,
    questions: [],
    conditional: [],
    boxes: [],
    checks: [],
    kinds,
    items: [],
  } as const;
  const [table] = listExportTables(shape).filter(({ name }) => name === "items");
  if (!table) throw new RangeError("an export has no table of items");
  const { canary } = benchmark;
  return {
    ...benchmark,
    models,
    texts: {
      collection: `${formatNumberOf(items.size, "item")} in the newest version, with the keys. Answers of ${formatNumberOf(models.length, "model")} are included${models.length > 0 ? `: ${models.join(", ")}` : ""}.`,
      privacy: "The release contains no data of participants.",
      annotation: "The keys are those of the item file, in their newest version.",
      review: "Items and keys are versioned; the newest version of each is released.",
    },
    tables: [
      {
        table: { ...table, description: "One row for each item of the benchmark, with its key." },
        read: async function* () {
          for (const item of items.values()) yield toItemRecord(item, attributes, canary);
        },
      },
      ...(models.length > 0
        ? [
            {
              table: benchmarkModelsTable,
              read: async function* () {
                for await (const line of benchmarkPredictions(client, { id, canary }))
                  yield modelAnswerRecord({ ...line, parity: "unverified" }, items.get(line.item)?.row, new Map());
              },
            },
          ]
        : []),
    ],
    documents: [],
  };
}
