import type { PoolClient } from "pg";
import * as z from "zod";
import type { GoldAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import { attributesOfTask } from "@/lib/domain/interchange/read-item-row.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { task as taskKind } from "@/lib/domain/items/kinds/task/task.ts";
import type { TaskAnswer } from "@/lib/domain/tasks/answers/task-answer.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { storeItems } from "../../items/store-items.ts";
import { resolveRow, TaskSchemas } from "../../items/tasks/resolve-tasks.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { amendForKeys } from "../../studies/draft/amend-for-keys.ts";
import type { StoredBatch } from "./store-as-items.ts";

/** An accepted item of a task schema. */
const acceptedTaskRow = z.strictObject({
  id: z.string(),
  externalId: z.string(),
  group: z.string(),
  ordinal: z.number(),
  fields: json<TaskFields>(),
  metadata: json<ItemRow["attributes"]>(),
  schema: z.string(),
  /** The version of the task schema under which the accepted answers were given. */
  version: z.number(),
  accepted: json<TaskAnswer>().nullable(),
  gold: json<GoldAnswer>().nullable(),
});
type AcceptedTaskItem = z.infer<typeof acceptedTaskRow>;

/** Locks the accepted items of a task schema and reads them, like the texts of stories. */
export async function readAcceptedTaskItems(client: PoolClient, collectionId: string): Promise<AcceptedTaskItem[]> {
  const condition = fragment`item.collection_id = ${collectionId} AND item.status = 'accepted' AND item.kind = 'schema'
    ORDER BY item.ordinal`;
  await client.query(sql`SELECT FROM annotation_item AS item WHERE ${condition} FOR UPDATE`);
  return manyRows(
    client,
    acceptedTaskRow,
    sql`SELECT item.id, item.external_id AS "externalId", item.group_key AS "group", item.ordinal,
       item.stimulus->'fields' AS fields, item.stimulus->'metadata' AS metadata, task_schema.slug AS schema,
       (text.released_document->>'version')::int AS version, text.released_document->'answer' AS accepted,
       item.gold_answer AS gold
     FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
     JOIN annotation_collection AS collection ON collection.id = item.collection_id
     JOIN task_schema ON task_schema.id = collection.task_schema_id WHERE ${condition}`,
  );
}

/**
 * Stores accepted items of a task schema as item versions of a benchmark, as an import does. The keys are the expected
 * answers of a gold item, or else the accepted answers.
 *
 * @param reason why keys are corrected; required if a frozen study depends on these keys
 */
export async function storeTaskItems(
  client: PoolClient,
  { projectId, benchmarkId, actorId }: { projectId: string; benchmarkId: string; actorId: string | null },
  items: readonly AcceptedTaskItem[],
  reason: string,
): Promise<StoredBatch> {
  const schemas = new TaskSchemas(client, projectId, actorId);
  const prepared: { id: string; line: number; row: ItemRow }[] = [];
  const refused: StoredBatch["refused"] = [];
  for (const item of items) {
    const outcome = await resolveRow(schemas, rowOfItem(item));
    if (outcome.ok) prepared.push({ id: item.id, line: item.ordinal, row: outcome.row });
    else refused.push({ id: item.externalId, reason: `${outcome.field} ${outcome.message}` });
  }
  let isCorrected = false;
  const onKeyChanged = () => {
    isCorrected = true;
  };
  const results = await storeItems(client, { benchmarkId, actorId, firstOrdinal: 0, onKeyChanged }, prepared);
  if (isCorrected) await amendForKeys(client, benchmarkId, actorId, reason);
  const stored = results.map(({ itemVersionId, result }, index) => ({
    id: prepared[index]?.id ?? "",
    itemVersionId,
    isNew: result === "inserted",
  }));
  return { stored, refused };
}

function rowOfItem({ externalId: id, group, metadata, fields, schema, version, accepted, gold }: AcceptedTaskItem) {
  const row: ItemRow = {
    ...{ id, kind: taskKind.name, story: { id, title: "", genre: "", text: "" }, text: "-", options: [] },
    ...{ schema, schemaVersion: version, fields: { ...fields }, gold: gold ?? {}, accepted },
    attributes: attributesOfTask({ id, group, metadata }),
  };
  return row;
}
