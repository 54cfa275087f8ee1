import type { PoolClient } from "pg";
import * as z from "zod";
import { describeHistory, type HistoryLine } from "@/lib/domain/annotation/describe-history.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { changeByAuthor, copyChange } from "./copy-change.ts";

/** SQL: the answers in this document for an item of a task schema; null for a story. */
const answersInDocument = (document: SqlFragment) => fragment`CASE WHEN item.kind = 'schema'
  THEN jsonb_build_object('answer', ${document}->'answer') ELSE '{}'::jsonb END`;

/**
 * All sources of an item's history in one statement. Events that have a table are read from that table; other actions
 * are read from the audit log, such as the gold that a lead set after the import. Two tests compute the reports of a
 * collection from this history alone (figures/recompute-report.test.ts and schema/recompute-answers.test.ts).
 */
const trail = fragment`
  SELECT item.id AS item_id, item.external_id, item.ordinal, happened.at, happened.event, happened.details, app_user.name,
    happened.actor_id
  FROM annotation_item AS item
  CROSS JOIN LATERAL (
    SELECT item.created_at AS at, 'generated' AS event, NULL::uuid AS actor_id, item.imported->'provenance' AS details, 0 AS rank
    WHERE jsonb_typeof(item.imported->'provenance') = 'object'
    UNION ALL
    SELECT item.created_at, 'imported', NULL, jsonb_strip_nulls(jsonb_build_object('findings', jsonb_array_length(item.findings),
      'sha256', item.import_hash, 'kind', item.kind, 'genre', item.genre, 'knowledgeType', item.knowledge_type,
      'group', item.group_key, 'goldAnswer', CASE WHEN item.kind = 'schema' THEN item.imported->'gold' END, 'suggested', item.suggestion->'answer',
      'isSuggestionShown', CASE WHEN item.suggestion IS NOT NULL THEN item.is_suggestion_shown END,
      'copies', (SELECT count(*) FROM annotation_task AS task WHERE task.item_id = item.id))), 1
    UNION ALL
    SELECT created_at, 'candidate', created_by_id, jsonb_build_object('candidate', id, 'step', step, 'model', model,
      'prompt', prompt_id, 'seed', seed, 'costUsd', cost_usd), 2
    FROM annotation_candidate WHERE item_id = item.id
    UNION ALL
    SELECT seen.at, 'started', seen.user_id, '{}'::jsonb, 2
    FROM annotation_seen AS seen WHERE seen.item_id = item.id AND seen.how IN ('worked', 'released')
    UNION ALL
    SELECT at, 'skip', actor_id, jsonb_strip_nulls(jsonb_build_object('reason', reason)), 2
    FROM audit_event WHERE subject_type = 'annotation-item' AND subject_id = item.id::text AND action = 'annotation.skip'
    UNION ALL
    SELECT revision.saved_at, 'revision', revision.author_id, jsonb_build_object('copy', task.copy, 'revision', revision.id,
      'branch', revision.branch, 'number', revision.number, 'origin', revision.origin, 'sha256', revision.sha256), 3
    FROM annotation_task AS task JOIN annotation_revision AS revision ON revision.task_id = task.id
    WHERE task.item_id = item.id
    UNION ALL
    SELECT verdict.saved_at, 'verdict', verdict.author_id, jsonb_build_object('copy', task.copy, 'verdict', verdict.verdict,
      'revision', verdict.revision_id, 'reason', verdict.reason, 'codes', verdict.codes, 'checklist', verdict.checklist,
      'dismissals', verdict.dismissals, 'activeMs', verdict.active_ms, 'guidelines', verdict.guideline_version, 'stands', task.verdict_id = verdict.id,
      'isUnblinded', verdict.is_unblinded, 'change', ${copyChange}, 'ownChange', ${changeByAuthor})
      || ${answersInDocument(fragment`coalesce(revision.document, item.document)`)}, 4
    FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.task_id = task.id
    LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
    WHERE task.item_id = item.id
    UNION ALL
    SELECT saved_at, 'review', reviewer_id, jsonb_build_object('copy', (SELECT copy FROM annotation_task WHERE id = review.task_id),
      'decision', decision, 'reason', reason,
      'revision', revision_id, 'isSample', is_sample, 'codes', codes, 'reReview', re_review_id,
      'undone', (SELECT undone.at FROM annotation_review_undo AS undone WHERE undone.review_id = review.id)), 5
    FROM annotation_review AS review WHERE review.item_id = item.id
    UNION ALL
    SELECT one.at, 're-review', one.started_by_id, jsonb_build_object('reReview', one.id, 'reason', one.reason), 7
    FROM annotation_re_review_item AS chosen JOIN annotation_re_review AS one ON one.id = chosen.re_review_id
    WHERE chosen.item_id = item.id
    UNION ALL
    SELECT acceptance.at, 'accepted', accepted_by_id, jsonb_strip_nulls(jsonb_build_object('cause', cause, 'reason', reason,
      'revision', revision_id, 'revoked', revoked_at)) || ${answersInDocument(fragment`coalesce(revision.document, item.document)`)}, 8
    FROM annotation_acceptance AS acceptance LEFT JOIN annotation_revision AS revision ON revision.id = acceptance.revision_id
    WHERE acceptance.item_id = item.id
    UNION ALL
    SELECT at, 'coded-answer', NULL, jsonb_build_object('coder', coder) || ${answersInDocument(fragment`coded.document`)}, 3
    FROM annotation_coded_answer AS coded WHERE item_id = item.id
    UNION ALL
    SELECT last_beat_at, 'time', user_id, jsonb_build_object('copy', task.copy, 'activeMs', active_ms, 'idleMs', idle_ms), 9
    FROM annotation_task AS task JOIN annotation_activity AS activity ON activity.task_id = task.id
    WHERE task.item_id = item.id
    UNION ALL
    SELECT last_beat_at, 'review-time', user_id, jsonb_build_object('activeMs', active_ms, 'idleMs', idle_ms), 9
    FROM annotation_review_work WHERE item_id = item.id
    UNION ALL
    SELECT coalesce(decided_at, created_at), 're-solve', NULL, jsonb_build_object('study', study_id,
      'itemVersion', item_version_id, 'passed', passed, 'result', result), 6
    FROM annotation_gate WHERE item_id = item.id
    UNION ALL
    SELECT at, action, actor_id, jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after, 'reason', reason)), 7
    FROM audit_event WHERE subject_type = 'annotation-item' AND subject_id = item.id::text
      AND action NOT IN ('review.accept', 'review.change', 'review.return')
      AND action NOT IN ('annotation.sound', 'annotation.refined', 'annotation.irreparable',
        'annotation.answered', 'annotation.skip')
  ) AS happened
  LEFT JOIN app_user ON app_user.id = happened.actor_id`;

const storedTextRow = z.strictObject({
  id: z.string().nullable(),
  base_id: z.string().nullable(),
  document: json<KsteDocument>(),
});

/**
 * The history of one item in sentences, oldest first, with names and the changes of each text. Only for users who
 * manage the item's collection.
 */
export async function getItemHistory(actor: Actor, itemId: string): Promise<HistoryLine[]> {
  const trailRows = await readItemTrail(actor, itemId);
  const events = trailRows.map(({ at, event, name, details }) => ({ at, event, actorName: name, details }));
  const rows = await manyRows(
    pool(),
    storedTextRow,
    sql`SELECT revision.id, revision.base_id, revision.document FROM annotation_revision AS revision
     JOIN annotation_task AS task ON task.id = revision.task_id WHERE task.item_id = ${itemId}
     UNION ALL SELECT NULL, NULL, document FROM annotation_item WHERE id = ${itemId}`,
  );
  return describeHistory(events, new Map(rows.map((row) => [row.id, { base: row.base_id, document: row.document }])));
}

const trailRow = z.strictObject({
  item_id: z.string(),
  external_id: z.string(),
  ordinal: z.number(),
  at: z.date(),
  event: z.string(),
  details: json<Record<string, unknown>>(),
  name: z.string().nullable(),
  actor_id: z.string().nullable(),
});

type TrailRow = z.infer<typeof trailRow>;

async function readItemTrail(actor: Actor, itemId: string): Promise<[TrailRow, ...TrailRow[]]> {
  const [first, ...rest] = await manyRows(
    pool(),
    trailRow,
    sql`${trail} JOIN annotation_collection AS collection ON collection.id = item.collection_id
     WHERE item.id = ${itemId} AND ${hasCollectionRight(actor, "annotation.manage")} ORDER BY happened.at, happened.rank`,
  );
  if (!first) throw notFoundError();
  return [first, ...rest];
}

/** The history of one item as JSON lines, with people numbered. Only for users who manage the item's collection. */
export async function getItemHistoryLines(actor: Actor, itemId: string): Promise<{ externalId: string; text: string }> {
  const rows = await readItemTrail(actor, itemId);
  const formatLine = createTrailFormatter();
  return { externalId: rows[0].external_id, text: rows.map((row) => `${formatLine(row)}\n`).join("") };
}

/**
 * The history of every item of a collection as JSON lines. People are numbered in the order in which they first appear;
 * names and ids are not exported.
 */
export async function* collectionHistoryLines(client: PoolClient, collectionId: string): AsyncGenerator<string> {
  const formatLine = createTrailFormatter();
  const rows = readCursor(
    client,
    trailRow,
    sql`${trail} WHERE item.collection_id = ${collectionId} ORDER BY item.ordinal, happened.at, happened.rank`,
  );
  for await (const row of rows) yield formatLine(row);
}

/** Returns a function that reads the history of some items per call. People keep their numbers across calls. */
export function createHistoryReader(): (itemIds: readonly string[]) => Promise<string[]> {
  const formatLine = createTrailFormatter();
  return async (itemIds) => {
    const rows = await manyRows(
      pool(),
      trailRow,
      sql`${trail} WHERE item.id = ANY(${itemIds}::uuid[]) ORDER BY item.ordinal, happened.at, happened.rank`,
    );
    return rows.map(formatLine);
  };
}

/** Returns a function that formats one row after the other and numbers people in the order of their appearance. */
function createTrailFormatter(): (row: TrailRow) => string {
  const numbers = new Map<string, string>();
  return ({ external_id, at, event, details, actor_id }) => {
    if (actor_id !== null && !numbers.has(actor_id)) numbers.set(actor_id, `person-${numbers.size + 1}`);
    const person = actor_id === null ? null : numbers.get(actor_id);
    return JSON.stringify({ item: external_id, at: at.toISOString(), event, person, ...details });
  };
}
