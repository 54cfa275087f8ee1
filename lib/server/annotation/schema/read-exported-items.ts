import type { PoolClient } from "pg";
import * as z from "zod";
import type { ExportedItem } from "@/lib/domain/interchange/annotation/exported-item.ts";
import { task } from "@/lib/domain/items/kinds/task/task.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const itemRow = z.strictObject({ item: json<ExportedItem>() });

/** The items in their order. Every verdict is an annotation. If a person has several, only the newest one counts. */
export async function* readExportedItems(client: PoolClient, collectionId: string): AsyncGenerator<ExportedItem> {
  const numbers = new Map<string, string>();
  const numberOf = (by: string) => {
    if (!z.uuid().safeParse(by).success) return by;
    const number = numbers.get(by) ?? `annotator-${numbers.size + 1}`;
    numbers.set(by, number);
    return number;
  };
  const rows = readCursor(
    client,
    itemRow,
    sql`
    SELECT json_build_object('id', item.external_id, 'kind', ${task.name}::text, 'schema', task_schema.slug,
      'schemaVersion', (text.current_document->>'version')::int, 'group', item.group_key, 'status', item.status,
      'fields', item.stimulus->'fields', 'metadata', item.stimulus->'metadata',
      'suggestions', item.imported->'suggestions', 'isSuggestionShown', item.is_suggestion_shown,
      'annotations', coalesce(given.annotations, '[]'::json),
      'accepted', CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document->'answer' END,
      'gold', coalesce(item.expert->'gold', item.gold_answer)) AS item
    FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
    JOIN annotation_collection AS collection ON collection.id = item.collection_id
    JOIN task_schema ON task_schema.id = collection.task_schema_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('annotator', one.by, 'answer', one.document->'answer',
        'version', (one.document->>'version')::int, 'at', one.at, 'seconds', one.seconds) ORDER BY one.at, one.by) AS annotations
      FROM (
        (SELECT DISTINCT ON (verdict.author_id) verdict.author_id::text AS by, verdict.saved_at AS at,
          verdict.active_ms / 1000.0 AS seconds, coalesce(revision.document, item.document) AS document
         FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
         LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
         WHERE task.item_id = item.id AND verdict.verdict = 'answered'
         ORDER BY verdict.author_id, verdict.saved_at DESC)
        UNION ALL SELECT coder, at, NULL, document FROM annotation_coded_answer WHERE item_id = item.id
      ) AS one
    ) AS given ON true
    WHERE item.collection_id = ${collectionId}::uuid AND item.kind = 'schema' ORDER BY item.ordinal`,
  );
  for await (const { item } of rows)
    yield { ...item, annotations: item.annotations.map((one) => ({ ...one, annotator: numberOf(one.annotator) })) };
}
