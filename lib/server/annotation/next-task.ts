import type { NextAnswer } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { claimNext, offerNext, type Seeker } from "./claim-next.ts";
import { findCollection } from "./find-collection.ts";
import { practiceGate } from "./practice-gate.ts";
import { readQueueCounts, readTaskPayload } from "./task-payload.ts";
import { claimTraining } from "./training.ts";

/**
 * What an annotator works on now, its lease taken, and what comes after it. Without a collection the oldest open one
 * that has work; a training only when it is asked for. `after` names the task that was just left: it
 * comes neither now nor next, whatever is still under way about it.
 */
export async function nextTask(
  actor: Actor,
  request: { collectionId?: string | undefined; after?: string | undefined },
): Promise<NextAnswer> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "annotation.work");
  const except = request.after ?? null;
  // Nearly always there is something in the collection that was asked for; what it is otherwise is found out then.
  const practice = request.collectionId ? await practiceGate(request.collectionId, userId) : null;
  if (practice && request.collectionId && (await findCollection(scope, userId, request.collectionId)))
    return { task: null, prefetch: null, counts: await readQueueCounts(request.collectionId, userId), practice };
  if (request.collectionId) {
    const seeker = { userId, scope, collectionId: request.collectionId, except };
    const taskId = await claimNext(seeker);
    if (taskId !== null) return withNext({ ...seeker, except: except ?? taskId }, taskId);
  }
  const collection = await findCollection(scope, userId, request.collectionId);
  if (!collection) {
    if (request.collectionId) throw notThere();
    return {
      task: null,
      prefetch: null,
      counts: { open: 0, total: 0, mine: { submitted: 0, returned: 0, parked: 0 } },
      practice: null,
    };
  }
  const seeker = { userId, scope, collectionId: collection.id };
  if (collection.isTraining) {
    const [task, prefetch] = await claimTraining(seeker, except);
    return { task, prefetch, counts: await readQueueCounts(collection.id, userId), practice: null };
  }
  const gate = request.collectionId ? null : await practiceGate(collection.id, userId);
  if (gate) return { task: null, prefetch: null, counts: await readQueueCounts(collection.id, userId), practice: gate };
  const taskId = request.collectionId ? null : await claimNext({ ...seeker, except });
  return withNext({ ...seeker, except: except ?? taskId }, taskId);
}

/** The payload of a task whose lease was taken, and of one to offer after it. */
async function withNext(seeker: Seeker, taskId: string | null): Promise<NextAnswer> {
  const { userId, collectionId } = seeker;
  const offeredId = taskId === null ? null : await offerNext(seeker);
  const [task, prefetch, counts] = await Promise.all([
    taskId === null ? null : readTaskPayload(taskId, userId),
    offeredId === null ? null : readTaskPayload(offeredId, null),
    readQueueCounts(collectionId, userId),
  ]);
  return { task, prefetch, counts, practice: null };
}
