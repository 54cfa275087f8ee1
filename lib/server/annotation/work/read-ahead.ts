import type { AheadAnswer, AheadRequest } from "@/lib/domain/annotation/ahead.ts";
import { tasksAhead } from "@/lib/domain/annotation/ahead.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { offerTasksAhead } from "../claim/offer-tasks-ahead.ts";
import { readTaskPayload } from "../claim/task-payload.ts";

/**
 * The tasks after the current one, reserved for the minutes of a lease, so that work continues without a connection.
 * Payloads of which the caller already has the newest text are omitted. Empty for those who hold no task in the
 * collection.
 */
export async function readAhead(actor: Actor, { collection, have }: AheadRequest): Promise<AheadAnswer> {
  const seeker = {
    userId: requirePerson(actor),
    may: hasCollectionRight(actor, "annotation.work"),
    collectionId: collection,
  };
  const ahead = await offerTasksAhead(seeker, tasksAhead);
  const known = new Map(have.map(({ taskId, revisionId }) => [taskId, revisionId]));
  const payloads: TaskPayload[] = [];
  for (const { taskId, revisionId } of ahead) {
    if (known.get(taskId) === revisionId) continue;
    const payload = await readTaskPayload(taskId, null);
    if (payload) payloads.push(payload);
  }
  return { order: ahead.map(({ taskId }) => taskId), payloads };
}
