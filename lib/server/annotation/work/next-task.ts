import type { NextAnswer } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { claimNext, offerNextTask, type TaskSeeker } from "../claim/claim-next.ts";
import { readQueueCounts, readTask, readTaskPayload } from "../claim/task-payload.ts";
import { findCollection } from "../collections/find-collection.ts";
import { findUnreadGuidelines } from "../guidelines/guidelines-gate.ts";
import { countBlockedCopies } from "../lead/list-blocked.ts";
import { findPracticeGate } from "../training/practice-gate.ts";
import { claimTraining } from "../training/training.ts";

/**
 * The current task of an annotator, with its lease, and the next task. Null before the annotator has read the newest
 * guidelines and passed the practice that the collection requires. Without a collection ID, the oldest open collection
 * with work is used; a training is used only if its ID is given. `after` is the task that was just left; it is never
 * returned, even if requests for it are pending.
 */
export async function claimNextTask(
  actor: Actor,
  request: { collectionId?: string | undefined; after?: string | undefined },
): Promise<NextAnswer> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  const except = request.after ?? null;
  if (request.collectionId) {
    const seeker = { userId, may: hasRight, collectionId: request.collectionId, except };
    // The requested collection nearly always has a task, so the reason for having no task is determined only if needed.
    const firstTaskId = await claimNext({ ...seeker, isGated: true });
    if (firstTaskId !== null) return buildAnswer({ ...seeker, except: except ?? firstTaskId }, firstTaskId);
    const requestedGate = await findGate(request.collectionId, userId);
    if (requestedGate && (await findCollection(hasRight, userId, request.collectionId))) return requestedGate;
    const taskId = await claimNext(seeker);
    if (taskId !== null) return buildAnswer({ ...seeker, except: except ?? taskId }, taskId);
  }
  const collection = await findCollection(hasRight, userId, request.collectionId);
  if (!collection) {
    if (request.collectionId) throw notFoundError();
    return { ...emptyAnswer, counts: { open: 0, left: 0, total: 0, mine: { submitted: 0, returned: 0, parked: 0 } } };
  }
  const seeker = { userId, may: hasRight, collectionId: collection.id };
  const laterGate = request.collectionId ? null : await findGate(collection.id, userId);
  if (laterGate) return laterGate;
  if (collection.isTraining) {
    const [task, prefetch] = await claimTraining(seeker, except);
    // In a training everyone has separate copies, so the copies of other people are not remaining work.
    const counts = { ...(await readQueueCounts(collection.id, userId)), left: 0 };
    return { ...emptyAnswer, task, prefetch, counts };
  }
  const taskId = request.collectionId ? null : await claimNext({ ...seeker, except });
  return buildAnswer({ ...seeker, except: except ?? taskId }, taskId);
}

const emptyAnswer = { task: null, prefetch: null, guidelines: null, practice: null };

/**
 * The response without an item, if the newest guidelines must be read or a practice must be passed first; otherwise
 * null.
 */
async function findGate(collectionId: string, userId: string): Promise<NextAnswer | null> {
  const [guidelines, practice] = await Promise.all([
    findUnreadGuidelines(collectionId, userId),
    findPracticeGate(collectionId, userId),
  ]);
  if (guidelines === null && practice === null) return null;
  return { ...emptyAnswer, counts: await readQueueCounts(collectionId, userId), guidelines, practice };
}

/** The payload of a claimed task, and of the next task to be offered. */
async function buildAnswer(seeker: TaskSeeker, taskId: string | null): Promise<NextAnswer> {
  const { userId, collectionId } = seeker;
  const readOffer = async () => {
    const offeredId = taskId === null ? null : await offerNextTask(seeker);
    return offeredId === null ? null : readTaskPayload(offeredId, null);
  };
  // Both are read in parallel, because sequential round trips add to the waiting time when many people begin at once.
  const [task, prefetch] = await Promise.all([taskId === null ? null : readTask(taskId, userId), readOffer()]);
  const counts = task?.counts ?? (await readCountsWithoutTask(collectionId, userId));
  return { ...emptyAnswer, task: task?.payload ?? null, prefetch, counts };
}

/** The counts of a collection that has no task for this person, including the copies that wait for the lead. */
async function readCountsWithoutTask(collectionId: string, userId: string): Promise<NextAnswer["counts"]> {
  const counts = await readQueueCounts(collectionId, userId);
  return counts.left === 0 ? counts : { ...counts, blocked: await countBlockedCopies(collectionId) };
}
