import type { PoolClient } from "pg";
import type { Actor } from "../access/access.ts";
import { recordAudit } from "./record-audit.ts";

/**
 * Writes down what someone changed about one thing, in the transaction that changes it. The action, as "model.update",
 * begins with what kind of thing it is; members that are undefined are left out.
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
