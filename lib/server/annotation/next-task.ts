import type { NextAnswer } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../access.ts";
import { notThere } from "../http/app-error.ts";
import { claimNext, offerNext } from "./claim-next.ts";
import { findCollection } from "./find-collection.ts";
import { projectScope } from "./project-scope.ts";
import { readQueueCounts, readTaskPayload } from "./task-payload.ts";
import { claimTraining } from "./training.ts";

/**
 * What an annotator works on now, its lease taken, and what comes after it. Without a collection the oldest open one
 * that has work; a training only when it is asked for. `after` names the task on the screen, which cannot come next.
 */
export async function nextTask(
  actor: Actor,
  request: { collectionId?: string | undefined; after?: string | undefined },
): Promise<NextAnswer> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "annotation.work");
  const collection = await findCollection(scope, userId, request.collectionId);
  if (!collection) {
    if (request.collectionId) throw notThere();
    return {
      task: null,
      prefetch: null,
      counts: { open: 0, total: 0, mine: { submitted: 0, returned: 0, parked: 0 } },
    };
  }
  const seeker = { userId, scope, collectionId: collection.id };
  if (collection.isTraining) {
    const [task, prefetch] = await claimTraining(seeker, request.after ?? null);
    return { task, prefetch, counts: await readQueueCounts(collection.id, userId) };
  }
  const taskId = await claimNext({ ...seeker, except: request.after ?? null });
  const offeredId = taskId === null ? null : await offerNext({ ...seeker, except: request.after ?? taskId });
  const [task, prefetch, counts] = await Promise.all([
    taskId === null ? null : readTaskPayload(taskId, userId),
    offeredId === null ? null : readTaskPayload(offeredId, null),
    readQueueCounts(collection.id, userId),
  ]);
  return { task, prefetch, counts };
}
