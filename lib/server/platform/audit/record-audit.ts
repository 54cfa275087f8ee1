import * as z from "zod";
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

const isUuid = (text: string) => z.guid().safeParse(text).success;

/**
 * Records an action in the same transaction as the action, so that either both are stored or neither. The ID of the
 * subject is stored in lower case, as the database prints IDs, so that later queries find it however a request wrote it.
 */
export async function recordAudit(client: Connection, entry: AuditEntry): Promise<void> {
  const { subjectId } = entry;
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await client.query(sql`
    INSERT INTO audit_event (actor_id, project_id, action, subject_type, subject_id, before, after, reason)
    VALUES (${entry.actorId}, ${entry.projectId ?? null}, ${entry.action}, ${entry.subjectType}, ${isUuid(subjectId) ? subjectId.toLowerCase() : subjectId},
      ${toJson(entry.before)}, ${toJson(entry.after)}, ${entry.reason ?? null})
  `);
}
