import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withdrawForParticipant } from "../manage-session.ts";
import { requestErasure } from "./erasure-requests.ts";

const sessionRow = z.strictObject({ id: z.string(), needs_confirmation: z.boolean() });

/**
 * Withdraws the sessions that were found for a person and erases their values, each session in a separate transaction.
 * In projects that require a second person, only requests the erasure. Sessions that were already erased do not change.
 *
 * @param reason of the requests; ignored where none is needed
 * @param projectId only in this project; null for all in which the user may erase
 * @returns the number of sessions of each kind
 * @throws AppError `not-found` for a session outside these projects, `invalid` for a request without a reason
 */
export async function eraseFoundSessions(
  actor: Actor,
  sessionIds: readonly string[],
  reason: string,
  projectId: string | null,
): Promise<{ erased: number; requested: number }> {
  const sessions = [...new Set(sessionIds)];
  const rows = await manyRows(
    pool(),
    sessionRow,
    sql`SELECT session.id, erasure_needs_confirmation AS needs_confirmation FROM session
        JOIN study ON study.id = session.study_id JOIN project ON project.id = study.project_id
        WHERE session.id = ANY (${sessions}::uuid[])`,
  );
  const idsToConfirm = new Set(rows.filter((row) => row.needs_confirmation).map(({ id }) => id));
  for (const sessionId of sessions) {
    if (idsToConfirm.has(sessionId)) await requestErasure(actor, sessionId, reason, projectId);
    else await withdrawForParticipant(actor, sessionId, "erase", projectId);
  }
  return { erased: sessions.length - idsToConfirm.size, requested: idsToConfirm.size };
}
