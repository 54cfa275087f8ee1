import * as z from "zod";
import {
  type BenchmarkFacts,
  type BenchmarkItemLine,
  type BenchmarkLine,
  benchmarkItemsPerPage,
} from "@/lib/domain/items/benchmark-facts.ts";
import { formatKey } from "@/lib/domain/items/key-words.ts";
import { type Actor, can, inProjectsWith, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { checkBalance } from "./check-balance.ts";
import { itemOfRow, itemRowColumns } from "./item-of-row.ts";

/** The active or the archived benchmarks of a project, newest first. */
export async function listBenchmarks(actor: Actor, projectId: string, isArchived = false): Promise<BenchmarkLine[]> {
  requireRight(actor, "research.read", projectId);
  const benchmarks = await db().benchmark.findMany({
    where: { projectId, archivedAt: isArchived ? { not: null } : null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, name: true, description: true, isDemo: true },
  });
  const counts = await countContents(benchmarks.map(({ id }) => id));
  return benchmarks.map((benchmark) => ({ ...benchmark, ...(counts.get(benchmark.id) ?? emptyCounts) }));
}

/** A benchmark for its page; null for users who may not see it. */
export async function getBenchmark(actor: Actor, id: string): Promise<BenchmarkFacts | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const benchmark = await db().benchmark.findFirst({
    where: { id, ...inProjectsWith(actor, "research.read") },
    select: {
      id: true,
      projectId: true,
      name: true,
      slug: true,
      description: true,
      licence: true,
      canary: true,
      isDemo: true,
      createdAt: true,
      archivedAt: true,
    },
  });
  if (!benchmark) return null;
  const [counts, balance] = await Promise.all([
    countContents([id]),
    withSnapshot((client) => checkBalance(client, id)),
  ]);
  return {
    ...benchmark,
    isArchived: benchmark.archivedAt !== null,
    ...(counts.get(id) ?? emptyCounts),
    balance,
    canWrite: can(actor, "research.write", benchmark.projectId),
  };
}

const emptyCounts = { items: 0, stories: 0, kinds: [] as string[], studies: 0 };

const contentRow = z.strictObject({
  id: z.string(),
  items: z.number(),
  stories: z.number(),
  kinds: z.array(z.string()),
  studies: z.number(),
});

async function countContents(ids: readonly string[]) {
  const rows = await manyRows(
    pool(),
    contentRow,
    sql`SELECT listed.id,
       (SELECT count(DISTINCT external_id)::int FROM item_version WHERE benchmark_id = listed.id) AS items,
       (SELECT count(DISTINCT external_id)::int FROM story_version
        WHERE benchmark_id = listed.id AND text <> '') AS stories,
       ARRAY(SELECT DISTINCT kind FROM item_version WHERE benchmark_id = listed.id ORDER BY kind) AS kinds,
       (SELECT count(*)::int FROM study WHERE benchmark_id = listed.id AND rehearsal_of_id IS NULL) AS studies
     FROM unnest(${ids}::uuid[]) AS listed (id)`,
  );
  return new Map<string, Pick<BenchmarkLine, "items" | "stories" | "kinds" | "studies">>(
    rows.map(({ id, ...counts }) => [id, counts]),
  );
}

const benchmarkItemRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  version: z.number(),
  kind: z.string(),
  text: z.string(),
  options: itemRowColumns.options,
  task: itemRowColumns.task,
  attributes: json<BenchmarkItemLine["attributes"]>(),
  story_id: z.string(),
  title: z.string(),
  genre: z.string(),
  story_text: z.string(),
  key_version: z.number().nullable(),
  gold: json().nullable(),
  links: json<BenchmarkItemLine["links"]>(),
  total: z.number(),
});

/**
 * A page of a benchmark's items in the order of its file, each in its newest version; null for users who may not see
 * it.
 */
export async function listBenchmarkItems(
  actor: Actor,
  benchmarkId: string,
  query: { page: number; search: string },
): Promise<{ total: number; items: BenchmarkItemLine[] } | null> {
  if (!z.uuid().safeParse(benchmarkId).success) return null;
  const accessibleBenchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.read") },
    select: { id: true },
  });
  if (!accessibleBenchmark) return null;
  const rows = await manyRows(
    pool(),
    benchmarkItemRow,
    sql`SELECT item.id, item.external_id, item.version, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task,
       story.external_id AS story_id, story.title, story.genre, story.text AS story_text, key.version AS key_version,
       key.gold,
       coalesce((SELECT json_agg(link ORDER BY link."as", link.language) FROM (
         SELECT 'original' AS "as", made.language, other.external_id AS name, other.version, json_build_object('id',
         home.id, 'name', home.name) AS benchmark
         FROM item_translation AS made JOIN item_version AS other ON other.id = made.translated_id
         JOIN benchmark AS home ON home.id = other.benchmark_id WHERE made.item_version_id = item.id
         UNION ALL
         SELECT 'translation', made.language, other.external_id, other.version, json_build_object('id', home.id,
         'name', home.name)
         FROM item_translation AS made JOIN item_version AS other ON other.id = made.item_version_id
         JOIN benchmark AS home ON home.id = other.benchmark_id WHERE made.translated_id = item.id
       ) AS link), '[]') AS links,
       count(*) OVER ()::int AS total
     FROM item_version AS item
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT version, gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true
     WHERE item.benchmark_id = ${benchmarkId} AND NOT EXISTS (
       SELECT FROM item_version AS newer
       WHERE newer.benchmark_id = ${benchmarkId} AND newer.external_id = item.external_id
       AND newer.version > item.version
     ) AND (${query.search} = ''
     OR strpos(lower(concat_ws(' ', item.external_id, item.text, story.title, item.attributes->>'label')),
     lower(${query.search})) > 0)
     ORDER BY item.ordinal, item.external_id
     LIMIT ${benchmarkItemsPerPage} OFFSET ${(query.page - 1) * benchmarkItemsPerPage}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      id: row.id,
      name: row.external_id,
      version: row.version,
      kind: row.kind,
      text: row.text,
      attributes: row.attributes,
      story: { id: row.story_id, title: row.title, genre: row.genre, text: row.story_text },
      gold: row.gold,
      key: row.key_version === null ? "" : formatKey(itemOfRow({ ...row, story: row.story_text }), row.gold),
      keyVersion: row.key_version,
      links: row.links,
    })),
  };
}
