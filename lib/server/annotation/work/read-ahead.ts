import type { AheadAnswer, AheadRequest } from "@/lib/domain/annotation/ahead.ts";
import { tasksAhead } from "@/lib/domain/annotation/ahead.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { offerTasksAhead } from "../claim/offer-tasks-ahead.ts";
import { readTaskPayload } from "../claim/task-payload.ts";

/**
 * The tasks after the current one, reserved for the duration of a lease, so that work continues without a connection.
 * Payloads whose newest text the caller already has are omitted. Empty if the person holds no task in the collection.
 */
export async function readTasksAhead(actor: Actor, { collection, have }: AheadRequest): Promise<AheadAnswer> {
  const seeker = {
    userId: requirePerson(actor),
    may: hasCollectionRight(actor, "annotation.work"),
    collectionId: collection,
  };
  const offers = await offerTasksAhead(seeker, tasksAhead);
  const knownRevisions = new Map(have.map(({ taskId, revisionId }) => [taskId, revisionId]));
  const payloads: TaskPayload[] = [];
  for (const { taskId, revisionId } of offers) {
    if (knownRevisions.get(taskId) === revisionId) continue;
    const payload = await readTaskPayload(taskId, null);
    if (payload) payloads.push(payload);
  }
  return { order: offers.map(({ taskId }) => taskId), payloads };
}
