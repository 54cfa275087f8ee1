import type { PoolClient } from "pg";
import * as z from "zod";
import type { ReReviewChoice, ReReviewPreview } from "@/lib/domain/annotation/re-review.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { selectReasonCodes } from "../figures/given-codes.ts";
import { hasAttribute, hasGivenAnswer } from "./select-answered.ts";

const selectedItemRow = z.strictObject({ id: z.string(), external_id: z.string(), fitting: z.number() });

/** Preview of the items that a selection would send to review again, for users who manage the collection. */
export async function previewReReview(
  actor: Actor,
  collectionId: string,
  choice: ReReviewChoice,
): Promise<ReReviewPreview> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(pool(), selectedItemRow, sql`${selectMatchingItems(collectionId, choice)}`);
  return {
    fitting: rows[0]?.fitting ?? 0,
    items: rows.length,
    listed: rows.slice(0, 20).map((row) => ({ id: row.id, externalId: row.external_id })),
  };
}

/**
 * SQL: decided items that match a selection: accepted, reviewed or unusable, with a verdict, and not in a running blind
 * re-solve. A sample consists of the first items in the order of a hash of their IDs and the seed, so that preview and
 * start draw the same items.
 */
function selectMatchingItems(
  collectionId: string,
  { kind, answer, attribute, value, code, personId, sample, seed }: ReReviewChoice,
): SqlFragment {
  return fragment`
    SELECT item.id, item.external_id, count(*) OVER ()::int AS fitting FROM annotation_item AS item
    WHERE item.collection_id = ${collectionId}::uuid AND item.status IN ('accepted', 'reviewed', 'irreparable')
      AND EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND verdict_id IS NOT NULL)
      AND NOT EXISTS (SELECT FROM annotation_gate WHERE item_id = item.id AND passed IS NULL)
      AND (${kind ?? null}::text IS NULL OR item.kind = ${kind ?? null})
      AND ${answer === undefined ? fragment`true` : hasGivenAnswer(answer)}
      AND ${attribute === undefined ? fragment`true` : hasAttribute(attribute, value)}
      AND (${code ?? null}::text IS NULL OR EXISTS (
        SELECT FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
        WHERE task.item_id = item.id AND ${code ?? null} = ANY(${selectReasonCodes("verdict")})
      ) OR EXISTS (
        SELECT FROM standing_review AS review WHERE review.item_id = item.id AND ${code ?? null} = ANY(${selectReasonCodes("review")})))
      AND (${personId ?? null}::uuid IS NULL OR EXISTS (
        SELECT FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
        WHERE task.item_id = item.id AND verdict.author_id = ${personId ?? null}::uuid
      ) OR EXISTS (
        SELECT FROM standing_review AS review WHERE review.item_id = item.id AND review.reviewer_id = ${personId ?? null}::uuid))
    ORDER BY CASE WHEN ${sample ?? null}::int IS NULL THEN '' ELSE md5(${seed} || item.id) END, item.ordinal
    LIMIT ${sample ?? null}::int`;
}

const idRow = z.strictObject({ id: z.string() });
const projectRow = z.strictObject({ project_id: z.string() });

/**
 * Sends decided items to review again, as they were submitted, with one reason. Their verdicts, reviews and acceptances
 * are kept, and figures of first reviews exclude the new decisions. Refused if the selection differs from the preview.
 *
 * @param expected the number of items in the preview
 */
export async function startReReview(
  actor: Actor,
  collectionId: string,
  { choice, reason, expected }: { choice: ReReviewChoice; reason: string; expected: number },
): Promise<{ id: string; items: number }> {
  if (reason.trim() === "") throw new AppError("invalid", "Please give a reason.", "reason");
  return withTx(async (client) => {
    const projectId = await lockCollection(client, actor, collectionId);
    const selectedIds = (
      await manyRows(client, selectedItemRow, sql`${selectMatchingItems(collectionId, choice)}`)
    ).map(({ id }) => id);
    // Tasks are locked before items, as in all other code. The selection is read again after locking.
    await client.query(
      sql`SELECT FROM annotation_task WHERE item_id = ANY(${selectedIds}::uuid[]) ORDER BY id FOR UPDATE`,
    );
    await client.query(sql`SELECT FROM annotation_item WHERE id = ANY(${selectedIds}::uuid[]) ORDER BY id FOR UPDATE`);
    const items = (await manyRows(client, selectedItemRow, sql`${selectMatchingItems(collectionId, choice)}`)).map(
      ({ id }) => id,
    );
    const isSelectionLocked = items.every((id) => selectedIds.includes(id));
    if (items.length !== expected || !isSelectionLocked)
      throw new AppError(
        "conflict",
        `The selection now matches ${formatNumberOf(items.length, "item")} instead of ${expected}. Preview it again.`,
        "selection",
      );
    if (items.length === 0) throw new AppError("invalid", "No decided item matches this selection.", "selection");
    const { id } = await oneRow(
      client,
      idRow,
      sql`INSERT INTO annotation_re_review (id, collection_id, started_by_id, reason, choice)
        VALUES (gen_random_uuid(), ${collectionId}::uuid, ${actor.userId}::uuid, ${reason.trim()},
        ${JSON.stringify(choice)}::jsonb)
        RETURNING id`,
    );
    await sendToReview(client, id, items);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "collection.re-review",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { reReview: id, items: items.length, choice },
      reason,
    });
    return { id, items: items.length };
  });
}

async function lockCollection(client: PoolClient, actor: Actor, collectionId: string): Promise<string> {
  const row = await maybeRow(
    client,
    projectRow,
    sql`SELECT project_id FROM annotation_collection AS collection
      WHERE id = ${collectionId}::uuid AND NOT is_training AND ${hasCollectionRight(actor, "annotation.manage")}
      FOR NO KEY UPDATE`,
  );
  if (!row) throw notFoundError();
  return row.project_id;
}

/** Sends items to review. Their previous state is stored first, so that this can be undone. */
async function sendToReview(client: PoolClient, reReviewId: string, items: readonly string[]): Promise<void> {
  await client.query(sql`
    INSERT INTO annotation_re_review_item (re_review_id, item_id, before)
    SELECT ${reReviewId}::uuid, item.id, jsonb_build_object('status', item.status, 'acceptedTaskId',
    item.accepted_task_id,
      'acceptedRevisionId', item.accepted_revision_id, 'acceptedAt', item.accepted_at, 'itemVersionId',
      item.item_version_id,
      'reviewStartedAt', item.review_started_at,
      'acceptanceId', (SELECT id FROM annotation_acceptance WHERE item_id = item.id AND revoked_at IS NULL LIMIT 1),
      'doneTasks', coalesce((SELECT jsonb_agg(id) FROM annotation_task WHERE item_id = item.id AND state = 'done'
        AND verdict_id IS NOT NULL), '[]'::jsonb))
    FROM annotation_item AS item WHERE item.id = ANY(${items}::uuid[])
  `);
  await client.query(sql`
    UPDATE annotation_task SET state = 'submitted'
    WHERE item_id = ANY(${items}::uuid[]) AND state = 'done' AND verdict_id IS NOT NULL
  `);
  // Marks the review as begun, so that annotators cannot reopen the item.
  await client.query(sql`
    UPDATE annotation_item SET status = 'submitted', reviewer_id = NULL, review_lease_ends_at = NULL,
      review_started_at = coalesce(review_started_at, clock_timestamp()), accepted_task_id = NULL,
      accepted_revision_id = NULL, accepted_at = NULL, item_version_id = NULL
    WHERE id = ANY(${items}::uuid[])
  `);
  await client.query(sql`
    UPDATE annotation_acceptance SET revoked_at = clock_timestamp() WHERE item_id = ANY(${items}::uuid[])
    AND revoked_at IS NULL
  `);
}

/**
 * Undoes a re-review for items that are not decided yet: each item returns to its previous state. Decided items and
 * items that someone is reviewing stay in the re-review.
 */
export async function undoReReview(
  actor: Actor,
  collectionId: string,
  reReviewId: string,
): Promise<{ restored: number; kept: number }> {
  return withTx(async (client) => {
    const projectId = await lockCollection(client, actor, collectionId);
    const openCount = await rowCountOf(
      client,
      sql`SELECT FROM annotation_re_review WHERE id = ${reReviewId}::uuid AND collection_id = ${collectionId}::uuid
        FOR UPDATE`,
    );
    if (openCount === 0) throw notFoundError();
    const reReviewItems = fragment`SELECT item_id FROM annotation_re_review_item WHERE re_review_id = ${reReviewId}::uuid`;
    const taskCount = await rowCountOf(
      client,
      sql`SELECT FROM annotation_task WHERE item_id IN (${reReviewItems}) ORDER BY id FOR UPDATE`,
    ).then(() => rowCountOf(client, sql`${reReviewItems}`));
    const items = (
      await manyRows(
        client,
        idRow,
        sql`SELECT item.id FROM annotation_item AS item WHERE item.id IN (${reReviewItems})
          AND (item.status = 'submitted' OR (item.status = 'in-review'
          AND lease_is_free(item.review_lease_ends_at, clock_timestamp())))
          AND NOT EXISTS (SELECT FROM standing_review WHERE item_id = item.id AND re_review_id = ${reReviewId}::uuid)
          ORDER BY item.id FOR UPDATE`,
      )
    ).map(({ id }) => id);
    await restoreItems(client, reReviewId, items);
    await client.query(
      sql`UPDATE annotation_re_review SET undone_at = clock_timestamp() WHERE id = ${reReviewId}::uuid`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "collection.re-review.undo",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { reReview: reReviewId, restored: items.length },
    });
    return { restored: items.length, kept: taskCount - items.length };
  });
}

async function restoreItems(client: PoolClient, reReviewId: string, items: readonly string[]): Promise<void> {
  const previousStates = fragment`(SELECT item_id, before FROM annotation_re_review_item
    WHERE re_review_id = ${reReviewId}::uuid AND item_id = ANY(${items}::uuid[])) AS was`;
  await client.query(sql`
    UPDATE annotation_task SET state = 'done' FROM ${previousStates}
    WHERE annotation_task.item_id = was.item_id AND state = 'submitted'
    AND was.before->'doneTasks' ? annotation_task.id::text
  `);
  await client.query(sql`
    UPDATE annotation_item AS item SET status = (was.before->>'status')::annotation_item_status,
      reviewer_id = NULL, review_lease_ends_at = NULL,
      review_started_at = (was.before->>'reviewStartedAt')::timestamptz,
      accepted_task_id = (was.before->>'acceptedTaskId')::uuid,
      accepted_revision_id = (was.before->>'acceptedRevisionId')::uuid,
      accepted_at = (was.before->>'acceptedAt')::timestamptz, item_version_id = (was.before->>'itemVersionId')::uuid
    FROM ${previousStates} WHERE item.id = was.item_id
  `);
  // The revoked acceptance is kept, and a copy of it is added.
  await client.query(sql`
    INSERT INTO annotation_acceptance (id, item_id, task_id, revision_id, accepted_by_id, cause, reason)
    SELECT gen_random_uuid(), given.item_id, task_id, revision_id, accepted_by_id, cause, reason
    FROM ${previousStates} JOIN annotation_acceptance AS given ON given.id = (was.before->>'acceptanceId')::uuid
  `);
  await client.query(sql`
    DELETE FROM annotation_re_review_item WHERE re_review_id = ${reReviewId}::uuid AND item_id = ANY(${items}::uuid[])
  `);
}
