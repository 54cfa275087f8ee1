import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { prepareItemTable } from "@/lib/domain/survey/studies/item-table.ts";
import { meanItemWords } from "@/lib/domain/survey/studies/item-words.ts";
import type { StudyBenchmark } from "@/lib/domain/survey/studies/study-benchmark.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { asLayoutItem, readNewestItems } from "./study-items.ts";

/**
 * The benchmarks of a project with the items that a study could ask, archived ones left out.
 *
 * @param asked the benchmark of the study that is edited, which stays in the list whatever became of it
 */
export async function listStudyBenchmarks(
  actor: Actor,
  projectId: string,
  asked: string | null = null,
): Promise<StudyBenchmark[]> {
  const inUse = { OR: [{ archivedAt: null }, ...(asked === null ? [] : [{ id: asked }])] };
  const benchmarks = await db().benchmark.findMany({
    where: { AND: [{ projectId }, inUse, inProjectsWith(actor, "research.read")] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });
  return Promise.all(benchmarks.map(describeBenchmark));
}

async function describeBenchmark(benchmark: { id: string; name: string }): Promise<StudyBenchmark> {
  const items = await readNewestItems(benchmark.id);
  const translated = await countTranslated(items.map(({ id }) => id));
  const kinds = Object.values(itemKinds).flatMap((kind) => {
    const own = items.filter((item) => item.item.kind === kind.name);
    if (own.length === 0) return [];
    const { name, label, factors, wording } = kind;
    const groups = new Set(own.map((item) => asLayoutItem(item).group)).size;
    const words = meanItemWords(own.map(({ item }) => item));
    return [{ name, label, factors, wording, items: own.length, groups, table: prepareItemTable(own), words }];
  });
  const supported = kinds.reduce((sum, kind) => sum + kind.items, 0);
  return { ...benchmark, kinds, unsupported: items.length - supported, translated };
}

const translatedRow = z.strictObject({ language: z.string(), items: z.number() });

async function countTranslated(itemIds: readonly string[]): Promise<Record<string, number>> {
  const rows = await manyRows(
    pool(),
    translatedRow,
    "SELECT language, count(*)::int AS items FROM item_translation WHERE item_version_id = ANY($1::uuid[]) GROUP BY language",
    [itemIds],
  );
  return Object.fromEntries(rows.map(({ language, items }) => [language, items]));
}
