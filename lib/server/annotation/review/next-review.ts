import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { copyVerdicts } from "@/lib/domain/annotation/requests.ts";
import type { ReviewNextAnswer, ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { itemFlags, type SchemaTask } from "@/lib/domain/annotation/task.ts";
import { originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { type BranchRow, toRevisionView, workspaceSettings } from "../claim/task-payload.ts";
import { schemaTask } from "../schema/schema-task.ts";
import { isOwnWork } from "./is-own-work.ts";

const idRow = z.strictObject({ id: z.string() });

/**
 * The next item to review, with its lease: first the reviews that this reviewer has begun, then the first waiting item;
 * null if no item waits. Refined items, items that only some annotators called unusable, and untouched items that were
 * drawn share one queue and are not distinguished. The reviewer's own work is never included. Once this function has
 * returned an item, its annotators cannot reopen it.
 */
export async function claimNextReview(
  actor: Actor,
  request: { collectionId?: string | undefined; after?: string | undefined } = {},
): Promise<ReviewNextAnswer> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.review");
  const collectionId = request.collectionId ?? null;
  const row = await maybeRow(
    pool(),
    idRow,
    sql`
    WITH begun AS (
      SELECT item.id, collection.settings FROM annotation_item AS item
      JOIN annotation_collection AS collection ON collection.id = item.collection_id
      WHERE item.reviewer_id = ${userId}::uuid AND item.status = 'in-review'
        AND ${hasRight}
        AND (${collectionId}::uuid IS NULL OR collection.id = ${collectionId}::uuid)
        AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND id = ${request.after ?? null}::uuid)
      ORDER BY item.ordinal LIMIT 1 FOR UPDATE OF item
    ), waiting AS (
      SELECT item.id, collection.settings FROM annotation_collection AS collection
      JOIN annotation_item AS item ON item.collection_id = collection.id
      WHERE NOT EXISTS (SELECT FROM begun) AND item.status IN ('submitted', 'in-review')
        AND (item.reviewer_id IS NULL OR lease_is_free(item.review_lease_ends_at, clock_timestamp()))
        AND ${hasRight}
        AND (${collectionId}::uuid IS NULL OR collection.id = ${collectionId}::uuid)
        AND NOT ${isOwnWork(fragment`item.id`, userId)}
        AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND id = ${request.after ?? null}::uuid)
      ORDER BY collection.created_at, item.ordinal LIMIT 1 FOR UPDATE OF item SKIP LOCKED
    ), chosen AS (SELECT * FROM begun UNION ALL SELECT * FROM waiting)
    UPDATE annotation_item AS item SET status = 'in-review', reviewer_id = ${userId}::uuid,
      review_started_at = coalesce(item.review_started_at, clock_timestamp()),
      review_lease_ends_at = lease_end((chosen.settings->>'leaseMinutes')::int, clock_timestamp())
    FROM chosen WHERE item.id = chosen.id
    RETURNING item.id
  `,
  );
  if (row) await startTimeMeasurement(row.id, userId);
  return {
    review: row ? await readReview(row.id, userId) : null,
    counts: await readCounts(userId, hasRight, collectionId),
  };
}

/** Starts the time measurement when the item is shown. Earlier time does not count. */
async function startTimeMeasurement(itemId: string, userId: string): Promise<void> {
  await pool().query(sql`
    INSERT INTO annotation_review_work (item_id, user_id) VALUES (${itemId}::uuid, ${userId}::uuid)
    ON CONFLICT (item_id, user_id) DO UPDATE SET last_beat_at = clock_timestamp()
  `);
}

const reviewRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  genre: z.string(),
  knowledge_type: z.string().nullable(),
  flags: z.array(z.enum(itemFlags)),
  document: json<KsteDocument>(),
  findings: json<LintFinding[]>(),
  schema: json<SchemaTask>().nullable(),
  review_lease_ends_at: z.date().nullable(),
  collection_id: z.string(),
  name: z.string(),
  settings: json<CollectionSettings>(),
  is_training: z.boolean(),
  original: json<NonNullable<ReviewPayload["original"]>>().nullable(),
  size: z.number(),
  draft: json<NonNullable<ReviewPayload["draft"]>>().nullable(),
  counts: json<Record<string, number>>().nullable(),
});

async function readReview(itemId: string, userId: string): Promise<ReviewPayload | null> {
  const row = await maybeRow(
    pool(),
    reviewRow,
    sql`
    SELECT item.id, item.external_id, item.genre, item.knowledge_type, item.flags, item.document, item.findings,
      ${schemaTask} AS schema,
      item.review_lease_ends_at, collection.id AS collection_id, collection.name, collection.settings,
      collection.is_training, relatives.original, relatives.size,
      (SELECT draft FROM annotation_review_work WHERE item_id = item.id AND user_id = ${userId}::uuid) AS draft,
      (SELECT json_object_agg(state, count) FROM (
        SELECT state, sum(count) AS count FROM annotation_count
        WHERE collection_id = item.collection_id AND scope = 'item' GROUP BY state) AS counted) AS counts
    FROM annotation_item AS item
    JOIN annotation_collection AS collection ON collection.id = item.collection_id
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS size,
        (json_agg(json_build_object('externalId', relative.external_id, 'document',
          coalesce(text.released_document, relative.document)))
          FILTER (WHERE relative.kind = ANY(${originalKinds}) AND relative.id <> item.id))->0 AS original
      FROM annotation_item AS relative JOIN item_text AS text ON text.item_id = relative.id
      WHERE relative.collection_id = item.collection_id AND relative.group_key = item.group_key
    ) AS relatives ON true
    WHERE item.id = ${itemId}::uuid
  `,
  );
  // The item was decided in the meantime, or another reviewer has it.
  if (!row?.review_lease_ends_at) return null;
  const submissions = await readSubmissions(itemId, row.document);
  const first = submissions.find(({ verdict }) => verdict !== "sound") ?? submissions[0];
  if (!first) return null;
  const counts = row.counts ?? {};
  return {
    taskId: first.taskId,
    leaseEndsAt: row.review_lease_ends_at.toISOString(),
    item: {
      id: row.id,
      externalId: row.external_id,
      genre: row.genre,
      knowledgeType: row.knowledge_type,
      flags: row.flags,
      groupSize: row.size,
    },
    importedDocument: row.document,
    original: row.original,
    findings: row.findings,
    submissions,
    draft: row.draft,
    schema: row.schema,
    collection: {
      id: row.collection_id,
      name: row.name,
      isTraining: row.is_training,
      settings: workspaceSettings(row.settings),
    },
    position: {
      done: ["accepted", "reviewed", "rejected", "irreparable"].reduce((sum, key) => sum + (counts[key] ?? 0), 0),
      total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    },
  };
}

const submissionRow = z.strictObject({
  id: z.string(),
  copy: z.number(),
  revision_id: z.string().nullable(),
  verdict: z.enum(copyVerdicts),
  codes: z.array(z.string()),
  dismissals: json<SubmissionView["dismissals"]>(),
  reason: z.string(),
  saved_at: z.date(),
  document: json<KsteDocument>().nullable(),
  branches: json<BranchRow[]>().nullable(),
});

/** Every finished copy, newest first; the authors are not read. */
async function readSubmissions(itemId: string, imported: KsteDocument): Promise<SubmissionView[]> {
  const rows = await manyRows(
    pool(),
    submissionRow,
    sql`
    SELECT task.id, task.copy, verdict.revision_id, verdict.verdict, verdict.codes, verdict.dismissals, verdict.reason,
      verdict.saved_at, revision.document,
      (SELECT json_agg(late ORDER BY late.saved_at) FROM (
        SELECT DISTINCT ON (branch) id, branch, number, document, saved_at, author_id FROM annotation_revision
        WHERE task_id = task.id AND branch LIKE 'late-%' AND substr(branch, 6)::int > task.late_resolved
        ORDER BY branch, number DESC) AS late) AS branches
    FROM annotation_task AS task
    JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
    LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
    WHERE task.item_id = ${itemId}::uuid ORDER BY verdict.saved_at DESC
  `,
  );
  return rows.map((row) => ({
    taskId: row.id,
    copy: row.copy,
    revisionId: row.revision_id,
    document: row.document ?? imported,
    verdict: row.verdict,
    codes: row.codes,
    dismissals: row.dismissals,
    reason: row.reason,
    submittedAt: row.saved_at.toISOString(),
    branches: (row.branches ?? []).map((branch) => toRevisionView(branch, null)),
  }));
}

const countRow = z.strictObject({ waiting: z.number(), done: z.number() });

/** The number of items that wait for a review by this person, and the number of reviews that they have made. */
async function readCounts(userId: string, hasRight: SqlFragment, collectionId: string | null) {
  return oneRow(
    pool(),
    countRow,
    sql`
    SELECT
      (SELECT count(*)::int FROM annotation_item AS item JOIN annotation_collection AS collection
         ON collection.id = item.collection_id
       WHERE item.status IN ('submitted', 'in-review')
         AND ${hasRight}
         AND (${collectionId}::uuid IS NULL OR collection.id = ${collectionId}::uuid)
         AND NOT ${isOwnWork(fragment`item.id`, userId)}) AS waiting,
      (SELECT count(*)::int FROM standing_review WHERE reviewer_id = ${userId}::uuid) AS done
  `,
  );
}
