import type { PoolClient } from "pg";
import * as z from "zod";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { type Actor, type Right, requirePerson } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { isId } from "../studies/study-where.ts";
import { needsErasureConfirmation } from "./erasure/erasure-confirmation.ts";
import { type Withdrawal, withdrawById } from "./erasure/withdraw.ts";

/**
 * Records that a session has been paid, or that it has not. Idempotent; the payment itself is made by the recruiter.
 */
export async function markPaid(actor: Actor, sessionId: string, isPaid: boolean): Promise<void> {
  const person = requirePerson(actor);
  await withTx(async (client) => {
    const projectId = await lockSession(client, actor, "research.write", sessionId);
    const rowCount = await rowCountOf(
      client,
      isPaid
        ? sql`INSERT INTO session_payment (session_id, paid_by_id) VALUES (${sessionId}, ${person})
           ON CONFLICT (session_id) DO NOTHING`
        : sql`DELETE FROM session_payment WHERE session_id = ${sessionId}`,
    );
    if (!rowCount) return;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: isPaid ? "session.mark-paid" : "session.mark-unpaid",
      subjectType: "session",
      subjectId: sessionId,
    });
  });
}

/**
 * Withdraws a session at its participant's request, for users with the right to erase: as on the participant's own
 * page, but the audit log names the user. Returns the session's outcome.
 *
 * @param inProject the session does not exist for the user outside this project; null for all of the user's projects
 * @throws AppError `conflict` for an erasure in a project that requires a second person to confirm it
 */
export async function withdrawForParticipant(
  actor: Actor,
  sessionId: string,
  policy: Withdrawal,
  inProject: string | null = null,
): Promise<Outcome | null> {
  if (!isId(sessionId)) throw notFoundError();
  return withdrawById(sessionId, policy, async (client) => {
    const projectId = await lockSession(client, actor, "identities.erase", sessionId);
    if (inProject !== null && projectId !== inProject) throw notFoundError();
    if (policy === "erase" && (await needsErasureConfirmation(client, projectId)))
      throw new AppError(
        "conflict",
        "In this project a second person must confirm an erasure. Request it in Admin > Erasure.",
      );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: policy === "erase" ? "session.erase" : "session.withdraw",
      subjectType: "session",
      subjectId: sessionId,
    });
  });
}

const projectIdRow = z.strictObject({ project_id: z.string() });

/**
 * Locks a session for the rest of the transaction and returns its project. For users without the right, the session
 * does not exist.
 */
export async function lockSession(client: PoolClient, actor: Actor, right: Right, sessionId: string): Promise<string> {
  if (!isId(sessionId)) throw notFoundError();
  const row = await maybeRow(
    client,
    projectIdRow,
    sql`SELECT study.project_id FROM session JOIN study ON study.id = session.study_id
     WHERE session.id = ${sessionId} AND (${projectScope(actor, right)}::uuid[] IS NULL
     OR study.project_id = ANY (${projectScope(actor, right)})) FOR UPDATE OF session`,
  );
  if (!row) throw notFoundError();
  return row.project_id;
}
