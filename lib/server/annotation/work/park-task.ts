import * as z from "zod";
import type { VerdictReceipt } from "@/lib/domain/annotation/my-work.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { lockTask, requireTaskLease } from "../claim/lock-task.ts";
import { claimNextPayload } from "./next-payload.ts";

export interface LeaveTaskAnswer {
  receipt: VerdictReceipt;
  next: TaskPayload | null;
}

const changedAtRow = z.strictObject({ changed_at: z.date() });

/** Parks a task for its holder: no one else gets the task, and it is not claimed automatically. Idempotent. */
export async function parkTask(
  actor: Actor,
  taskId: string,
  request: { fence: number; reason?: string | undefined },
): Promise<LeaveTaskAnswer> {
  const userId = requirePerson(actor);
  const { task, savedAt } = await withTx(async (client) => {
    const lockedTask = await lockTask(client, actor, "annotation.work", taskId);
    requireTaskLease(lockedTask, userId, request.fence);
    const row = await oneRow(
      client,
      changedAtRow,
      sql`UPDATE annotation_task
         SET state = 'parked', available_at = 'infinity', reason = ${request.reason?.trim() || null},
         changed_at = CASE WHEN state = 'parked' THEN changed_at ELSE clock_timestamp() END
       WHERE id = ${taskId} RETURNING changed_at`,
    );
    if (lockedTask.state !== "parked") {
      await recordAudit(client, {
        actorId: userId,
        projectId: lockedTask.projectId,
        action: "annotation.park",
        subjectType: "annotation-item",
        subjectId: lockedTask.itemId,
        after: { taskId },
        ...(request.reason ? { reason: request.reason } : {}),
      });
    }
    return { task: lockedTask, savedAt: row.changed_at.toISOString() };
  });
  const receipt: VerdictReceipt = { taskId, revisionId: task.headId, verdict: "parked", savedAt };
  return { receipt, next: await claimNextPayload(actor, task, taskId) };
}
