import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { claimNext } from "../claim/claim-next.ts";
import { readTaskPayload } from "../claim/task-payload.ts";
import { claimTraining } from "../training/training.ts";

/** The task after the one that was just completed, with its lease; null if there is none. */
export async function claimNextPayload(
  actor: Actor,
  task: { collectionId: string; isTraining: boolean },
  except: string,
): Promise<TaskPayload | null> {
  const userId = requirePerson(actor);
  const seeker = { userId, may: hasCollectionRight(actor, "annotation.work"), collectionId: task.collectionId };
  if (task.isTraining) return (await claimTraining(seeker, except))[0];
  const taskId = await claimNext({ ...seeker, except });
  return taskId === null ? null : await readTaskPayload(taskId, userId);
}
