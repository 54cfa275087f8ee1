import { type Actor, requireRight } from "../access/access.ts";
import { db } from "../database/client.ts";

export interface AuditLine {
  id: string;
  at: Date;
  /** Null for actions of the installation itself. */
  actorName: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/** The newest events of a project, a page at a time; `before` is the ID of the last line of the previous page. */
export async function listAudit(
  actor: Actor,
  projectId: string,
  page: { before?: bigint; size: number },
): Promise<AuditLine[]> {
  requireRight(actor, "users.manage", projectId);
  const events = await db().auditEvent.findMany({
    where: { projectId, ...(page.before === undefined ? {} : { id: { lt: page.before } }) },
    orderBy: { id: "desc" },
    take: page.size,
  });
  const ids = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))];
  const people = await db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return events.map(({ id, actorId, ...event }) => ({
    id: String(id),
    actorName: actorId === null ? null : (names.get(actorId) ?? "a person whose account was deleted"),
    at: event.at,
    action: event.action,
    subjectType: event.subjectType,
    subjectId: event.subjectId,
    before: event.before,
    after: event.after,
    reason: event.reason,
  }));
}
