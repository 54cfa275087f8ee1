import * as z from "zod";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { type Actor, can, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { listItemsOfStory, readItemsById } from "./read-items.ts";

/** An item of a benchmark with its versions, for the page that changes it. */
export interface BenchmarkItem {
  /** The ID of the newest version. */
  id: string;
  row: ItemRow;
  benchmark: { id: string; name: string };
  canWrite: boolean;
  /** Newest first. */
  versions: ItemVersionEntry[];
  /** The number of items about the same text, including this item. A change of the story changes all of them. */
  aboutStory: number;
  studies: ItemStudy[];
}

export interface ItemVersionEntry {
  id: string;
  version: number;
  at: Date;
  text: string;
  reason: string;
}

/** A study that asks a version of the item. */
export interface ItemStudy {
  id: string;
  name: string;
  itemVersionId: string;
  version: number;
  isDraft: boolean;
}

const versionRow = z.strictObject({
  id: z.string(),
  version: z.number(),
  at: z.date(),
  text: z.string(),
  reason: z.string(),
});
const studyRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  itemVersionId: z.string(),
  version: z.number(),
  isDraft: z.boolean(),
});

/** An item by any of its versions; null for users who may not see it. */
export async function getBenchmarkItem(
  actor: Actor,
  benchmarkId: string,
  itemVersionId: string,
): Promise<BenchmarkItem | null> {
  if (![benchmarkId, itemVersionId].every((id) => z.uuid().safeParse(id).success)) return null;
  const requestedVersion = await db().itemVersion.findFirst({
    where: { id: itemVersionId, benchmark: { id: benchmarkId, ...inProjectsWith(actor, "research.read") } },
    select: { externalId: true, benchmark: { select: { id: true, name: true, projectId: true } } },
  });
  if (!requestedVersion) return null;
  const { projectId, ...benchmark } = requestedVersion.benchmark;
  const name = requestedVersion.externalId;
  const versions = await manyRows(
    pool(),
    versionRow,
    sql`SELECT id, version, created_at AS at, text, reason FROM item_version
      WHERE benchmark_id = ${benchmarkId}::uuid AND external_id = ${name} ORDER BY version DESC`,
  );
  const newest = versions[0];
  const row = newest && (await readItemsById([newest.id])).get(newest.id);
  if (!newest || !row) return null;
  const [studies, itemsOfStory] = await Promise.all([
    manyRows(
      pool(),
      studyRow,
      sql`SELECT study.id, study.name, item.id AS "itemVersionId", item.version, study.status = 'draft' AS "isDraft"
        FROM study_item JOIN study ON study.id = study_item.study_id
        JOIN item_version AS item ON item.id = study_item.item_version_id
        WHERE item.benchmark_id = ${benchmarkId}::uuid AND item.external_id = ${name} AND study.rehearsal_of_id IS NULL
        ORDER BY study.created_at DESC, study.id`,
    ),
    listItemsOfStory(pool(), benchmarkId, row.story.id),
  ]);
  const canWrite = can(actor, "research.write", projectId);
  return {
    id: newest.id,
    row,
    benchmark,
    canWrite,
    versions,
    aboutStory: row.story.text === "" ? 1 : itemsOfStory.length,
    studies,
  };
}
