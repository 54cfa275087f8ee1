import type { PoolClient } from "pg";
import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { AnnotationDocument } from "@/lib/domain/annotation/documents/copy-document.ts";
import { itemStatuses, type SchemaTask, type TaskState, taskStates } from "@/lib/domain/annotation/task.ts";
import { isCurrentHolder } from "@/lib/domain/leases/lease.ts";
import type { Actor, Right } from "../../platform/access/access.ts";
import { json, maybeRow, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { receivedText } from "../items/copy-change.ts";
import { schemaTask } from "../schema/schema-task.ts";
import { leaseTakenError } from "./take-lease.ts";

/** A task locked for a decision, with its item. */
export interface LockedTask {
  id: string;
  itemId: string;
  collectionId: string;
  projectId: string;
  settings: CollectionSettings;
  isTraining: boolean;
  state: TaskState;
  holderId: string | null;
  availableAt: number;
  fence: number;
  headId: string | null;
  headNumber: number;
  verdictId: string | null;
  item: {
    kind: AnnotationDocument["kind"];
    status: string;
    groupKey: string;
    document: AnnotationDocument;
    /** The text that the annotator of this copy received (`copy-change.ts`). */
    given: AnnotationDocument;
    auditRandom: number;
    reviewStartedAt: Date | null;
    itemVersionId: string | null;
    expert: unknown;
    /** The task schema of the item; null for a story or question. */
    schema: SchemaTask | null;
  };
}

const lockedRow = z.strictObject({
  id: z.string(),
  item_id: z.string(),
  collection_id: z.string(),
  state: z.enum(taskStates),
  holder_id: z.string().nullable(),
  fence: z.string(),
  head_id: z.string().nullable(),
  head_number: z.number(),
  verdict_id: z.string().nullable(),
  available_at: z.string(),
  project_id: z.string(),
  settings: json<CollectionSettings>(),
  is_training: z.boolean(),
  kind: text<AnnotationDocument["kind"]>(),
  status: z.enum(itemStatuses),
  group_key: z.string(),
  document: json<AnnotationDocument>(),
  given: json<AnnotationDocument>(),
  audit_draw: z.number(),
  review_started_at: z.date().nullable(),
  item_version_id: z.string().nullable(),
  expert: json().nullable(),
  schema: json<SchemaTask>().nullable(),
});

/** Locks a task and its item, always in this order. A task that the actor may not change is treated as missing. */
export async function lockTask(client: PoolClient, actor: Actor, right: Right, taskId: string): Promise<LockedTask> {
  const hasRight = hasCollectionRight(actor, right);
  const row = await maybeRow(
    client,
    lockedRow,
    sql`
    SELECT task.id, task.item_id, task.collection_id, task.state::text, task.holder_id, task.fence, task.head_id,
      task.head_number, task.verdict_id, extract(epoch FROM task.available_at) * 1000 AS available_at,
      collection.project_id, collection.settings, collection.is_training, item.kind, item.status::text AS status,
      item.group_key, item.document, ${receivedText} AS given, item.audit_draw, item.review_started_at, item.item_version_id, item.expert,
      ${schemaTask} AS schema
    FROM annotation_task AS task
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    JOIN annotation_item AS item ON item.id = task.item_id
    WHERE task.id = ${taskId}::uuid AND ${hasRight}
    FOR UPDATE OF task, item
  `,
  );
  if (!row) throw notFoundError();
  return {
    id: row.id,
    itemId: row.item_id,
    collectionId: row.collection_id,
    projectId: row.project_id,
    settings: row.settings,
    isTraining: row.is_training,
    state: row.state,
    holderId: row.holder_id,
    availableAt: Number(row.available_at),
    fence: Number(row.fence),
    headId: row.head_id,
    headNumber: row.head_number,
    verdictId: row.verdict_id,
    item: {
      kind: row.kind,
      status: row.status,
      groupKey: row.group_key,
      document: row.document,
      given: row.given,
      auditRandom: row.audit_draw,
      reviewStartedAt: row.review_started_at,
      itemVersionId: row.item_version_id,
      expert: row.expert,
      schema: row.schema,
    },
  };
}

/**
 * Locks every copy of a task's item, in a fixed order. Call before `lockTask` for decisions that also change the other
 * copies; without these locks, the decision and a transaction that waits for the item could deadlock.
 */
export async function lockCopies(client: PoolClient, taskId: string): Promise<void> {
  await client.query(sql`
    SELECT FROM annotation_task AS task JOIN annotation_task AS asked ON asked.item_id = task.item_id
    WHERE asked.id = ${taskId}::uuid ORDER BY task.id FOR UPDATE OF task
  `);
}

const heldStates: readonly TaskState[] = ["leased", "parked", "returned"];

/**
 * Throws unless this person holds the task with that fence. An expired lease alone is accepted. For someone who never
 * held the task, the error says only that another person has it.
 */
export function requireTaskLease(task: LockedTask, userId: string, fence: number): void {
  const holding = { holder: task.holderId, availableAt: task.availableAt, fence: task.fence };
  if (!isCurrentHolder(holding, userId, fence) || !heldStates.includes(task.state)) throw leaseTakenError();
}
