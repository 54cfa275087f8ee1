import type { PoolClient } from "pg";
import { benchmarkRow } from "@/lib/domain/annotation/benchmark-row.ts";
import type { KsteDocument } from "@/lib/domain/annotation/kste-document.ts";
import { itemContentHash } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { storeItems } from "../items/store-items.ts";

/** A text of a collection on its way into a benchmark. */
export interface TextToStore {
  /** The annotation item. */
  id: string;
  externalId: string;
  groupKey: string;
  knowledgeType: string | null;
  ordinal: number;
  document: KsteDocument;
}

export interface StoredText {
  id: string;
  itemVersionId: string;
  /** Whether a version was made; a text that is in the benchmark already is that version again. */
  isNew: boolean;
}

/**
 * Stores texts as item versions of a benchmark, the way an import does: the same words are the same version, changed words
 * a new one that knows its parent. Texts that their kind refuses are passed over.
 */
export async function storeAsItems(
  client: PoolClient,
  benchmarkId: string,
  actorId: string | null,
  texts: readonly TextToStore[],
): Promise<StoredText[]> {
  const prepared = texts.flatMap((text) => {
    const row = benchmarkRow(text.document, text);
    return requireKind(row.kind).refuseItem(row) === null ? [{ text, row }] : [];
  });
  const results = await storeItems(
    client,
    { benchmarkId, actorId, firstOrdinal: 0 },
    prepared.map(({ text, row }) => ({ line: text.ordinal, row })),
  );
  const hashes = prepared.map(({ row }) => itemContentHash(row, row.attributes));
  const { rows } = await client.query(
    `SELECT given.place, version.id FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (external_id, hash, place)
     JOIN item_version AS version ON version.benchmark_id = $1 AND version.external_id = given.external_id
       AND version.content_hash = given.hash`,
    [benchmarkId, prepared.map(({ row }) => row.id), hashes],
  );
  const ids = new Map<number, string>(rows.map((row) => [Number(row.place) - 1, row.id]));
  return prepared.flatMap(({ text }, index) => {
    const itemVersionId = ids.get(index);
    return itemVersionId === undefined
      ? []
      : [{ id: text.id, itemVersionId, isNew: results[index]?.result === "inserted" }];
  });
}
