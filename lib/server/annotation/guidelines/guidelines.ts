import * as z from "zod";
import type { GuidelineCase, GuidelinesView } from "@/lib/domain/annotation/guidelines.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { tryRequeueItem } from "../items/requeue-item.ts";

const guidelinesRow = z.strictObject({
  version: z.number().nullable(),
  body: z.string().nullable(),
  note: z.string().nullable(),
  read_version: z.number().nullable(),
  cases: json<GuidelineCase[]>().nullable(),
  answers: json<GuidelineCase[]>().nullable(),
});

/** The guidelines of a collection for anyone who works in it, reviews or manages it. */
export async function getGuidelines(actor: Actor, collectionId: string): Promise<GuidelinesView> {
  const userId = await requireReader(actor, collectionId);
  const row = await oneRow(
    pool(),
    guidelinesRow,
    sql`
    SELECT newest.version, newest.body, newest.note,
      (SELECT max(version) FROM annotation_guideline AS one JOIN annotation_guideline_read AS read
      ON read.guideline_id = one.id
       WHERE one.collection_id = ${collectionId}::uuid AND read.user_id = ${userId}::uuid) AS read_version,
      (SELECT json_agg(json_build_object('id', id, 'question', text, 'answer', answer) ORDER BY answered_at)
       FROM annotation_question WHERE collection_id = ${collectionId}::uuid AND is_case
       AND answer IS NOT NULL) AS cases,
      (SELECT json_agg(json_build_object('id', id, 'question', text, 'answer', answer) ORDER BY answered_at)
       FROM annotation_question WHERE collection_id = ${collectionId}::uuid AND asked_by_id = ${userId}::uuid
         AND answer IS NOT NULL AND seen_at IS NULL) AS answers
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT version, body, note FROM annotation_guideline WHERE collection_id = ${collectionId}::uuid
      ORDER BY version DESC LIMIT 1
    ) AS newest ON true
  `,
  );
  return {
    version: row.version,
    body: row.body ?? "",
    note: row.note ?? "",
    readVersion: row.read_version,
    cases: row.cases ?? [],
    answers: row.answers ?? [],
  };
}

/** Records that someone has read a version of the guidelines, with its cases. Idempotent. */
export async function recordGuidelinesRead(actor: Actor, collectionId: string, version: number): Promise<{ ok: true }> {
  const userId = await requireReader(actor, collectionId);
  await pool().query(sql`
    INSERT INTO annotation_guideline_read (guideline_id, user_id)
    SELECT id, ${userId}::uuid FROM annotation_guideline
    WHERE collection_id = ${collectionId}::uuid AND version = ${version}::int
    ON CONFLICT (guideline_id, user_id) DO NOTHING
  `);
  await recordAnswersSeen(collectionId, userId);
  return { ok: true };
}

async function recordAnswersSeen(collectionId: string, userId: string): Promise<void> {
  await pool().query(sql`
    UPDATE annotation_question SET seen_at = clock_timestamp() WHERE collection_id = ${collectionId}::uuid
      AND asked_by_id = ${userId}::uuid AND answer IS NOT NULL AND seen_at IS NULL
  `);
}

/** One version as the lead sees it. */
export interface GuidelineVersion {
  version: number;
  body: string;
  note: string;
  authorName: string | null;
  createdAt: Date;
  readers: number;
  /** Items decided by a verdict that was given under this version. */
  judged: number;
}

const versionRow = z.strictObject({
  version: z.number(),
  body: z.string(),
  note: z.string(),
  created_at: z.date(),
  name: z.string().nullable(),
  readers: z.number(),
  judged: z.number(),
});

/** Every version of the guidelines, newest first, for users who manage the collection. */
export async function listGuidelines(actor: Actor, collectionId: string): Promise<GuidelineVersion[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    versionRow,
    sql`
    SELECT guideline.version, guideline.body, guideline.note, guideline.created_at, app_user.name,
      (SELECT count(*)::int FROM annotation_guideline_read WHERE guideline_id = guideline.id) AS readers,
      (SELECT count(DISTINCT task.item_id)::int FROM annotation_task AS task
       JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
       WHERE task.collection_id = guideline.collection_id AND verdict.guideline_version = guideline.version) AS judged
    FROM annotation_guideline AS guideline LEFT JOIN app_user ON app_user.id = guideline.created_by_id
    WHERE guideline.collection_id = ${collectionId}::uuid ORDER BY guideline.version DESC
  `,
  );
  return rows.map((row) => ({
    version: row.version,
    body: row.body,
    note: row.note,
    authorName: row.name,
    createdAt: row.created_at,
    readers: row.readers,
    judged: row.judged,
  }));
}

const projectIdRow = z.strictObject({ project_id: z.string() });

const newestVersionRow = z.strictObject({ version: z.number(), body: z.string() });

/** Publishes a new version of the guidelines. Everyone must read it before their next item. */
export async function publishGuidelines(
  actor: Actor,
  collectionId: string,
  text: { body: string; note: string },
): Promise<{ version: number }> {
  const scope = projectScope(actor, "annotation.manage");
  if (text.body.trim() === "") throw new AppError("invalid", "The guidelines are empty.", "body");
  return withTx(async (client) => {
    const collection = await maybeRow(
      client,
      projectIdRow,
      sql`SELECT project_id FROM annotation_collection WHERE id = ${collectionId} AND (${scope}::uuid[] IS NULL
        OR project_id = ANY(${scope})) FOR UPDATE`,
    );
    if (!collection) throw notFoundError();
    const latestRow = await maybeRow(
      client,
      newestVersionRow,
      sql`SELECT version, body FROM annotation_guideline WHERE collection_id = ${collectionId} ORDER BY version DESC
        LIMIT 1`,
    );
    if (latestRow?.body === text.body) throw new AppError("conflict", "Nothing was changed.", "body");
    if (latestRow && text.note.trim() === "")
      throw new AppError("invalid", "Describe what changed, for people who have read the previous version.", "note");
    const version = (latestRow?.version ?? 0) + 1;
    await client.query(
      sql`INSERT INTO annotation_guideline (id, collection_id, version, body, note, created_by_id)
       VALUES (gen_random_uuid(), ${collectionId}, ${version}, ${text.body}, ${text.note}, ${actor.userId})`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.project_id,
      action: "collection.guidelines",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { version, note: text.note },
    });
    return { version };
  });
}

/**
 * The number of requeued items, the number that remain for another batch, and the number that could not be requeued,
 * with each reason listed once.
 */
export interface RequeuedItems {
  items: number;
  left: number;
  stayed: number;
  why: string[];
}

/** Maximum number of items that one batch requeues. */
const maxItems = 500;

const outdatedItemRow = z.strictObject({ id: z.string(), version: z.number(), note: z.string() });

/**
 * Requeues decided items that were judged under older guidelines, with the change of the newest version as the reason.
 * Items in work or in review are not requeued, because they are checked anyway. Requeued items that are published
 * become new versions. Retired items do not change.
 */
export async function requeueOutdatedItems(actor: Actor, collectionId: string): Promise<RequeuedItems> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    outdatedItemRow,
    sql`
    WITH newest AS (
      SELECT version, note FROM annotation_guideline WHERE collection_id = ${collectionId}::uuid
      ORDER BY version DESC LIMIT 1
    )
    SELECT item.id, newest.version, newest.note FROM annotation_item AS item, newest
    WHERE item.collection_id = ${collectionId}::uuid AND item.retired_at IS NULL
      AND item.status IN ('accepted', 'rejected', 'irreparable', 'reviewed')
      AND EXISTS (SELECT FROM annotation_task AS task JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
                  WHERE task.item_id = item.id AND coalesce(verdict.guideline_version, 0) < newest.version)
    ORDER BY item.ordinal
  `,
  );
  const batch = rows.slice(0, maxItems);
  const skipReasons: string[] = [];
  for (const { id, version, note } of batch) {
    const reason = `The guidelines changed (version ${version}): ${note || "please check the item again"}`;
    const skipReason = await tryRequeueItem(actor, id, reason);
    if (skipReason !== null) skipReasons.push(skipReason);
  }
  return {
    items: batch.length - skipReasons.length,
    left: rows.length - batch.length,
    stayed: skipReasons.length,
    why: [...new Set(skipReasons)],
  };
}

async function requireReader(actor: Actor, collectionId: string): Promise<string> {
  const userId = requirePerson(actor);
  for (const right of ["annotation.work", "annotation.review", "annotation.manage"] as const)
    if (await mayAccessCollection(actor, right, collectionId)) return userId;
  throw notFoundError();
}
