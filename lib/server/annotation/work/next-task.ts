import type { NextAnswer } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { claimNext, offerNextTask, type TaskSeeker } from "../claim/claim-next.ts";
import { readQueueCounts, readTask, readTaskPayload } from "../claim/task-payload.ts";
import { findCollection } from "../collections/find-collection.ts";
import { unreadGuidelines } from "../guidelines/guidelines-gate.ts";
import { countBlocked } from "../lead/list-blocked.ts";
import { practiceGate } from "../training/practice-gate.ts";
import { claimTraining } from "../training/training.ts";

/**
 * The current task of an annotator, with its lease, and the next one; null before they have read the newest guidelines
 * and passed the practice that the collection requires. Without a collection ID, the oldest open collection that has
 * work is used; a training only if its ID is given. `after` is the task that was just left: it is neither the current
 * nor the next one, independent of pending requests for it.
 */
export async function nextTask(
  actor: Actor,
  request: { collectionId?: string | undefined; after?: string | undefined },
): Promise<NextAnswer> {
  const userId = requirePerson(actor);
  const may = hasCollectionRight(actor, "annotation.work");
  const except = request.after ?? null;
  if (request.collectionId) {
    const seeker = { userId, may, collectionId: request.collectionId, except };
    // Nearly always the requested collection has a task, so the reason for having none is determined only if needed.
    const first = await claimNext({ ...seeker, isGated: true });
    if (first !== null) return withNext({ ...seeker, except: except ?? first }, first);
    const gate = await gateOf(request.collectionId, userId);
    if (gate && (await findCollection(may, userId, request.collectionId))) return gate;
    const taskId = await claimNext(seeker);
    if (taskId !== null) return withNext({ ...seeker, except: except ?? taskId }, taskId);
  }
  const collection = await findCollection(may, userId, request.collectionId);
  if (!collection) {
    if (request.collectionId) throw notFoundError();
    return { ...nothing, counts: { open: 0, left: 0, total: 0, mine: { submitted: 0, returned: 0, parked: 0 } } };
  }
  const seeker = { userId, may, collectionId: collection.id };
  const laterGate = request.collectionId ? null : await gateOf(collection.id, userId);
  if (laterGate) return laterGate;
  if (collection.isTraining) {
    const [task, prefetch] = await claimTraining(seeker, except);
    // Everyone has separate copies in a training, so copies of others are not remaining work.
    const counts = { ...(await readQueueCounts(collection.id, userId)), left: 0 };
    return { ...nothing, task, prefetch, counts };
  }
  const taskId = request.collectionId ? null : await claimNext({ ...seeker, except });
  return withNext({ ...seeker, except: except ?? taskId }, taskId);
}

const nothing = { task: null, prefetch: null, guidelines: null, practice: null };

/**
 * The response without an item if the newest guidelines must be read or a practice must be passed first; null
 * otherwise.
 */
async function gateOf(collectionId: string, userId: string): Promise<NextAnswer | null> {
  const [guidelines, practice] = await Promise.all([
    unreadGuidelines(collectionId, userId),
    practiceGate(collectionId, userId),
  ]);
  if (guidelines === null && practice === null) return null;
  return { ...nothing, counts: await readQueueCounts(collectionId, userId), guidelines, practice };
}

/** The payload of a claimed task, and of the next task to be offered. */
async function withNext(seeker: TaskSeeker, taskId: string | null): Promise<NextAnswer> {
  const { userId, collectionId } = seeker;
  const readOffer = async () => {
    const offeredId = taskId === null ? null : await offerNextTask(seeker);
    return offeredId === null ? null : readTaskPayload(offeredId, null);
  };
  // In parallel, because each sequential round trip adds to the waiting time when many people begin at once.
  const [task, prefetch] = await Promise.all([taskId === null ? null : readTask(taskId, userId), readOffer()]);
  const counts = task?.counts ?? (await emptyCounts(collectionId, userId));
  return { ...nothing, task: task?.payload ?? null, prefetch, counts };
}

/** The counts of a collection that has no task for this person, including the copies that wait for the lead. */
async function emptyCounts(collectionId: string, userId: string): Promise<NextAnswer["counts"]> {
  const counts = await readQueueCounts(collectionId, userId);
  return counts.left === 0 ? counts : { ...counts, blocked: await countBlocked(collectionId) };
}
