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
 * Reopens a person's own submission, with its text and a new lease. Possible until a review of the item begins, the
 * item enters a blind re-solve or is published or retired, or this person reads the models' answers to it. The verdict
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
      throw new AppError("conflict", "This task is already in review and can no longer be reopened.", "state");
    }
    if (!task.isTraining && task.item.status === "rejected") {
      throw new AppError("conflict", "This is a retired item, so the task cannot be reopened.", "state");
    }
    const unblindedCount = await rowCountOf(
      client,
      sql`SELECT FROM annotation_activity WHERE task_id = ${taskId} AND user_id = ${userId} AND unblinded_at IS NOT NULL`,
    );
    if (!task.isTraining && unblindedCount > 0) {
      throw new AppError(
        "conflict",
        "You have read the models' answers to this item, so the task can no longer be reopened.",
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
      auditRandom: task.item.auditRandom,
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
