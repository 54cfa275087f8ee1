import type { PoolClient } from "pg";
import type { Actor } from "../access/access.ts";
import { recordAudit } from "./record-audit.ts";

/**
 * Records a user's change of one object, in the transaction of the change. The action, such as "model.update", begins
 * with the kind of the object; undefined properties are omitted.
 */
export function auditChange(
  client: PoolClient,
  actor: Actor,
  about: { projectId: string; action: `${string}.${string}`; subjectId: string },
  change: { before?: Readonly<Record<string, unknown>>; after?: Readonly<Record<string, unknown>> } = {},
): Promise<void> {
  return recordAudit(client, {
    ...about,
    actorId: actor.userId,
    subjectType: about.action.slice(0, about.action.indexOf(".")),
    ...(change.before ? { before: JSON.parse(JSON.stringify(change.before)) } : {}),
    ...(change.after ? { after: JSON.parse(JSON.stringify(change.after)) } : {}),
  });
}
