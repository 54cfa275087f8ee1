import * as z from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import { findRightKeys } from "@/lib/domain/items/right-keys.ts";
import { optionsOf } from "@/lib/domain/items/stimulus.ts";
import type { LateKeys, ResultItem } from "@/lib/domain/results/model/study-results.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/** An item of a study with its text, for the parity of prompts and for the page of one item. */
export interface StudyResultItem {
  result: ResultItem;
  item: Item;
  gold: unknown;
}

const resultItemRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  version: z.number(),
  ...itemRowColumns,
  story_id: z.string(),
  key_version: z.number().nullable(),
  gold: json().nullable(),
});

/**
 * The items of a study in plan order, scored with the newest key, or with the newest key up to version `keyVersion`.
 */
export async function readResultItems(
  studyId: string,
  keyVersion: number | null,
  itemVersionId: string | null = null,
): Promise<StudyResultItem[]> {
  const rows = await manyRows(
    pool(),
    resultItemRow,
    sql`SELECT item.id, item.external_id, item.version, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task,
       story.external_id AS story_id, story.title, story.genre, story.text AS story, key.version AS key_version,
       key.gold
     FROM study_item
     JOIN item_version AS item ON item.id = study_item.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT version, gold FROM item_key
       WHERE item_version_id = item.id AND (${keyVersion}::int IS NULL OR version <= ${keyVersion})
       ORDER BY version DESC LIMIT 1
     ) AS key ON true
     WHERE study_item.study_id = ${studyId} AND (${itemVersionId}::uuid IS NULL OR item.id = ${itemVersionId})
     ORDER BY study_item.ordinal`,
  );
  return rows.map((row): StudyResultItem => {
    const item = itemOfRow(row);
    // The options are in the kind's default order; the order on screen depends on the condition.
    const options = optionsOf(item);
    return {
      item,
      gold: row.gold,
      result: {
        id: row.id,
        name: row.external_id,
        version: row.version,
        kind: row.kind,
        storyId: row.story_id,
        storyTitle: row.title,
        text: row.text,
        attributes: row.genre ? { genre: row.genre, ...row.attributes } : row.attributes,
        options,
        rightAnswers: row.key_version === null ? [] : findRightKeys(item, row.gold),
        keyVersion: row.key_version,
      },
    };
  });
}

const versionRow = z.strictObject({ version: z.number() });

/** All key versions of the study's items, ascending. */
export async function readKeyVersions(studyId: string): Promise<number[]> {
  const rows = await manyRows(
    pool(),
    versionRow,
    sql`SELECT DISTINCT key.version FROM study_item JOIN item_key AS key
     ON key.item_version_id = study_item.item_version_id
     WHERE study_item.study_id = ${studyId} ORDER BY key.version`,
  );
  return rows.map((row) => row.version);
}

const lateKeyRow = z.strictObject({ items: z.number(), version: z.number().nullable(), savedAt: z.date().nullable() });

/**
 * The number of items that are scored with a key that was saved after participants had begun to answer; null if no item
 * is. The first version of a key is not a change.
 */
export async function readLateKeys(studyId: string, keyVersion: number | null): Promise<LateKeys | null> {
  const row = await oneRow(
    pool(),
    lateKeyRow,
    sql`SELECT count(*)::int AS items, max(key.version)::int AS version, max(key.created_at) AS "savedAt"
     FROM study_item
     JOIN LATERAL (
       SELECT version, created_at FROM item_key
       WHERE item_version_id = study_item.item_version_id AND (${keyVersion}::int IS NULL OR version <= ${keyVersion})
       ORDER BY version DESC LIMIT 1
     ) AS key ON key.version > 1
     WHERE study_item.study_id = ${studyId}
       AND key.created_at > (SELECT min(started_at) FROM session WHERE study_id = ${studyId})`,
  );
  const { items, version, savedAt } = row;
  return version === null || savedAt === null ? null : { items, version, savedAt };
}
