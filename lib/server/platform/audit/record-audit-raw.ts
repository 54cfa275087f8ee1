import type { PoolClient } from "pg";
import type { AuditEntry } from "./record-audit.ts";

/** `recordAudit` for transactions in plain SQL. */
export async function recordAuditRaw(client: PoolClient, entry: AuditEntry): Promise<void> {
  await client.query(
    `INSERT INTO audit_event (actor_id, project_id, action, subject_type, subject_id, before, after, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.actorId,
      entry.projectId ?? null,
      entry.action,
      entry.subjectType,
      entry.subjectId,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.reason ?? null,
    ],
  );
}
