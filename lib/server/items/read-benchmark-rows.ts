import type { ItemRow } from "@/lib/domain/items/item.ts";
import { openSnapshot } from "../platform/database/with-snapshot.ts";
import { readBenchmarkItems } from "./read-items.ts";

/** The newest version of every item of a benchmark with its newest key, one at a time, from one snapshot. */
export async function* readBenchmarkRows(benchmarkId: string): AsyncGenerator<ItemRow> {
  const snapshot = await openSnapshot();
  try {
    for await (const { row } of readBenchmarkItems(snapshot.client, benchmarkId)) yield row;
  } finally {
    await snapshot.close();
  }
}
