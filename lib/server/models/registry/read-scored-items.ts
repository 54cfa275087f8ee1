import type { PoolClient } from "pg";
import * as z from "zod";
import { type ItemSelection, isSelectedBy } from "@/lib/domain/items/item-selection.ts";
import { findRightKeys } from "@/lib/domain/items/right-keys.ts";
import type { RunAnswerCount, ScoredItem } from "@/lib/domain/results/model/score-run.ts";
import { itemOfRow, itemRowColumns } from "../../items/item-of-row.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const scoredItemRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  ...itemRowColumns,
  story_id: z.string(),
  gold: json().nullable(),
  version: z.number().nullable(),
});

/**
 * The items that runs answered, each in the answered version and with its newest key.
 *
 * @param items the selected items; null for all items
 */
export async function* readScoredItems(
  client: PoolClient,
  runIds: readonly string[],
  items: ItemSelection | null,
): AsyncGenerator<{ id: string; scored: ScoredItem }> {
  const rows = readCursor(
    client,
    scoredItemRow,
    sql`SELECT item.id, item.external_id AS name, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task, story.external_id AS story_id,
       story.title, story.genre, story.text AS story, key.gold, key.version
     FROM item_version AS item
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true
     WHERE item.id IN (SELECT DISTINCT item_version_id FROM prediction WHERE run_id = ANY(${runIds}::uuid[]))`,
  );
  const isSelected = items === null ? () => true : isSelectedBy(items);
  for await (const { name, ...row } of rows) {
    if (!isSelected({ name, attributes: row.attributes })) continue;
    const right = row.version === null ? null : findRightKeys(itemOfRow(row), row.gold);
    yield { id: row.id, scored: { story: row.story_id, attributes: row.attributes, rightKeys: right } };
  }
}

const answerCountRow = z.strictObject({
  item: z.string(),
  condition: z.string(),
  answerKey: z.string().nullable(),
  count: z.number(),
}) satisfies z.ZodType<RunAnswerCount>;

/**
 * How often a run gave each answer to each item. The database counts the rows.
 *
 * @param withMismatches whether answers to a text other than the item's are included
 */
export function readAnswerCounts(
  client: PoolClient,
  runId: string,
  withMismatches: boolean,
): AsyncGenerator<RunAnswerCount> {
  return readCursor(
    client,
    answerCountRow,
    sql`SELECT item_version_id AS item, condition_key AS condition, answer_key AS "answerKey", count(*)::int AS count
     FROM prediction WHERE run_id = ${runId} AND (${withMismatches}::boolean OR parity <> 'mismatch') GROUP BY 1, 2, 3`,
  );
}
