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
import { nextPayload } from "./next-payload.ts";
import type { LeftTaskAnswer } from "./park-task.ts";

const atRow = z.strictObject({ at: z.date() });

/**
 * Returns a task to the queue for another annotator, with a reason. This person gets no copy of the item again unless a
 * lead assigns one to them; their text is kept. Idempotent.
 */
export async function skipTask(
  actor: Actor,
  taskId: string,
  request: { fence: number; reason: string },
): Promise<LeftTaskAnswer> {
  const userId = requirePerson(actor);
  const { task, savedAt } = await withTx(async (client) => {
    const locked = await lockTask(client, actor, "annotation.work", taskId);
    const before = await maybeRow(
      client,
      atRow,
      sql`SELECT at FROM annotation_seen WHERE item_id = ${locked.itemId} AND user_id = ${userId} AND how = 'skipped'`,
    );
    if (before && locked.holderId !== userId) {
      return { task: locked, savedAt: before.at.toISOString() };
    }
    requireTaskLease(locked, userId, request.fence);
    if (locked.isTraining) throw new AppError("invalid", "A training has no one else to pass an item to.", "reason");
    const row = await oneRow(
      client,
      atRow,
      sql`INSERT INTO annotation_seen (item_id, user_id, how, reason)
       VALUES (${locked.itemId}, ${userId}, 'skipped', ${request.reason})
       ON CONFLICT (item_id, user_id) DO UPDATE SET how = 'skipped', reason = excluded.reason, at = clock_timestamp()
       RETURNING at`,
    );
    await releaseCopies(client, [taskId]);
    await deriveStatus(client, {
      id: locked.itemId,
      auditDraw: locked.item.auditDraw,
      reviewShareUntouched: locked.settings.reviewShareUntouched,
    });
    await recordAudit(client, {
      actorId: userId,
      projectId: locked.projectId,
      action: "annotation.skip",
      subjectType: "annotation-item",
      subjectId: locked.itemId,
      after: { taskId },
      reason: request.reason,
    });
    return { task: locked, savedAt: row.at.toISOString() };
  });
  const receipt: VerdictReceipt = { taskId, revisionId: task.headId, verdict: "skipped", savedAt };
  return { receipt, next: await nextPayload(actor, task, taskId) };
}
