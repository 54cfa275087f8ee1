import type { PoolClient } from "pg";
import * as z from "zod";
import { toRowWithMarks } from "@/lib/domain/annotation/documents/benchmark-rows.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { itemContentHash } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { editedKinds, originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { storeItems } from "../../items/store-items.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { amendForKeys } from "../../studies/draft/amend-for-keys.ts";

/** A text of a collection that will be stored in a benchmark. */
export interface TextToStore {
  /** The ID of the annotation item. */
  id: string;
  externalId: string;
  groupKey: string;
  knowledgeType: string | null;
  ordinal: number;
  document: KsteDocument;
}

/** The columns by which a statement selects a text to store. */
export const textToStoreRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  group_key: z.string(),
  knowledge_type: z.string().nullable(),
  ordinal: z.number(),
  document: json<KsteDocument>(),
});

export function toTextToStore({
  external_id,
  group_key,
  knowledge_type,
  ...row
}: z.infer<typeof textToStoreRow>): TextToStore {
  return { ...row, externalId: external_id, groupKey: group_key, knowledgeType: knowledge_type };
}

export interface StoredText {
  id: string;
  itemVersionId: string;
  /** Whether a new version was created; a text that is already in the benchmark keeps its version. */
  isNew: boolean;
}

/** The stored texts, and the IDs of items that are not usable in a benchmark, with the reason. */
export interface StoredBatch {
  stored: StoredText[];
  refused: { id: string; reason: string }[];
}

const versionRow = z.strictObject({ place: z.string(), id: z.string() });

/**
 * Stores texts as item versions of a benchmark, as an import does: an unchanged text keeps its version, and a changed
 * text becomes a new version that refers to its parent. An original also gets the marks of its erroneous story, so that
 * a condition with highlighting marks both items of a pair. Texts that are invalid for their kind are listed.
 *
 * @param reason why keys are corrected; required if a frozen study depends on these keys
 */
export async function storeAsItems(
  client: PoolClient,
  benchmarkId: string,
  actorId: string | null,
  texts: readonly TextToStore[],
  reason: string,
): Promise<StoredBatch> {
  const refused: StoredBatch["refused"] = [];
  const erroneousDocuments = await readErroneousStories(client, texts);
  const unreviewedIds = await readAcceptedTogether(client, texts);
  const preparedRows = texts.flatMap((text) => {
    const markedRow = toRowWithMarks(text.document, text, erroneousDocuments.get(text.id));
    const row = unreviewedIds.has(text.id)
      ? { ...markedRow, attributes: { ...markedRow.attributes, review: "not reviewed individually" } }
      : markedRow;
    const problem = requireKind(row.kind).refuseItem(row);
    if (problem === null) return [{ text, row }];
    refused.push({ id: text.externalId, reason: `${problem.field} ${problem.message}` });
    return [];
  });
  let isCorrected = false;
  const onKeyChanged = () => {
    isCorrected = true;
  };
  const results = await storeItems(
    client,
    { benchmarkId, actorId, firstOrdinal: 0, onKeyChanged },
    preparedRows.map(({ text, row }) => ({ line: text.ordinal, row })),
  );
  if (isCorrected) await amendForKeys(client, benchmarkId, actorId, reason);
  const hashes = preparedRows.map(({ row }) => itemContentHash(row, row.attributes));
  const rows = await manyRows(
    client,
    versionRow,
    sql`SELECT given.place, version.id
     FROM unnest(${preparedRows.map(({ row }) => row.id)}::text[],
     ${hashes}::text[]) WITH ORDINALITY AS given (external_id, hash, place)
     JOIN item_version AS version ON version.benchmark_id = ${benchmarkId} AND version.external_id = given.external_id
       AND version.content_hash = given.hash`,
  );
  const ids = new Map<number, string>(rows.map((row) => [Number(row.place) - 1, row.id]));
  const stored = preparedRows.flatMap(({ text }, index) => {
    const itemVersionId = ids.get(index);
    return itemVersionId === undefined
      ? []
      : [{ id: text.id, itemVersionId, isNew: results[index]?.result === "inserted" }];
  });
  return { stored, refused };
}

const idRow = z.strictObject({ id: z.string() });

/** The items that were accepted without an individual review; their benchmark items get an attribute that says so. */
async function readAcceptedTogether(client: PoolClient, texts: readonly TextToStore[]): Promise<ReadonlySet<string>> {
  const rows = await manyRows(
    client,
    idRow,
    sql`SELECT item_id AS id FROM annotation_acceptance
     WHERE item_id = ANY(${texts.map(({ id }) => id)}::uuid[]) AND revoked_at IS NULL AND cause = 'together'`,
  );
  return new Set(rows.map(({ id }) => id));
}

const erroneousRow = z.strictObject({ id: z.string(), document: json<KsteDocument>() });

/** For each original: its first usable erroneous story, with the current text. */
async function readErroneousStories(
  client: PoolClient,
  texts: readonly TextToStore[],
): Promise<ReadonlyMap<string, KsteDocument>> {
  const originals = texts.filter(({ document }) => originalKinds.includes(document.kind)).map(({ id }) => id);
  if (originals.length === 0) return new Map();
  const rows = await manyRows(
    client,
    erroneousRow,
    sql`SELECT DISTINCT ON (original.id) original.id, text.current_document AS document
     FROM annotation_item AS original
     JOIN annotation_item AS version ON version.collection_id = original.collection_id
       AND version.group_key = original.group_key AND version.kind = ANY(${editedKinds})
       AND version.status NOT IN ('irreparable', 'rejected')
     JOIN item_text AS text ON text.item_id = version.id
     WHERE original.id = ANY(${originals}::uuid[]) ORDER BY original.id, version.ordinal`,
  );
  return new Map(rows.map(({ id, document }) => [id, document]));
}
