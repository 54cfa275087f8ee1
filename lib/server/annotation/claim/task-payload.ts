import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import {
  itemFlags,
  type QueueCounts,
  type RevisionView,
  type SchemaTask,
  type SiblingView,
  type TaskPayload,
  type TaskState,
  taskStates,
} from "@/lib/domain/annotation/task.ts";
import { originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import { plannedPool } from "../../platform/database/pool.ts";
import { infiniteDate, json, maybeRow, oneRow, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { computePersonalProgress, personalShareFields, personalShareSql } from "../access/own-share.ts";
import { receivedText } from "../items/copy-change.ts";
import { schemaTask } from "../schema/schema-task.ts";

/**
 * A task as its annotator sees it: item, sibling original, newest text, open branches. Contains no names, no key, and
 * no answers of other annotators or models. Only the holder of the lease receives `fence`. The caller has checked
 * access.
 */
export async function readTaskPayload(taskId: string, userId: string | null): Promise<TaskPayload | null> {
  return (await readTask(taskId, userId))?.payload ?? null;
}

const taskRow = z.strictObject({
  id: z.string(),
  copy: z.number(),
  state: z.enum(taskStates),
  holder_id: z.string().nullable(),
  fence: z.string(),
  available_at: infiniteDate(),
  reason: z.string().nullable(),
  head_id: z.string().nullable(),
  item_id: z.string(),
  external_id: z.string(),
  kind: text<KsteKind>(),
  genre: z.string(),
  knowledge_type: z.string().nullable(),
  flags: z.array(z.enum(itemFlags)),
  given: json<KsteDocument>(),
  findings: json<LintFinding[]>(),
  schema: json<SchemaTask>().nullable(),
  collection_id: z.string(),
  name: z.string(),
  settings: json<CollectionSettings>(),
  is_training: z.boolean(),
  head_document: json<KsteDocument>().nullable(),
  undo: z.string().nullable(),
  codes: z.array(z.string()).nullable(),
  original: json<NonNullable<TaskPayload["original"]>>().nullable(),
  siblings: json<SiblingView[]>().nullable(),
  group_size: z.number(),
  branches: json<BranchRow[]>().nullable(),
  counts: json<Record<string, number>>().nullable(),
  ...personalShareFields,
});

/** The same as `readTaskPayload`, plus the number of open tasks in the collection and this person's figures in it. */
export async function readTask(
  taskId: string,
  userId: string | null,
): Promise<{ payload: TaskPayload; counts: QueueCounts } | null> {
  const share = personalShareSql(userId);
  const row = await maybeRow(
    plannedPool(),
    taskRow,
    sql`
    SELECT task.id, task.copy, task.state::text, task.holder_id, task.fence, task.available_at, task.reason, task.head_id,
      item.id AS item_id, item.external_id, item.kind, item.genre, item.knowledge_type, item.flags, ${receivedText} AS given,
      item.findings, ${schemaTask} AS schema, collection.id AS collection_id, collection.name, collection.settings, collection.is_training,
      head.document AS head_document, undo.undo,
      (SELECT codes FROM annotation_verdict WHERE task_id = task.id AND author_id = ${userId}::uuid
       ORDER BY saved_at DESC LIMIT 1) AS codes, relatives.original, relatives.siblings, relatives.size AS group_size,
      CASE WHEN task.late_branches > task.late_resolved THEN (
        SELECT json_agg(late ORDER BY late.saved_at) FROM (
          SELECT DISTINCT ON (branch) id, branch, number, document, saved_at, author_id FROM annotation_revision
          WHERE task_id = task.id AND branch LIKE 'late-%' AND substr(branch, 6)::int > task.late_resolved
            AND author_id = ${userId}::uuid
          ORDER BY branch, number DESC
        ) AS late
      ) END AS branches,
      (SELECT json_object_agg(state, count) FROM (
        SELECT state, sum(count) AS count FROM annotation_count
        WHERE collection_id = task.collection_id AND scope = 'task' GROUP BY state
      ) AS counted) AS counts, ${share.columns}
    FROM annotation_task AS task
    JOIN annotation_item AS item ON item.id = task.item_id
    JOIN annotation_collection AS collection ON collection.id = task.collection_id
    LEFT JOIN annotation_revision AS head ON head.id = task.head_id
    LEFT JOIN annotation_undo AS undo ON undo.task_id = task.id AND undo.revision_id = task.head_id
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS size,
        (json_agg(json_build_object('externalId', relative.external_id, 'document',
          coalesce(relative.released_document, relative.document))) FILTER (WHERE relative.kind = ANY(${originalKinds}) AND relative.id <> item.id))->0 AS original,
        json_agg(json_build_object('externalId', relative.external_id, 'kind', relative.kind,
          'character', coalesce(relative.released_document, relative.document)->'character',
          'story', coalesce(relative.released_document, relative.document)->'story'))
          FILTER (WHERE relative.kind <> ALL(${originalKinds}) AND relative.id <> item.id) AS siblings
      FROM (
        SELECT one.id, one.external_id, one.kind, one.document, text.released_document FROM annotation_item AS one
        JOIN item_text AS text ON text.item_id = one.id
        WHERE one.collection_id = item.collection_id AND one.group_key = item.group_key ORDER BY one.ordinal LIMIT 12
      ) AS relative
    ) AS relatives ON true
    ${share.join}
    WHERE task.id = ${taskId}::uuid
  `,
  );
  if (!row) return null;
  const isHolder = userId !== null && row.holder_id === userId;
  const progress = countDone(row.counts ?? {});
  const { own_finished: submitted, own_returned: returned, own_parked: parked } = row;
  const mine = { submitted: submitted ?? 0, returned: returned ?? 0, parked: parked ?? 0 };
  const payload: TaskPayload = {
    task: {
      id: row.id,
      kind: row.kind,
      copy: row.copy,
      state: row.state,
      // A training step is reserved for its person before the person starts it, so it has neither a lease nor a fence.
      fence: isHolder && Number(row.fence) > 0 ? Number(row.fence) : null,
      leaseEndsAt: isHolder ? leaseEndOf(row) : null,
      returnReason: row.state === "returned" || row.state === "leased" ? row.reason : null,
    },
    item: {
      id: row.item_id,
      externalId: row.external_id,
      genre: row.genre,
      knowledgeType: row.knowledge_type,
      flags: row.flags,
      groupSize: row.group_size,
    },
    original: row.original,
    document: row.head_document ?? row.given,
    givenDocument: row.given,
    revisionId: row.head_id,
    undo: isHolder ? row.undo : null,
    codes: row.codes ?? [],
    findings: row.findings,
    branches: (row.branches ?? []).map((branch) => toRevisionView(branch, userId)),
    siblings: row.siblings ?? [],
    schema: row.schema,
    collection: {
      id: row.collection_id,
      name: row.name,
      isTraining: row.is_training,
      settings: workspaceSettings(row.settings),
    },
    position: { ...progress, mine: computePersonalProgress(row) },
    step: null,
  };
  const { done, total } = progress;
  return { payload, counts: { open: row.counts?.open ?? 0, left: total - done, total, mine } };
}

export interface BranchRow {
  id: string;
  branch: string;
  number: number;
  document: KsteDocument;
  saved_at: string | Date;
  author_id: string;
}

/** A stored revision for a diff. Its author is reported only as "mine" or not. */
export function toRevisionView(row: BranchRow, userId: string | null): RevisionView {
  return {
    revisionId: row.id,
    branch: row.branch,
    number: row.number,
    savedAt: new Date(row.saved_at).toISOString(),
    document: row.document,
    isMine: row.author_id === userId,
  };
}

/** The end of a task's lease, as shown to its holder; null if no one has the task open. */
export function leaseEndOf(task: { state: TaskState; available_at: Date | number }): string | null {
  return task.state === "leased" && task.available_at instanceof Date ? task.available_at.toISOString() : null;
}

/** The collection settings that a workspace needs. */
export function workspaceSettings(
  settings: TaskPayload["collection"]["settings"],
): TaskPayload["collection"]["settings"] {
  const { leaseMinutes, payPerHour, currency, instructions } = settings;
  return { leaseMinutes, payPerHour, currency, instructions };
}

const finishedStates = ["submitted", "done", "irreparable"];

function countDone(counts: Record<string, number>): { done: number; total: number } {
  const entries = Object.entries(counts);
  return {
    done: entries.filter(([state]) => finishedStates.includes(state)).reduce((sum, [, count]) => sum + count, 0),
    total: entries.reduce((sum, [, count]) => sum + count, 0),
  };
}

const queueCountRow = z.strictObject({
  open: z.number(),
  left: z.number(),
  total: z.number(),
  submitted: z.number(),
  returned: z.number(),
  parked: z.number(),
});

/** The number of open tasks, and this person's figures in the collection. */
export async function readQueueCounts(collectionId: string, userId: string): Promise<QueueCounts> {
  const row = await oneRow(
    plannedPool(),
    queueCountRow,
    sql`
    SELECT
      (SELECT coalesce(sum(count) FILTER (WHERE state = 'open'), 0)::int FROM annotation_count
       WHERE collection_id = ${collectionId}::uuid AND scope = 'task') AS open,
      (SELECT coalesce(sum(count) FILTER (WHERE state IN ('open', 'leased', 'parked', 'returned')), 0)::int
       FROM annotation_count WHERE collection_id = ${collectionId}::uuid AND scope = 'task') AS left,
      (SELECT coalesce(sum(count), 0)::int FROM annotation_count
       WHERE collection_id = ${collectionId}::uuid AND scope = 'task') AS total,
      count(*) FILTER (WHERE state IN ('submitted', 'done', 'irreparable'))::int AS submitted,
      count(*) FILTER (WHERE state = 'returned')::int AS returned,
      count(*) FILTER (WHERE state = 'parked')::int AS parked
    FROM annotation_task WHERE holder_id = ${userId}::uuid AND collection_id = ${collectionId}::uuid
  `,
  );
  const { open, left, total, ...mine } = row;
  return { open, left, total, mine };
}
