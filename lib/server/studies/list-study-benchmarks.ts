import type { PoolClient } from "pg";
import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { everyKind, findStudyItemKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import type { CountedItem, CountedKind } from "@/lib/domain/survey/studies/fold-items.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows } from "../stored-results/fold-rows.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { newestItemsInPieces, toLayoutItem } from "./study-items.ts";

/**
 * The active benchmarks of a project with the items that a study could ask.
 *
 * @param editedBenchmarkId the benchmark of the edited study; it is always listed
 */
export async function listStudyBenchmarks(
  actor: Actor,
  projectId: string,
  editedBenchmarkId: string | null = null,
): Promise<StudyBenchmark[]> {
  const listedCondition = {
    OR: [{ archivedAt: null }, ...(editedBenchmarkId === null ? [] : [{ id: editedBenchmarkId }])],
  };
  const benchmarks = await db().benchmark.findMany({
    where: { AND: [{ projectId }, listedCondition, inProjectsWith(actor, "research.read")] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });
  return Promise.all(benchmarks.map(loadStudyBenchmark));
}

async function loadStudyBenchmark(benchmark: { id: string; name: string }): Promise<StudyBenchmark> {
  const [countResult, translatedCounts] = await Promise.all([
    computeResult(itemsResult, benchmark.id),
    countTranslatedItems(benchmark.id),
  ]);
  const countsByKind = new Map(countResult?.document.map((kind) => [kind.name, kind]));
  const kinds = [everyKind, ...Object.keys(itemKinds)].flatMap((name) => {
    const { variants, ...kindCounts } = countsByKind.get(name) ?? { variants: [] };
    const supportedKind = "items" in kindCounts ? findStudyItemKind(name, variants) : null;
    return "items" in kindCounts && supportedKind ? [{ ...kindCounts, ...supportedKind }] : [];
  });
  const unsupportedKinds = [...countsByKind.values()].filter(({ name }) => name !== everyKind && !itemKinds[name]);
  return {
    ...benchmark,
    kinds,
    unsupported: unsupportedKinds.reduce((sum, { items }) => sum + items, 0),
    translated: translatedCounts,
  };
}

/**
 * The number of items of a benchmark by kind. Stored, because reading every text is slow and the items rarely change.
 */
const itemsResult: ResultDefinition<CountedKind[]> = {
  kind: "items",
  ruleVersion: 2,
  facts: readFacts,
  compute: (benchmarkId, folding) =>
    withSnapshot(async (client) => foldRows("items", undefined, countedItems(client, benchmarkId), folding)),
};

async function* countedItems(client: PoolClient, benchmarkId: string): AsyncGenerator<CountedItem[]> {
  for await (const piece of newestItemsInPieces(client, benchmarkId))
    yield piece.map((one) => {
      const { id, attributes, item } = one;
      return { id, attributes, group: toLayoutItem(one).group, item };
    });
}

const factRow = z.strictObject({ projectId: z.string(), answers: z.number(), newest: z.string() });

/**
 * Versions are never changed, so the number of versions and the newest version show whether versions were added or
 * removed.
 */
async function readFacts(benchmarkId: string): Promise<ResultFacts | null> {
  const row = await maybeRow(
    pool(),
    factRow,
    sql`SELECT project_id AS "projectId", (SELECT count(*)::int FROM item_version
     WHERE benchmark_id = benchmark.id) AS answers,
     (SELECT coalesce(max(created_at)::text, '') FROM item_version WHERE benchmark_id = benchmark.id) AS newest
     FROM benchmark WHERE id = ${benchmarkId}`,
  );
  if (!row) return null;
  const { newest, ...facts } = row;
  return { ...facts, dataHash: `${row.answers}/${newest}`, studyId: null, runId: null };
}

const translatedRow = z.strictObject({ language: z.string(), items: z.number() });

async function countTranslatedItems(benchmarkId: string): Promise<Record<string, number>> {
  const rows = await manyRows(
    pool(),
    translatedRow,
    sql`SELECT language, count(*)::int AS items FROM item_translation AS link
     JOIN item_version AS item ON item.id = link.item_version_id
     WHERE item.benchmark_id = ${benchmarkId} AND NOT EXISTS (
       SELECT FROM item_version AS newer WHERE newer.benchmark_id = ${benchmarkId}
       AND newer.external_id = item.external_id
         AND newer.version > item.version)
     GROUP BY language`,
  );
  return Object.fromEntries(rows.map(({ language, items }) => [language, items]));
}
