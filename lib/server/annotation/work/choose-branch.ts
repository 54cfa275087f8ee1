import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type SaveAnswer, taskStates } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { endlessDate, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notThere } from "../../platform/errors/app-error.ts";
import { lockTask, requireHolding } from "../claim/lock-task.ts";
import { leaseEndOf } from "../claim/task-payload.ts";

const revisionRow = z.strictObject({
  id: z.string(),
  sha256: z.string(),
  branch: z.string(),
  number: z.number(),
  saved_at: z.date(),
});

const stateRow = z.strictObject({ state: z.enum(taskStates), available_at: endlessDate() });

/**
 * Resolves the branches of a task: the text to keep becomes a new revision on main, and the branches there are count as
 * seen. Nothing is removed, and no one goes on with a late text of another annotator. Choosing what main says already only resolves the branches.
 */
export async function chooseBranch(
  actor: Actor,
  taskId: string,
  request: { keep: string; fence: number },
): Promise<SaveAnswer> {
  const userId = requirePerson(actor);
  return withTx(async (client) => {
    const task = await lockTask(client, actor, "annotation.work", taskId);
    requireHolding(task, userId, request.fence);
    const kept = await maybeRow(
      client,
      revisionRow,
      "SELECT id, sha256, branch, number, saved_at FROM annotation_revision WHERE id = $1 AND task_id = $2 AND (author_id = $3 OR id = $4)",
      [request.keep, taskId, userId, task.headId],
    );
    if (!kept) throw notThere();
    let head = kept;
    if (kept.id !== task.headId) {
      head = await oneRow(
        client,
        revisionRow,
        `INSERT INTO annotation_revision (id, task_id, author_id, base_id, branch, number, origin, document, sha256, fence)
         SELECT $1, task_id, $3, $4, 'main', $5, 'choose', document, sha256, $6 FROM annotation_revision WHERE id = $2
         RETURNING id, sha256, branch, number, saved_at`,
        [randomUUID(), kept.id, userId, task.headId, task.headNumber + 1, request.fence],
      );
    }
    const moved = await oneRow(
      client,
      stateRow,
      `UPDATE annotation_task SET head_id = $2, head_number = $3, late_resolved = late_branches,
         available_at = CASE WHEN state = 'leased' THEN lease_end($4::int, clock_timestamp()) ELSE available_at END,
         changed_at = clock_timestamp()
       WHERE id = $1 RETURNING state::text, available_at`,
      [taskId, head.id, kept.id === task.headId ? task.headNumber : head.number, task.settings.leaseMinutes],
    );
    await recordAudit(client, {
      actorId: userId,
      projectId: task.projectId,
      action: "annotation.choose-branch",
      subjectType: "annotation-item",
      subjectId: task.itemId,
      after: { taskId, kept: kept.branch, revisionId: head.id },
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
      leaseEndsAt: leaseEndOf(moved),
    };
  });
}
