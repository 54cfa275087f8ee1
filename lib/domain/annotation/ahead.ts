import * as z from "zod";
import type { AnyTaskPayload } from "./task.ts";

/** Number of tasks that a workspace loads in advance, so that people can work offline. */
export const tasksAhead = 24;

/** The collection and the tasks that the workspace already has, each with its revision. */
export const aheadRequest = z.strictObject({
  collection: z.uuid(),
  have: z.array(z.strictObject({ taskId: z.uuid(), revisionId: z.uuid().nullable() })).max(100),
});
export type AheadRequest = z.infer<typeof aheadRequest>;

export interface AheadAnswer {
  /** The reserved tasks, in the order in which they are assigned. */
  order: string[];
  /** The payloads of tasks that are missing in the workspace or have an older text there. */
  payloads: AnyTaskPayload[];
}

/**
 * Merges a response of the server with the known tasks, in the order of the response. A payload that the response omits
 * is taken from the known tasks.
 */
export function mergeTasksAhead(known: readonly AnyTaskPayload[], answer: AheadAnswer): AnyTaskPayload[] {
  const byId = new Map([...known, ...answer.payloads].map((payload) => [payload.task.id, payload]));
  return answer.order.flatMap((id) => byId.get(id) ?? []);
}
