import * as z from "zod";
import { itemRowColumns } from "../items/item-of-row.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { sql } from "../platform/database/sql.ts";
import { openSnapshot } from "../platform/database/with-snapshot.ts";
import { ItemMatcher, type ItemToMatch } from "./item-matcher.ts";

const knownItemRow = z.strictObject({ id: z.string(), ...itemRowColumns });

const itemBatchSize = 100;

/** The newest version of each item of a benchmark, in chunks. Holds a connection until the last chunk is read. */
export async function* readKnownItems(benchmarkId: string): AsyncGenerator<ItemToMatch[]> {
  const { client, close } = await openSnapshot();
  try {
    const chunk: ItemToMatch[] = [];
    const items = readCursor(
      client,
      knownItemRow,
      sql`SELECT DISTINCT ON (item.external_id) item.external_id AS id, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task,
         story.text AS story, story.title, story.genre
       FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
       WHERE item.benchmark_id = ${benchmarkId} ORDER BY item.external_id, item.version DESC`,
      itemBatchSize,
    );
    for await (const item of items) if (chunk.push(item) === itemBatchSize) yield chunk.splice(0);
    if (chunk.length > 0) yield chunk;
  } finally {
    await close();
  }
}

/** The matcher of a benchmark's items. */
export async function createItemMatcher(benchmarkId: string): Promise<ItemMatcher> {
  const items: ItemToMatch[] = [];
  for await (const piece of readKnownItems(benchmarkId)) items.push(...piece);
  return new ItemMatcher(items);
}
