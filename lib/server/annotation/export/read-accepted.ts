import type { PoolClient } from "pg";
import * as z from "zod";
import { itemFromDocument } from "@/lib/domain/annotation/documents/item-document.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { ItemStatus } from "@/lib/domain/annotation/task.ts";
import { itemStatuses } from "@/lib/domain/annotation/task.ts";
import type { JsonObject, KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { currentImport, isSourceCorrected } from "../items/current-import.ts";

/** An item of a collection with its current text and its history. */
export interface AcceptedItem {
  id: string;
  externalId: string;
  groupKey: string;
  knowledgeType: string | null;
  status: ItemStatus;
  document: KsteDocument;
  imported: KsteItem;
  /** The current text in the fields of the released format. */
  item: KsteItem;
  record: JsonObject;
  /**
   * The row of the source file, if the export can write it unchanged; otherwise null. A file with one item can be
   * reused if none of its fields changed. A line of a JSON Lines file can be reused if no one has worked on the item or
   * corrected its source, because exported lines contain the work.
   */
  raw: { form: "jsonl" | "json"; text: string } | null;
}

const acceptedRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  group_key: z.string(),
  knowledge_type: z.string().nullable(),
  status: z.enum(itemStatuses),
  document: json<KsteDocument>(),
  imported: json<KsteItem>(),
  given: json<KsteDocument>(),
  record: json<JsonObject>(),
  raw: z.string().nullable(),
  raw_form: z.enum(["jsonl", "json"]).nullable(),
});

/**
 * The items of a collection in their order, each with its current text (`item-text.ts`). `record` is its history
 * without names.
 */
export async function* readAcceptedItems(
  client: PoolClient,
  collectionId: string,
  which: "accepted" | "all",
): AsyncGenerator<AcceptedItem> {
  const rows = readCursor(
    client,
    acceptedRow,
    sql`SELECT item.id, item.external_id, item.group_key, item.knowledge_type, item.status::text AS status,
       ${currentImport} AS imported, text.current_document AS document, item.document AS given, item.raw_form,
       CASE WHEN item.raw_form = 'json' AND text.current_document = item.document THEN item.raw
         WHEN item.status = 'open' AND revision.id IS NULL AND NOT (item.raw_form = 'jsonl' AND ${isSourceCorrected}) AND NOT EXISTS (
         SELECT FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
         WHERE task.item_id = item.id) THEN item.raw END AS raw,
       jsonb_strip_nulls(jsonb_build_object(
         'item', item.id, 'collection', collection.name, 'status', item.status, 'group', item.group_key,
         'imported', item.created_at, 'accepted', item.accepted_at, 'revision', revision.id, 'sha256', revision.sha256,
         'verdicts', (SELECT jsonb_agg(jsonb_build_object('copy', task.copy, 'verdict', verdict.verdict,
             'at', verdict.saved_at, 'activeMs', verdict.active_ms, 'guidelines', verdict.guideline_version, 'codes', verdict.codes) ORDER BY task.copy)
           FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
           WHERE task.item_id = item.id),
         'reviews', (SELECT jsonb_agg(jsonb_build_object('decision', decision, 'reason', reason, 'at', saved_at,
             'isSample', is_sample, 'codes', codes) ORDER BY saved_at) FROM standing_review WHERE item_id = item.id),
         'notReviewedIndividually', (SELECT reason FROM annotation_acceptance
           WHERE item_id = item.id AND revoked_at IS NULL AND cause = 'together' LIMIT 1),
         'reSolve', (SELECT result FROM annotation_gate WHERE item_id = item.id ORDER BY created_at DESC LIMIT 1),
         'canary', benchmark.canary
       )) AS record
     FROM annotation_item AS item
     JOIN annotation_collection AS collection ON collection.id = item.collection_id
     LEFT JOIN benchmark ON benchmark.id = collection.benchmark_id
     JOIN item_text AS text ON text.item_id = item.id
     LEFT JOIN annotation_revision AS revision ON revision.id = text.current_revision_id
     WHERE item.collection_id = ${collectionId} AND (${which}::text = 'all' OR item.status = 'accepted')
     ORDER BY item.ordinal`,
    200,
  );
  for await (const row of rows) {
    yield {
      id: row.id,
      externalId: row.external_id,
      groupKey: row.group_key,
      knowledgeType: ("knowledgeType" in row.document ? row.document.knowledgeType : row.knowledge_type) ?? null,
      status: row.status,
      document: row.document,
      imported: row.imported,
      item: itemFromDocument(row.document, row.imported, row.given),
      record: row.record,
      raw: row.raw === null || row.raw_form === null ? null : { form: row.raw_form, text: row.raw },
    };
  }
}
