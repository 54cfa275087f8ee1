import type { PoolClient } from "pg";
import * as z from "zod";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { listDocumentProblems } from "@/lib/domain/annotation/submission-problems.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { refuseSchema } from "../collections/read-schema.ts";
import { recordAcceptance } from "./acceptance.ts";
import { toSkipReason } from "./requeue-item.ts";

/** How many items were accepted, and why the others were not. */
interface BulkAcceptance {
  changed: number;
  left: number;
  why: string[];
}

const idRow = z.strictObject({ id: z.string() });

/**
 * Accepts the imported text of many items with one decision and one reason. The decision is stored as a review that is
 * marked "not reviewed individually". Only items that no one works on and no one has judged are accepted, so agreement
 * and the rate of refinement are not affected. Refused for a task schema, whose items have no imported answers. An item with a broken mark or a missing text is skipped, with the
 * reason.
 *
 * @param items their IDs; null for all items of the collection that no one has judged
 */
export async function acceptTogether(
  actor: Actor,
  collectionId: string,
  items: readonly string[] | null,
  reason: string,
): Promise<BulkAcceptance> {
  const userId = requirePerson(actor);
  if (!(await mayAccessCollection(actor, "annotation.review", collectionId))) throw notFoundError();
  if (reason.trim() === "") throw new AppError("invalid", "Please give a reason.", "reason");
  await refuseSchema(pool(), collectionId, "Acceptance without review");
  if (items?.length === 0) throw new AppError("invalid", "Select at least one item.", "items");
  const itemIds = items ?? (await listUnjudgedItems(collectionId));
  const skipReasons: string[] = [];
  for (const itemId of itemIds) {
    try {
      await acceptOne(actor, userId, { collectionId, itemId, reason: reason.trim() });
    } catch (error) {
      skipReasons.push(toSkipReason(error));
    }
  }
  return { changed: itemIds.length - skipReasons.length, left: skipReasons.length, why: [...new Set(skipReasons)] };
}

/** SQL: no one has judged the item or holds a copy of it. */
const isUnjudged = fragment`item.status IN ('open', 'in-work') AND NOT EXISTS (SELECT FROM annotation_task AS task
  WHERE task.item_id = item.id AND task.state <> 'open') AND NOT EXISTS (SELECT FROM annotation_verdict AS verdict
  JOIN annotation_task AS task ON task.id = verdict.task_id WHERE task.item_id = item.id)`;

async function listUnjudgedItems(collectionId: string): Promise<string[]> {
  const rows = await manyRows(
    pool(),
    idRow,
    sql`SELECT item.id FROM annotation_item AS item WHERE item.collection_id = ${collectionId} AND ${isUnjudged}
      ORDER BY item.ordinal`,
  );
  return rows.map(({ id }) => id);
}

const itemRow = z.strictObject({
  project_id: z.string(),
  external_id: z.string(),
  is_unjudged: z.boolean(),
  needs_re_solve: z.boolean(),
  document: json<KsteDocument>(),
});

async function acceptOne(
  actor: Actor,
  userId: string,
  { collectionId, itemId, reason }: { collectionId: string; itemId: string; reason: string },
): Promise<void> {
  await withTx(async (client: PoolClient) => {
    // Tasks are locked before items, as in all other code.
    await rowCountOf(client, sql`SELECT FROM annotation_task WHERE item_id = ${itemId} ORDER BY id FOR UPDATE`);
    const row = await maybeRow(
      client,
      itemRow,
      sql`SELECT collection.project_id, item.external_id, (${isUnjudged}) AS is_unjudged,
         coalesce((collection.settings ->> 'requiresReSolve')::boolean, false) AS needs_re_solve, item.document
       FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
       WHERE item.id = ${itemId} AND collection.id = ${collectionId} AND ${hasCollectionRight(actor, "annotation.review")}
       FOR UPDATE OF item`,
    );
    if (!row) throw notFoundError();
    if (!row.is_unjudged)
      throw new AppError("conflict", "Work on the item has started, so it must be reviewed individually.");
    if (listDocumentProblems(row.document, row.document).length > 0)
      throw new AppError("conflict", `${row.external_id} has a broken mark or a missing text.`);
    const status = row.needs_re_solve ? "reviewed" : "accepted";
    await client.query(
      sql`UPDATE annotation_task SET state = 'done', available_at = 'infinity' WHERE item_id = ${itemId}
        AND state = 'open'`,
    );
    await client.query(
      sql`UPDATE annotation_item SET status = ${status}::annotation_item_status, accepted_revision_id = NULL,
        accepted_task_id = (SELECT id FROM annotation_task WHERE item_id = ${itemId} ORDER BY copy LIMIT 1),
        accepted_at = CASE WHEN ${status}::text = 'accepted' THEN clock_timestamp() END WHERE id = ${itemId}`,
    );
    await recordAcceptance(client, { itemId, acceptedById: userId, cause: "together", reason });
    await recordAudit(client, {
      actorId: userId,
      projectId: row.project_id,
      action: "annotation.accept-together",
      subjectType: "annotation-item",
      subjectId: itemId,
      after: { status },
      reason,
    });
  });
}
