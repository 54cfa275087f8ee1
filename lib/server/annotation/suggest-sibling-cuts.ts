import { type Actor, requirePerson } from "../platform/access/access.ts";
import { recordAuditRaw } from "../platform/audit/record-audit-raw.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { lockTask, requireHolding } from "./lock-task.ts";

/**
 * Tells the sibling stories of a task's item that a sentence was cut here: they are flagged, and their annotators see the
 * sentence among their findings. Nothing is changed in them. Twice is once.
 */
export async function suggestSiblingCuts(
  actor: Actor,
  taskId: string,
  request: { fence: number; siblings: readonly string[]; sentence: string },
): Promise<{ flagged: number }> {
  const userId = requirePerson(actor);
  return withRawTx(async (client) => {
    const task = await lockTask(client, actor, "annotation.work", taskId);
    requireHolding(task, userId, request.fence);
    const message = `A hint was cut from this sentence in a sibling story: ${JSON.stringify(request.sentence.slice(0, 300))}`;
    const { rows } = await client.query(
      `UPDATE annotation_item SET
         flags = CASE WHEN 'sibling-changed' = ANY(flags) THEN flags ELSE array_append(flags, 'sibling-changed') END,
         findings = findings || jsonb_build_array(jsonb_build_object('item', external_id, 'field', 'story',
           'problem', 'explicit-hint', 'message', $4::text))
       WHERE collection_id = $1 AND group_key = $2 AND external_id = ANY($3) AND id <> $5
         AND NOT findings @> jsonb_build_array(jsonb_build_object('message', $4::text))
       RETURNING id`,
      [task.collectionId, task.item.groupKey, request.siblings, message, task.itemId],
    );
    for (const { id } of rows) {
      await recordAuditRaw(client, {
        actorId: userId,
        projectId: task.projectId,
        action: "annotation.suggest-cut",
        subjectType: "annotation-item",
        subjectId: id,
        after: { from: task.itemId },
      });
    }
    return { flagged: rows.length };
  });
}
