import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type SaveAnswer, taskStates } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { infiniteDate, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { lockTask, requireTaskLease } from "../claim/lock-task.ts";
import { leaseEndOf } from "../claim/task-payload.ts";

const revisionRow = z.strictObject({
  id: z.string(),
  sha256: z.string(),
  branch: z.string(),
  number: z.number(),
  saved_at: z.date(),
});

const stateRow = z.strictObject({ state: z.enum(taskStates), available_at: infiniteDate() });

/**
 * Resolves the branches of a task: the chosen text becomes a new revision on main, and all existing branches are marked
 * as seen. Nothing is removed, and work never continues on another annotator's late text. If the text of main is
 * chosen, the branches are only marked.
 */
export async function chooseBranch(
  actor: Actor,
  taskId: string,
  request: { keep: string; fence: number },
): Promise<SaveAnswer> {
  const userId = requirePerson(actor);
  return withTx(async (client) => {
    const task = await lockTask(client, actor, "annotation.work", taskId);
    requireTaskLease(task, userId, request.fence);
    const chosen = await maybeRow(
      client,
      revisionRow,
      sql`SELECT id, sha256, branch, number, saved_at FROM annotation_revision WHERE id = ${request.keep}
        AND task_id = ${taskId} AND (author_id = ${userId} OR id = ${task.headId})`,
    );
    if (!chosen) throw notFoundError();
    let head = chosen;
    if (chosen.id !== task.headId) {
      head = await oneRow(
        client,
        revisionRow,
        sql`INSERT INTO annotation_revision (id, task_id, author_id, base_id, branch, number, origin, document,
         sha256, fence)
         SELECT ${randomUUID()}, task_id, ${userId}, ${task.headId}, 'main', ${task.headNumber + 1}, 'choose',
         document, sha256, ${request.fence} FROM annotation_revision WHERE id = ${chosen.id}
         RETURNING id, sha256, branch, number, saved_at`,
      );
    }
    const updatedTask = await oneRow(
      client,
      stateRow,
      sql`UPDATE annotation_task
         SET head_id = ${head.id}, head_number = ${chosen.id === task.headId ? task.headNumber : head.number},
         late_resolved = late_branches,
         available_at = CASE WHEN state = 'leased' THEN lease_end(${task.settings.leaseMinutes}::int,
         clock_timestamp()) ELSE available_at END,
         changed_at = clock_timestamp()
       WHERE id = ${taskId} RETURNING state::text, available_at`,
    );
    await recordAudit(client, {
      actorId: userId,
      projectId: task.projectId,
      action: "annotation.choose-branch",
      subjectType: "annotation-item",
      subjectId: task.itemId,
      after: { taskId, kept: chosen.branch, revisionId: head.id },
    });
    return {
      receipt: {
        revisionId: head.id,
        sha256: head.sha256,
        savedAt: head.saved_at.toISOString(),
        number: head.number,
        branch: head.branch,
      },
      conflict: null,
      leaseEndsAt: leaseEndOf(updatedTask),
    };
  });
}
