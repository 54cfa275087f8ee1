import * as z from "zod";
import type { VerdictReceipt } from "@/lib/domain/annotation/my-work.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { releaseCopies } from "../access/release-copies.ts";
import { lockTask, requireTaskLease } from "../claim/lock-task.ts";
import { deriveStatus } from "../items/derive-status.ts";
import { claimNextPayload } from "./next-payload.ts";
import type { LeaveTaskAnswer } from "./park-task.ts";

const atRow = z.strictObject({ at: z.date() });

/**
 * Returns a task to the queue for another annotator, with a reason. This person gets no further copy of the item unless
 * a lead assigns one to them. The person's text is kept. Idempotent.
 */
export async function skipTask(
  actor: Actor,
  taskId: string,
  request: { fence: number; reason: string },
): Promise<LeaveTaskAnswer> {
  const userId = requirePerson(actor);
  const { task, savedAt } = await withTx(async (client) => {
    const lockedTask = await lockTask(client, actor, "annotation.work", taskId);
    const earlierSkip = await maybeRow(
      client,
      atRow,
      sql`SELECT at FROM annotation_seen WHERE item_id = ${lockedTask.itemId} AND user_id = ${userId} AND how = 'skipped'`,
    );
    if (earlierSkip && lockedTask.holderId !== userId) {
      return { task: lockedTask, savedAt: earlierSkip.at.toISOString() };
    }
    requireTaskLease(lockedTask, userId, request.fence);
    if (lockedTask.isTraining) throw new AppError("invalid", "Training items cannot be skipped.", "reason");
    const row = await oneRow(
      client,
      atRow,
      sql`INSERT INTO annotation_seen (item_id, user_id, how, reason)
       VALUES (${lockedTask.itemId}, ${userId}, 'skipped', ${request.reason})
       ON CONFLICT (item_id, user_id) DO UPDATE SET how = 'skipped', reason = excluded.reason, at = clock_timestamp()
       RETURNING at`,
    );
    await releaseCopies(client, [taskId]);
    await deriveStatus(client, {
      id: lockedTask.itemId,
      auditRandom: lockedTask.item.auditRandom,
      reviewShareUntouched: lockedTask.settings.reviewShareUntouched,
    });
    await recordAudit(client, {
      actorId: userId,
      projectId: lockedTask.projectId,
      action: "annotation.skip",
      subjectType: "annotation-item",
      subjectId: lockedTask.itemId,
      after: { taskId },
      reason: request.reason,
    });
    return { task: lockedTask, savedAt: row.at.toISOString() };
  });
  const receipt: VerdictReceipt = { taskId, revisionId: task.headId, verdict: "skipped", savedAt };
  return { receipt, next: await claimNextPayload(actor, task, taskId) };
}
