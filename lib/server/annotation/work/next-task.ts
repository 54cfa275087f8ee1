import type { NextAnswer } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { notThere } from "../../platform/errors/app-error.ts";
import { allowedIn } from "../access/collection-roles.ts";
import { claimNext, offerNext, type Seeker } from "../claim/claim-next.ts";
import { readQueueCounts, readTask, readTaskPayload } from "../claim/task-payload.ts";
import { findCollection } from "../collections/find-collection.ts";
import { unreadGuidelines } from "../guidelines/guidelines-gate.ts";
import { countBlocked } from "../lead/list-blocked.ts";
import { practiceGate } from "../training/practice-gate.ts";
import { claimTraining } from "../training/training.ts";

/**
 * What an annotator works on now, its lease taken, and what comes after it; nothing before they have read the newest
 * guidelines and passed the practice that the collection asks for. Without a collection the oldest open one
 * that has work; a training only when it is asked for. `after` names the task that was just left: it
 * comes neither now nor next, whatever is still under way about it.
 */
export async function nextTask(
  actor: Actor,
  request: { collectionId?: string | undefined; after?: string | undefined },
): Promise<NextAnswer> {
  const userId = requirePerson(actor);
  const may = allowedIn(actor, "annotation.work");
  const except = request.after ?? null;
  if (request.collectionId) {
    const seeker = { userId, may, collectionId: request.collectionId, except };
    // Nearly always there is something in the collection that was asked for; why there is nothing is found out then.
    const first = await claimNext({ ...seeker, isGated: true });
    if (first !== null) return withNext({ ...seeker, except: except ?? first }, first);
    const gate = await gateOf(request.collectionId, userId);
    if (gate && (await findCollection(may, userId, request.collectionId))) return gate;
    const taskId = await claimNext(seeker);
    if (taskId !== null) return withNext({ ...seeker, except: except ?? taskId }, taskId);
  }
  const collection = await findCollection(may, userId, request.collectionId);
  if (!collection) {
    if (request.collectionId) throw notThere();
    return { ...nothing, counts: { open: 0, left: 0, total: 0, mine: { submitted: 0, returned: 0, parked: 0 } } };
  }
  const seeker = { userId, may, collectionId: collection.id };
  const laterGate = request.collectionId ? null : await gateOf(collection.id, userId);
  if (laterGate) return laterGate;
  if (collection.isTraining) {
    const [task, prefetch] = await claimTraining(seeker, except);
    // Everyone has copies of their own in a training: those of others are no work that is left.
    const counts = { ...(await readQueueCounts(collection.id, userId)), left: 0 };
    return { ...nothing, task, prefetch, counts };
  }
  const taskId = request.collectionId ? null : await claimNext({ ...seeker, except });
  return withNext({ ...seeker, except: except ?? taskId }, taskId);
}

const nothing = { task: null, prefetch: null, guidelines: null, practice: null };

/** The answer that gives no item: the newest guidelines are to be read first, or a practice to be passed. Null otherwise. */
async function gateOf(collectionId: string, userId: string): Promise<NextAnswer | null> {
  const [guidelines, practice] = await Promise.all([
    unreadGuidelines(collectionId, userId),
    practiceGate(collectionId, userId),
  ]);
  if (guidelines === null && practice === null) return null;
  return { ...nothing, counts: await readQueueCounts(collectionId, userId), guidelines, practice };
}

/** The payload of a task whose lease was taken, and of one to offer after it. */
async function withNext(seeker: Seeker, taskId: string | null): Promise<NextAnswer> {
  const { userId, collectionId } = seeker;
  const readOffer = async () => {
    const offeredId = taskId === null ? null : await offerNext(seeker);
    return offeredId === null ? null : readTaskPayload(offeredId, null);
  };
  // Side by side: fifty people who begin at once wait for every round trip that stands behind another.
  const [task, prefetch] = await Promise.all([taskId === null ? null : readTask(taskId, userId), readOffer()]);
  const counts = task?.counts ?? (await emptyCounts(collectionId, userId));
  return { ...nothing, task: task?.payload ?? null, prefetch, counts };
}

/** The counts of a collection that has no task for this person: how many copies wait for the lead is among them. */
async function emptyCounts(collectionId: string, userId: string): Promise<NextAnswer["counts"]> {
  const counts = await readQueueCounts(collectionId, userId);
  return counts.left === 0 ? counts : { ...counts, blocked: await countBlocked(collectionId) };
}
