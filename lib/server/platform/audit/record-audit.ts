import type { Prisma } from "../database/generated/client.ts";
import type { Tx } from "../database/with-transaction.ts";

export interface AuditEntry {
  /** Null for what the installation itself or the command line does. */
  actorId: string | null;
  projectId?: string | null;
  /** What was done, as "subject.verb": "membership.change-role". */
  action: string;
  subjectType: string;
  subjectId: string;
  before?: Prisma.InputJsonValue;
  after?: Prisma.InputJsonValue;
  reason?: string;
}

/** Writes down who did what, in the transaction that does it: either both are there or neither is. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.auditEvent.create({
    data: {
      actorId: entry.actorId,
      projectId: entry.projectId ?? null,
      action: entry.action,
      subjectType: entry.subjectType,
      subjectId: entry.subjectId,
      ...(entry.before === undefined ? {} : { before: entry.before }),
      ...(entry.after === undefined ? {} : { after: entry.after }),
      ...(entry.reason === undefined ? {} : { reason: entry.reason }),
    },
    select: { id: true },
  });
}
