import type { PoolClient } from "pg";
import * as z from "zod";
import { reviewDecisions } from "@/lib/domain/annotation/requests.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { type LockedTask, lockCopies, lockTask } from "../claim/lock-task.ts";
import { revokeAcceptance } from "../items/acceptance.ts";

const lastReviewRow = z.strictObject({
  id: z.string(),
  task_id: z.string(),
  decision: z.enum(reviewDecisions),
  reviewer_id: z.string(),
  is_being_solved: z.boolean(),
});

/**
 * Undoes the reviewer's own last decision on an item. The item returns to the reviewer with its previous status, its
 * copies return to the submitted state, and the decision is kept and marked as undone. Possible until the item is
 * published or enters a blind re-solve, or its annotator resumes a returned copy.
 */
export async function undoReview(actor: Actor, taskId: string): Promise<{ ok: true }> {
  const userId = requirePerson(actor);
  return withTx(async (client) => {
    await lockCopies(client, taskId);
    const task = await lockTask(client, actor, "annotation.review", taskId);
    const lastReview = await maybeRow(
      client,
      lastReviewRow,
      sql`SELECT review.id, review.task_id, review.decision, review.reviewer_id,
         EXISTS (SELECT FROM annotation_gate WHERE item_id = ${task.itemId}
         AND created_at > review.saved_at) AS is_being_solved
       FROM standing_review AS review WHERE review.item_id = ${task.itemId}
       ORDER BY review.saved_at DESC LIMIT 1`,
    );
    if (lastReview?.reviewer_id !== userId || lastReview.task_id !== taskId) throw notFoundError();
    requireUndoableReview(task, lastReview);
    await client.query(
      sql`INSERT INTO annotation_review_undo (review_id, item_id) VALUES (${lastReview.id}, ${task.itemId})`,
    );
    if (lastReview.decision === "return") await restoreSubmissions(client, taskId);
    else
      await client.query(
        sql`UPDATE annotation_task SET state = 'submitted' WHERE item_id = ${task.itemId} AND state = 'done'`,
      );
    // The reviewer's text is kept as a revision, but the submitted text is the judged text again.
    await client.query(
      sql`UPDATE annotation_task AS task SET head_id = verdict.revision_id FROM annotation_verdict AS verdict
       WHERE task.id = ${taskId} AND verdict.id = task.verdict_id AND ${lastReview.decision} = 'change'`,
    );
    await client.query(
      sql`UPDATE annotation_item SET status = 'in-review', reviewer_id = ${userId},
         review_started_at = coalesce(review_started_at, clock_timestamp()),
         review_lease_ends_at = lease_end(${task.settings.leaseMinutes}::int, clock_timestamp()),
         accepted_task_id = NULL, accepted_revision_id = NULL, accepted_at = NULL WHERE id = ${task.itemId}`,
    );
    // Reviews that were stored by earlier versions have no `item_before`.
    await client.query(
      sql`UPDATE annotation_item AS item
         SET genre = item_before ->> 'genre', knowledge_type = item_before ->> 'knowledgeType',
         flags = ARRAY(SELECT jsonb_array_elements_text(item_before -> 'flags'))
       FROM annotation_review AS review WHERE review.id = ${lastReview.id} AND item.id = review.item_id
       AND item_before IS NOT NULL`,
    );
    await revokeAcceptance(client, task.itemId);
    await recordAudit(client, {
      actorId: userId,
      projectId: task.projectId,
      action: "review.undo",
      subjectType: "annotation-item",
      subjectId: task.itemId,
      before: { taskId, decision: lastReview.decision, status: task.item.status },
    });
    return { ok: true };
  });
}

function requireUndoableReview(task: LockedTask, last: { decision: string; is_being_solved: boolean }): void {
  const refusal = (message: string) => new AppError("conflict", message, "status");
  if (task.item.itemVersionId !== null)
    throw refusal("The item is published, so the decision cannot be undone. Reopen the item instead.");
  if (last.is_being_solved) throw refusal("The item is in a blind re-solve, so the decision cannot be undone.");
  if (last.decision === "return" && task.state !== "returned")
    throw refusal("The annotator has resumed the item, so the decision cannot be undone.");
  if (last.decision !== "return" && !["accepted", "reviewed", "irreparable"].includes(task.item.status))
    throw refusal("The status of the item has changed since, so the decision cannot be undone.");
}

/** Sets a returned copy to the submitted state again. */
async function restoreSubmissions(client: PoolClient, taskId: string): Promise<void> {
  await client.query(
    sql`UPDATE annotation_task AS task SET verdict_id = verdict.id, reason = NULL, changed_at = clock_timestamp(),
       state = (CASE WHEN verdict.verdict = 'irreparable' THEN 'irreparable' ELSE 'submitted'
       END)::annotation_task_state
     FROM (SELECT id, verdict FROM annotation_verdict WHERE task_id = ${taskId} ORDER BY saved_at DESC
     LIMIT 1) AS verdict
     WHERE task.id = ${taskId}`,
  );
}
