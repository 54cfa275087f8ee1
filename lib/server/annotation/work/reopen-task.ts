import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { lockTask } from "../claim/lock-task.ts";
import { readTaskPayload } from "../claim/task-payload.ts";
import { deriveStatus } from "../items/derive-status.ts";

/**
 * Reopens a person's own submission, with its text and a new lease. Possible until a review of the item has begun, the
 * item is in a blind re-solve, was published or retired, or this person has read the models' answers to it. The verdict
 * is kept. Idempotent.
 */
export async function reopenTask(actor: Actor, taskId: string): Promise<{ task: TaskPayload }> {
  const userId = requirePerson(actor);
  await withTx(async (client) => {
    const task = await lockTask(client, actor, "annotation.work", taskId);
    if (task.holderId !== userId) throw notFoundError();
    if (task.verdictId === null && task.state === "leased") return;
    if (!["submitted", "done", "irreparable"].includes(task.state)) {
      throw new AppError("conflict", "This task has not been submitted.", "state");
    }
    if (!task.isTraining && (task.item.reviewStartedAt !== null || task.item.itemVersionId !== null)) {
      throw new AppError("conflict", "Its review has begun, so it cannot be reopened any more.", "state");
    }
    if (!task.isTraining && task.item.status === "rejected") {
      throw new AppError("conflict", "It was removed from the work, so it cannot be reopened.", "state");
    }
    const unblinded = await rowCountOf(
      client,
      sql`SELECT FROM annotation_activity WHERE task_id = ${taskId} AND user_id = ${userId} AND unblinded_at IS NOT NULL`,
    );
    if (!task.isTraining && unblinded > 0) {
      throw new AppError(
        "conflict",
        "You have read what models answered to this item, so it cannot be reopened any more.",
        "state",
      );
    }
    await client.query(
      sql`UPDATE annotation_task SET state = 'leased', verdict_id = NULL, changed_at = clock_timestamp(),
         available_at = lease_end(${task.settings.leaseMinutes}::int, clock_timestamp()) WHERE id = ${taskId}`,
    );
    await client.query(
      sql`UPDATE annotation_activity SET last_beat_at = clock_timestamp() WHERE task_id = ${taskId}
        AND user_id = ${userId}`,
    );
    if (task.isTraining) return;
    await deriveStatus(client, {
      id: task.itemId,
      auditDraw: task.item.auditDraw,
      reviewShareUntouched: task.settings.reviewShareUntouched,
    });
    await recordAudit(client, {
      actorId: userId,
      projectId: task.projectId,
      action: "annotation.reopen",
      subjectType: "annotation-item",
      subjectId: task.itemId,
      before: { taskId, verdictId: task.verdictId },
    });
  });
  const payload = await readTaskPayload(taskId, userId);
  if (!payload) throw notFoundError();
  return { task: payload };
}
