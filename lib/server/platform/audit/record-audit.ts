import type { Prisma } from "../database/generated/client.ts";
import type { Connection } from "../database/rows.ts";
import { sql } from "../database/sql.ts";

export interface AuditEntry {
  /** Null for actions of the installation itself or the command line. */
  actorId: string | null;
  projectId?: string | null;
  /** The action, as "subject.verb": "membership.change-role". */
  action: string;
  subjectType: string;
  subjectId: string;
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
  reason?: string;
}

/** Records an action in the same transaction as the action, so that either both are stored or neither. */
export async function recordAudit(client: Connection, entry: AuditEntry): Promise<void> {
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await client.query(sql`
    INSERT INTO audit_event (actor_id, project_id, action, subject_type, subject_id, before, after, reason)
    VALUES (${entry.actorId}, ${entry.projectId ?? null}, ${entry.action}, ${entry.subjectType}, ${entry.subjectId},
      ${toJson(entry.before)}, ${toJson(entry.after)}, ${entry.reason ?? null})
  `);
}
