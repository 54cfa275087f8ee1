import * as z from "zod";
import type { AnyTaskPayload } from "./task.ts";

/** How many tasks a workspace keeps ahead of the current one, for work without a connection. */
export const tasksAhead = 24;

/** The collection, and the tasks that the workspace already has, each with its revision. */
export const aheadRequest = z.strictObject({
  collection: z.uuid(),
  have: z.array(z.strictObject({ taskId: z.uuid(), revisionId: z.uuid().nullable() })).max(100),
});
export type AheadRequest = z.infer<typeof aheadRequest>;

export interface AheadAnswer {
  /** The reserved tasks, in the order in which they are assigned. */
  order: string[];
  /** The payloads of tasks that the workspace lacks, or has with an older text. */
  payloads: AnyTaskPayload[];
}

/** The tasks ahead after a response of the server, in its order; payloads that it omits are reused. */
export function mergeAhead(known: readonly AnyTaskPayload[], answer: AheadAnswer): AnyTaskPayload[] {
  const byId = new Map([...known, ...answer.payloads].map((payload) => [payload.task.id, payload]));
  return answer.order.flatMap((id) => byId.get(id) ?? []);
}
