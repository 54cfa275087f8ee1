import * as z from "zod";
import { itemStatuses } from "@/lib/domain/annotation/task.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { revokeAcceptance } from "./acceptance.ts";
import { requeueAction } from "./requeue-action.ts";

const projectIdRow = z.strictObject({ project_id: z.string() });

const statusRow = z.strictObject({ status: z.enum(itemStatuses), is_practice: z.boolean() });

/**
 * Requeues a decided item, with the reason: its original was corrected, or a rule changed. Its copies return to their
 * annotators with their texts, and go to review whatever the new verdicts are. A published item stays published, and
 * the new text becomes a new version. A retired practice item is served again; answers that were given to it stay.
 */
export async function requeueItem(actor: Actor, itemId: string, reason: string): Promise<void> {
  if (reason.trim() === "") throw new AppError("invalid", "Please give a reason.", "reason");
  const scope = projectScope(actor, "annotation.manage");
  await withTx(async (client) => {
    const itemProject = await maybeRow(
      client,
      projectIdRow,
      sql`SELECT collection.project_id FROM annotation_item AS item
       JOIN annotation_collection AS collection ON collection.id = item.collection_id
       WHERE item.id = ${itemId} AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}))`,
    );
    if (!itemProject) throw notFoundError();
    // Tasks are locked before items, as in all other code.
    const taskCount = await rowCountOf(
      client,
      sql`SELECT FROM annotation_task WHERE item_id = ${itemId} ORDER BY id FOR UPDATE`,
    );
    // The status is read after locking, because someone else may have requeued the item in the meantime.
    const { status, is_practice: isPractice } = await oneRow(
      client,
      statusRow,
      sql`SELECT status::text, expert IS NOT NULL AS is_practice FROM annotation_item WHERE id = ${itemId} FOR UPDATE`,
    );
    if (!["accepted", "rejected", "irreparable", "reviewed"].includes(status) || (taskCount === 0 && !isPractice)) {
      throw new AppError("conflict", "Only a decided item can be reopened.", "status");
    }
    // A practice is not repeated, so only the copies of other items return to the people who submitted them.
    if (!isPractice)
      await client.query(
        sql`UPDATE annotation_task
           SET state = 'returned', verdict_id = NULL, reason = ${reason}, available_at = 'infinity',
           changed_at = clock_timestamp() WHERE item_id = ${itemId} AND holder_id IS NOT NULL`,
      );
    // Frees the copies that no one had begun when the item was retired. Copies of practice items have holders.
    await client.query(
      sql`UPDATE annotation_task SET state = 'open', available_at = CASE WHEN holder_id IS NULL THEN '-infinity'
         ELSE 'infinity' END::timestamptz, changed_at = clock_timestamp()
       WHERE item_id = ${itemId} AND state = 'done'`,
    );
    await client.query(
      sql`UPDATE annotation_item SET status = CASE WHEN EXISTS (
           SELECT FROM annotation_task WHERE item_id = ${itemId}
           AND state = 'returned') THEN 'returned' ELSE 'open' END::annotation_item_status, reviewer_id = NULL,
           review_lease_ends_at = NULL,
         review_started_at = NULL, accepted_task_id = NULL, accepted_revision_id = NULL, accepted_at = NULL,
         item_version_id = NULL, retired_at = NULL WHERE id = ${itemId}`,
    );
    await revokeAcceptance(client, itemId);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: itemProject.project_id,
      action: requeueAction,
      subjectType: "annotation-item",
      subjectId: itemId,
      before: { status },
      reason,
    });
  });
}

/**
 * The same as `requeueItem` for one of many items. An item that cannot be requeued or was deleted is skipped. Returns
 * the reason, or null if the item was requeued.
 */
export async function tryRequeueItem(actor: Actor, itemId: string, reason: string): Promise<string | null> {
  try {
    await requeueItem(actor, itemId, reason);
    return null;
  } catch (error) {
    return toSkipReason(error);
  }
}

/** Converts a refusal of one of many items to the reason why it is skipped; rethrows every other error. */
export function toSkipReason(error: unknown): string {
  if (error instanceof AppError && error.code === "conflict") return error.message;
  if (error instanceof AppError && error.code === "not-found") return "The item is no longer in this collection.";
  throw error;
}
