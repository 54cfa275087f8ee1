import type { PoolClient } from "pg";
import { sql } from "../database/sql.ts";
import type { AuditEntry } from "./record-audit.ts";

/** `recordAudit` for transactions in plain SQL. */
export async function recordAuditRaw(client: PoolClient, entry: AuditEntry): Promise<void> {
  const stored = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await client.query(sql`
    INSERT INTO audit_event (actor_id, project_id, action, subject_type, subject_id, before, after, reason)
    VALUES (${entry.actorId}, ${entry.projectId ?? null}, ${entry.action}, ${entry.subjectType}, ${entry.subjectId},
      ${stored(entry.before)}, ${stored(entry.after)}, ${entry.reason ?? null})
  `);
}
