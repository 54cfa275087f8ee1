import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { type ItemRow, itemContentHash, storyContentHash } from "@/lib/domain/items/item.ts";
import { groupBy } from "../../domain/group-by.ts";
import { json, manyRows, oneRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import type { NumberedRow } from "./import-report.ts";

interface StoreTarget {
  benchmarkId: string;
  actorId: string | null;
  /** Added to a row's line number to get its position in the benchmark. */
  firstOrdinal: number;
  /** The import that the rows belong to; undoing the import removes the stored rows. */
  importId?: string;
  /** The reason for new versions, if an editor stated one. */
  reason?: string;
  /** Called for every new version of a stored item. */
  onNewVersion?: () => void;
  /** Called for every changed key, but not for the first key of a new item. */
  onKeyChanged?: (change: KeyChange) => void;
}

/** A gold answer that an import corrects. */
export interface KeyChange {
  item: string;
  version: number;
  /** As JSON. */
  from: string;
  to: string;
}

const lastOrdinalRow = z.strictObject({ last: z.number() });

/** The position of the last item of a benchmark; 0 if it has none. */
export async function readLastOrdinal(client: PoolClient, benchmarkId: string): Promise<number> {
  const { last } = await oneRow(
    client,
    lastOrdinalRow,
    sql`SELECT coalesce(max(ordinal), 0)::int AS last FROM item_version WHERE benchmark_id = ${benchmarkId}`,
  );
  return last;
}

interface StoredItemVersion {
  id: string;
  version: number;
  hash: string;
  ordinal: number;
}

/**
 * Stores a batch of item rows. Returns the version of each row and whether anything new was stored. Reads existing data
 * with three statements, determines the versions in the order of the file, and writes new rows with three more
 * statements.
 */
export async function storeItems(
  client: PoolClient,
  target: StoreTarget,
  batch: readonly NumberedRow<ItemRow>[],
): Promise<{ itemVersionId: string; result: "inserted" | "unchanged" }[]> {
  const stories = await readVersions(client, "story_version", target.benchmarkId, batch, (row) => row.story.id);
  const items = await readVersions(client, "item_version", target.benchmarkId, batch, (row) => row.id);
  const keys = await readNewestKeys(client, [...items.values()].flat());
  const newRows = { stories: [] as NewStory[], items: [] as NewItem[], keys: [] as NewKey[] };

  const storedRows = batch.map(({ line, row }) => {
    const storyHash = storyContentHash(row.story);
    const story = findOrCreateVersion(stories, row.story.id, storyHash, 0, (version, parentId) =>
      newRows.stories.push({ ...version, parentId, externalId: row.story.id, story: row.story }),
    );
    const itemHash = itemContentHash(row, row.attributes);
    const item = findOrCreateVersion(items, row.id, itemHash, target.firstOrdinal + line, (version, parentId) => {
      if (parentId !== null) target.onNewVersion?.();
      newRows.items.push({ ...version, parentId, storyVersionId: story.id, row });
    });
    const key = keys.get(item.id);
    const gold = canonicalJson(row.gold);
    if (key?.gold === gold) return { itemVersionId: item.id, result: "unchanged" as const };
    const version = (key?.version ?? 0) + 1;
    if (key) target.onKeyChanged?.({ item: row.id, version, from: key.gold, to: gold });
    keys.set(item.id, { version, gold });
    newRows.keys.push({ itemVersionId: item.id, version, gold });
    return { itemVersionId: item.id, result: "inserted" as const };
  });
  await insertStories(client, target, newRows.stories);
  await insertItems(client, target, newRows.items);
  await insertKeys(client, target, newRows.keys);
  return storedRows;
}

/**
 * Returns the version with this content. If there is none, adds a version at the position of its parent, and passes it
 * to `make`.
 */
function findOrCreateVersion(
  versionsById: Map<string, StoredItemVersion[]>,
  externalId: string,
  hash: string,
  ordinal: number,
  make: (version: StoredItemVersion, parentId: string | null) => void,
): StoredItemVersion {
  const versions = versionsById.get(externalId) ?? [];
  const existingVersion = versions.find((version) => version.hash === hash);
  if (existingVersion) return existingVersion;
  const parent = versions.at(-1);
  const newVersion = {
    id: randomUUID(),
    version: (parent?.version ?? 0) + 1,
    hash,
    ordinal: parent?.ordinal ?? ordinal,
  };
  versionsById.set(externalId, [...versions, newVersion]);
  make(newVersion, parent?.id ?? null);
  return newVersion;
}

const versionRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  version: z.number(),
  hash: z.string(),
  ordinal: z.number(),
});

/** The stored versions of the names in a batch, oldest first. */
async function readVersions(
  client: PoolClient,
  table: "story_version" | "item_version",
  benchmarkId: string,
  batch: readonly NumberedRow<ItemRow>[],
  nameOf: (row: ItemRow) => string,
): Promise<Map<string, StoredItemVersion[]>> {
  const names = [...new Set(batch.map(({ row }) => nameOf(row)))];
  const fromSql =
    table === "item_version" ? fragment`ordinal FROM item_version` : fragment`0 AS ordinal FROM story_version`;
  const rows = await manyRows(
    client,
    versionRow,
    sql`SELECT id, external_id, version, content_hash AS hash, ${fromSql}
     WHERE benchmark_id = ${benchmarkId} AND external_id = ANY(${names}) ORDER BY version`,
  );
  return groupBy(rows, ({ external_id }) => external_id);
}

const newestKeyRow = z.strictObject({ item_version_id: z.string(), version: z.number(), gold: json() });

async function readNewestKeys(client: PoolClient, items: readonly StoredItemVersion[]) {
  const rows = await manyRows(
    client,
    newestKeyRow,
    sql`SELECT DISTINCT ON (item_version_id) item_version_id, version, gold FROM item_key
     WHERE item_version_id = ANY(${items.map((item) => item.id)}::uuid[]) ORDER BY item_version_id, version DESC`,
  );
  return new Map<string, { version: number; gold: string }>(
    rows.map((row) => [row.item_version_id, { version: row.version, gold: canonicalJson(row.gold) }]),
  );
}

interface NewVersion extends StoredItemVersion {
  parentId: string | null;
}
type NewStory = NewVersion & { externalId: string; story: ItemRow["story"] };
type NewItem = NewVersion & { storyVersionId: string; row: ItemRow };
interface NewKey {
  itemVersionId: string;
  version: number;
  gold: string;
}

async function insertStories(client: PoolClient, target: StoreTarget, newStories: readonly NewStory[]): Promise<void> {
  if (newStories.length === 0) return;
  await client.query(
    sql`INSERT INTO story_version (benchmark_id, created_by_id, import_id, id, external_id, version, parent_id, title, genre,
     text, content_hash)
     SELECT ${target.benchmarkId}, ${target.actorId}, ${target.importId ?? null}::uuid, *
     FROM unnest(${newStories.map((one) => one.id)}::uuid[], ${newStories.map((one) => one.externalId)}::text[],
     ${newStories.map((one) => one.version)}::int[], ${newStories.map((one) => one.parentId)}::uuid[],
     ${newStories.map((one) => one.story.title)}::text[], ${newStories.map((one) => one.story.genre)}::text[],
     ${newStories.map((one) => one.story.text)}::text[], ${newStories.map((one) => one.hash)}::text[])`,
  );
}

async function insertItems(client: PoolClient, target: StoreTarget, newItems: readonly NewItem[]): Promise<void> {
  if (newItems.length === 0) return;
  await client.query(
    sql`INSERT INTO item_version (benchmark_id, created_by_id, import_id, reason, id, story_version_id, external_id, version, parent_id,
       kind, text,
       options, attributes, content_hash, ordinal, task_schema_version_id, task_fields)
     SELECT ${target.benchmarkId}, ${target.actorId}, ${target.importId ?? null}::uuid, ${target.reason ?? ""}, *
     FROM unnest(${newItems.map((one) => one.id)}::uuid[], ${newItems.map((one) => one.storyVersionId)}::uuid[],
     ${newItems.map((one) => one.row.id)}::text[], ${newItems.map((one) => one.version)}::int[],
     ${newItems.map((one) => one.parentId)}::uuid[], ${newItems.map((one) => one.row.kind)}::text[],
     ${newItems.map((one) => one.row.text)}::text[],
       ${newItems.map((one) => JSON.stringify(one.row.options))}::jsonb[],
       ${newItems.map((one) => JSON.stringify(one.row.attributes))}::jsonb[], ${newItems.map((one) => one.hash)}::text[],
       ${newItems.map((one) => one.ordinal)}::int[],
       ${newItems.map((one) => one.row.taskSchemaVersionId ?? null)}::uuid[],
       ${newItems.map((one) => (one.row.task ? JSON.stringify(one.row.task.fields) : null))}::jsonb[])`,
  );
}

async function insertKeys(client: PoolClient, target: StoreTarget, newKeys: readonly NewKey[]): Promise<void> {
  if (newKeys.length === 0) return;
  await client.query(
    sql`INSERT INTO item_key (id, created_by_id, import_id, note, item_version_id, version, gold)
     SELECT gen_random_uuid(), ${target.actorId}, ${target.importId ?? null}::uuid, ${target.reason ?? ""}, *
     FROM unnest(${newKeys.map((one) => one.itemVersionId)}::uuid[], ${newKeys.map((one) => one.version)}::int[],
     ${newKeys.map((one) => one.gold)}::jsonb[])`,
  );
}
