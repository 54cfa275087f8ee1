import type { PoolClient } from "pg";
import * as z from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import { type LayoutItem, layoutItem } from "@/lib/domain/survey/composition/layout-item.ts";
import type { ItemFacts } from "@/lib/domain/survey/studies/item-table.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { type Connection, json, manyRows } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { rowsInPieces } from "../stored-results/fold-rows.ts";

/** An item, for the selection, review and preview of a study. */
export interface StudyItem extends ItemFacts {
  externalId: string;
  /** The name of the item's story within the benchmark. */
  storyId: string;
  item: Item;
  /**
   * The newest correct answer, which rules can use to balance sessions; never sent to a participant. Null if there is
   * none.
   */
  gold: unknown;
}

const itemRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  kind: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  task: itemRowColumns.task,
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
  story_id: z.string(),
  gold: json().nullable(),
});

const columns = fragment`item_version.id, item_version.external_id, item_version.kind, item_version.text, item_version.options,
  item_version.attributes,
  item_task(item_version.task_schema_version_id, item_version.task_fields) AS task, story_version.title,
  story_version.genre, story_version.text AS story,
  story_version.external_id AS story_id,
  (SELECT gold FROM item_key WHERE item_version_id = item_version.id ORDER BY version DESC LIMIT 1) AS gold`;

const itemBatchSize = 200;

const newestItemRow = itemRow.extend({ ordinal: z.number() });

const newestItems = (benchmarkId: string) => sql`SELECT * FROM (
   SELECT DISTINCT ON (item_version.external_id) ${columns}, item_version.ordinal
   FROM item_version JOIN story_version ON story_version.id = item_version.story_version_id
   WHERE item_version.benchmark_id = ${benchmarkId}
   ORDER BY item_version.external_id, item_version.version DESC
 ) AS newest ORDER BY ordinal, external_id`;

/** The newest version of every item of a benchmark, in the order of its file. */
export async function readNewestItems(benchmarkId: string, client: Connection = pool()): Promise<StudyItem[]> {
  const rows = await manyRows(client, newestItemRow, newestItems(benchmarkId));
  return rows.map(toStudyItem);
}

/** Like `readNewestItems`, but in chunks, for a fold: the texts of a large benchmark are never all in memory. */
export async function* newestItemsInPieces(client: PoolClient, benchmarkId: string): AsyncGenerator<StudyItem[]> {
  const rows = readCursor(client, newestItemRow, newestItems(benchmarkId), itemBatchSize);
  for await (const piece of rowsInPieces(rows, itemBatchSize)) yield piece.map(toStudyItem);
}

/** The items of a study in the study's order. */
export async function readStudyItems(studyId: string, client: Connection = pool()): Promise<StudyItem[]> {
  const rows = await manyRows(
    client,
    itemRow,
    sql`SELECT ${columns} FROM study_item
     JOIN item_version ON item_version.id = study_item.item_version_id
     JOIN story_version ON story_version.id = item_version.story_version_id
     WHERE study_item.study_id = ${studyId} ORDER BY study_item.ordinal`,
  );
  return rows.map(toStudyItem);
}

function toStudyItem(row: z.infer<typeof itemRow>): StudyItem {
  const ownEntries = Object.entries(row.attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, String(value)]);
  return {
    id: row.id,
    externalId: row.external_id,
    storyId: row.story_id,
    attributes: { ...Object.fromEntries(ownEntries), story: row.title || row.story_id },
    gold: row.gold,
    item: itemOfRow(row),
  };
}

/** An item as input of session composition, with the names that its file uses, as in a design file. */
export function toLayoutItem({ externalId, storyId, item, gold }: StudyItem): LayoutItem {
  return layoutItem({
    id: externalId,
    kind: item.kind,
    story: { id: storyId, genre: item.story.genre },
    gold,
    attributes: item.attributes ?? {},
  });
}
