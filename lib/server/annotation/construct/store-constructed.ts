import type { PoolClient } from "pg";
import * as z from "zod";
import { generatedStoryId, generatedTextId } from "@/lib/domain/annotation/construction.ts";
import { lintImportedItem } from "@/lib/domain/annotation/documents/import-findings.ts";
import { originalKinds, storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { toItemRow } from "../import/import-collection.ts";

/** A generated item that has no name yet. */
export type UnnamedItem = KsteItem extends infer Item ? (Item extends KsteItem ? Omit<Item, "id"> : never) : never;

const storedRow = z.strictObject({ id: z.string(), ordinal: z.number() });

/**
 * Adds one item to a collection whose row the caller has locked. The item gets the next free name, the group of its
 * original, its linter findings, and as many copies as the collection requires. Returns its ID.
 */
export async function storeConstructedItem(
  client: PoolClient,
  newItem: {
    collectionId: string;
    item: UnnamedItem;
    original: { externalId: string; groupKey: string; story: string } | null;
  },
): Promise<string> {
  const { collectionId, original } = newItem;
  const id = await findFreeName(client, collectionId, newItem.item.kind, original?.externalId ?? null);
  const item = { ...newItem.item, id } as KsteItem;
  const findings = lintImportedItem(item, original?.story ?? null);
  const row = toItemRow(item, original?.groupKey ?? id, findings, undefined);
  const storedItem = await oneRow(
    client,
    storedRow,
    sql`INSERT INTO annotation_item (id, collection_id, ordinal, external_id, kind, group_key, genre, knowledge_type,
       document,
       imported, import_hash, findings, audit_draw)
     SELECT gen_random_uuid(), ${collectionId},
       (SELECT coalesce(max(ordinal), 0) + 1 FROM annotation_item WHERE collection_id = ${collectionId}), given.*
     FROM json_to_record(${JSON.stringify(row)}::json) AS given (external_id text, kind text, group_key text,
     genre text, knowledge_type text,
       document jsonb, imported jsonb, import_hash text, findings jsonb, audit_draw float8)
     RETURNING id, ordinal`,
  );
  await client.query(
    sql`INSERT INTO annotation_task (id, item_id, collection_id, copy, ordinal)
     SELECT gen_random_uuid(), ${storedItem.id}, ${collectionId}, copy, (copy - 1) * 1000000 + ${storedItem.ordinal}
     FROM annotation_collection, generate_series(1, (settings->>'overlap')::int) AS copy WHERE id = ${collectionId}`,
  );
  return storedItem.id;
}

const nextRow = z.strictObject({ next: z.number() });

const externalIdRow = z.strictObject({ external_id: z.string() });

async function findFreeName(
  client: PoolClient,
  collectionId: string,
  kind: KsteItem["kind"],
  originalId: string | null,
): Promise<string> {
  const { constructionStep } = storyKinds[kind];
  if (constructionStep === null || originalId === null) {
    const row = await oneRow(
      client,
      nextRow,
      sql`SELECT coalesce(max(substring(external_id FROM '^story_made-([0-9]{1,9})$')::int), 0) + 1 AS next
       FROM annotation_item WHERE collection_id = ${collectionId} AND kind = ANY(${originalKinds})`,
    );
    return generatedStoryId(row.next);
  }
  const first = generatedTextId(constructionStep, originalId, new Set());
  const rows = await manyRows(
    client,
    externalIdRow,
    sql`SELECT external_id FROM annotation_item WHERE collection_id = ${collectionId}
      AND starts_with(external_id, ${first})`,
  );
  return generatedTextId(constructionStep, originalId, new Set(rows.map(({ external_id }) => external_id)));
}
