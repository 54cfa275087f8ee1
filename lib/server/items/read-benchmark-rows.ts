import type { ItemRow } from "@/lib/domain/items/item.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { readBenchmarkItems } from "./read-items.ts";

/** Hands over the newest version of every item of a benchmark with its newest key, one at a time and from one moment. */
export async function eachBenchmarkRow(benchmarkId: string, take: (row: ItemRow) => Promise<void>): Promise<void> {
  await withSnapshot(async (client) => {
    for await (const { row } of readBenchmarkItems(client, benchmarkId)) await take(row);
  });
}
