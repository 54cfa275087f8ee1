import type { PoolClient } from "pg";
import * as z from "zod";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import type { Translation } from "@/lib/domain/items/translation.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { type Connection, json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { itemRowColumns } from "./item-of-row.ts";

/** An item in the form of its file, with the version IDs from the database. */
export interface StoredItem {
  row: ItemRow;
  itemVersionId: string;
  version: number;
  /** Null if no key is stored. */
  keyVersion: number | null;
  storyVersion: number;
}

const storedItemRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  version: z.number(),
  kind: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  attributes: json<ItemRow["attributes"]>(),
  story_id: z.string(),
  story_version: z.number(),
  title: z.string(),
  genre: z.string(),
  story_text: z.string(),
  key_version: z.number().nullable(),
  gold: json().nullable(),
  canary: z.string(),
  translation: json<Translation>().nullable(),
  task: itemRowColumns.task,
  schema: z.string().nullable(),
  schema_version: z.number().nullable(),
});

type StoredItemRow = z.infer<typeof storedItemRow>;

const itemSelectSql = fragment`
  SELECT item.id, item.external_id, item.version, item.kind, item.text, item.options, item.attributes,
    story.external_id AS story_id, story.version AS story_version, story.title, story.genre, story.text AS story_text,
    key.version AS key_version, key.gold, benchmark.canary, translation.of AS translation,
    item_task(item.task_schema_version_id, item.task_fields) AS task, task_schema.slug AS schema,
    task_version.version AS schema_version
  FROM item_version AS item
  JOIN story_version AS story ON story.id = item.story_version_id
  JOIN benchmark ON benchmark.id = item.benchmark_id
  LEFT JOIN task_schema_version AS task_version ON task_version.id = item.task_schema_version_id
  LEFT JOIN task_schema ON task_schema.id = task_version.task_schema_id
  LEFT JOIN LATERAL (
    SELECT version, gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
  ) AS key ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('of', original.external_id, 'benchmark', home.name, 'language', link.language) AS of
    FROM item_translation AS link JOIN item_version AS original ON original.id = link.item_version_id
    JOIN benchmark AS home ON home.id = original.benchmark_id
    WHERE link.translated_id = item.id ORDER BY link.created_at DESC, link.item_version_id LIMIT 1
  ) AS translation ON true`;

/** The newest version of every item of a benchmark in the order of its file, each with its newest key. */
export async function* readBenchmarkItems(client: PoolClient, benchmarkId: string): AsyncGenerator<StoredItem> {
  const lines = readCursor(
    client,
    storedItemRow,
    sql`${itemSelectSql} WHERE item.benchmark_id = ${benchmarkId} AND NOT EXISTS (
       SELECT FROM item_version AS newer
       WHERE newer.benchmark_id = item.benchmark_id AND newer.external_id = item.external_id AND newer.version > item.version
     ) ORDER BY item.ordinal, item.external_id`,
  );
  for await (const line of lines) yield toStoredItem(line);
}

/** The items of a study, in the order of its plan. */
export async function* readStudyItemRows(client: PoolClient, studyId: string): AsyncGenerator<StoredItem> {
  const lines = readCursor(
    client,
    storedItemRow,
    sql`${itemSelectSql} JOIN study_item ON study_item.item_version_id = item.id
     WHERE study_item.study_id = ${studyId} ORDER BY study_item.ordinal`,
  );
  for await (const line of lines) yield toStoredItem(line);
}

/**
 * One item of a study in the version that its participants read, with its newest key. Null if the study does not
 * contain it.
 */
export async function readItemVersion(
  client: PoolClient,
  studyId: string,
  itemVersionId: string,
): Promise<StoredItem | null> {
  const row = await maybeRow(
    client,
    storedItemRow,
    sql`${itemSelectSql} JOIN study_item ON study_item.item_version_id = item.id
     WHERE study_item.study_id = ${studyId} AND item.id = ${itemVersionId}`,
  );
  return row ? toStoredItem(row) : null;
}

/** Items by version id, each with its newest key. */
export async function readItemsById(
  ids: readonly string[],
  connection: Connection = pool(),
): Promise<Map<string, ItemRow>> {
  const rows = await manyRows(connection, storedItemRow, sql`${itemSelectSql} WHERE item.id = ANY(${ids}::uuid[])`);
  return new Map(rows.map((line) => [line.id, toStoredItem(line).row]));
}

const idRow = z.strictObject({ id: z.string() });

/** The newest versions of the items about a story, in the order of their file. */
export async function listItemsOfStory(
  connection: Connection,
  benchmarkId: string,
  storyId: string,
): Promise<string[]> {
  const rows = await manyRows(
    connection,
    idRow,
    sql`SELECT item.id FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
      WHERE item.benchmark_id = ${benchmarkId}::uuid AND story.external_id = ${storyId} AND NOT EXISTS (
        SELECT FROM item_version AS newer WHERE newer.benchmark_id = item.benchmark_id
        AND newer.external_id = item.external_id AND newer.version > item.version)
      ORDER BY item.ordinal, item.external_id`,
  );
  return rows.map(({ id }) => id);
}

/** The translations that a study's participants were shown. */
export async function* readShownTranslations(client: PoolClient, studyId: string): AsyncGenerator<StoredItem> {
  const lines = readCursor(
    client,
    storedItemRow,
    sql`${itemSelectSql} WHERE item.id IN (SELECT DISTINCT shown_item_version_id FROM response WHERE study_id = ${studyId})
     ORDER BY item.external_id, item.id`,
  );
  for await (const line of lines) yield toStoredItem(line);
}

function toStoredItem(line: StoredItemRow): StoredItem {
  return {
    row: {
      id: line.external_id,
      kind: line.kind,
      story: { id: line.story_id, title: line.title, genre: line.genre, text: line.story_text },
      text: line.text,
      options: line.options,
      gold: line.gold ?? null,
      attributes: line.attributes,
      canary: line.canary,
      ...(line.translation ? { translation: line.translation } : {}),
      ...(line.task ? { task: line.task, schema: line.schema ?? "", schemaVersion: line.schema_version ?? 1 } : {}),
    },
    itemVersionId: line.id,
    version: line.version,
    keyVersion: line.key_version,
    storyVersion: line.story_version,
  };
}
