import type { PoolClient } from "pg";
import * as z from "zod";
import type { ErasureRequestLine } from "@/lib/domain/survey/studies/erasable-session.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { isId } from "../../studies/study-where.ts";
import { lockSession } from "../manage-session.ts";
import { readErasable } from "./read-erasable.ts";
import { withdrawById } from "./withdraw.ts";

/**
 * Requests the erasure of a session, which another person must decide on. A session whose erasure was already requested
 * or carried out does not change.
 *
 * @param inProject the session does not exist for the user outside this project; null for all of the user's projects
 */
export async function requestErasure(
  actor: Actor,
  sessionId: string,
  reason: string,
  inProject: string | null,
): Promise<void> {
  const person = requirePerson(actor);
  if (reason.trim() === "") throw new AppError("invalid", "must not be empty", "reason");
  await withTx(async (client) => {
    const projectId = await lockSession(client, actor, "identities.erase", sessionId);
    if (inProject !== null && projectId !== inProject) throw notFoundError();
    // Locks the project, so that its setting does not change before this request is stored.
    await client.query(sql`SELECT FROM project WHERE id = ${projectId} FOR SHARE`);
    const addedCount = await rowCountOf(
      client,
      sql`INSERT INTO erasure_request (session_id, reason, requested_by_id)
          SELECT id, ${reason.trim()}, ${person} FROM session WHERE id = ${sessionId} AND erased_at IS NULL
          ON CONFLICT (session_id) DO NOTHING`,
    );
    if (!addedCount) return;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "session.request-erasure",
      subjectType: "session",
      subjectId: sessionId,
      reason: reason.trim(),
    });
  });
}

/**
 * Confirms a request and erases the session, or declines the request. The person who made the request can do neither.
 *
 * @param inProject as in `requestErasure`
 * @throws AppError `not-found` if there is no request, `forbidden` for the person who made it
 */
export async function decideErasure(
  actor: Actor,
  sessionId: string,
  decision: "confirm" | "decline",
  inProject: string | null,
): Promise<void> {
  if (!isId(sessionId)) throw notFoundError();
  const takeRequest = async (client: PoolClient): Promise<void> => {
    const projectId = await lockSession(client, actor, "identities.erase", sessionId);
    if (inProject !== null && projectId !== inProject) throw notFoundError();
    await removeOthersRequest(client, sessionId, requirePerson(actor));
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: decision === "confirm" ? "session.erase" : "session.decline-erasure",
      subjectType: "session",
      subjectId: sessionId,
    });
  };
  if (decision === "confirm") await withdrawById(sessionId, "erase", takeRequest);
  else await withTx(takeRequest);
}

const requesterRow = z.strictObject({ requested_by_id: z.string() });

async function removeOthersRequest(client: PoolClient, sessionId: string, person: string): Promise<void> {
  const request = await maybeRow(
    client,
    requesterRow,
    sql`DELETE FROM erasure_request WHERE session_id = ${sessionId} RETURNING requested_by_id`,
  );
  if (!request) throw notFoundError();
  if (request.requested_by_id === person)
    throw new AppError("forbidden", "Another person must decide about your request.");
}

const requestRow = z.strictObject({
  session_id: z.string(),
  reason: z.string(),
  requested_by_id: z.string(),
  requested_by: z.string().nullable(),
});

/**
 * Requests that wait for a decision, newest session first, in the projects in which the user may erase.
 *
 * @param projectId only in this project; null for all of the user's projects
 */
export async function listErasureRequests(actor: Actor, projectId: string | null): Promise<ErasureRequestLine[]> {
  const scope = projectScope(actor, "identities.erase");
  const requests = await manyRows(
    pool(),
    requestRow,
    sql`
    SELECT request.session_id, request.reason, request.requested_by_id, app_user.name AS requested_by
    FROM erasure_request AS request JOIN session ON session.id = request.session_id
    JOIN study ON study.id = session.study_id LEFT JOIN app_user ON app_user.id = request.requested_by_id
    WHERE (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}::uuid[]))
      AND (${projectId}::uuid IS NULL OR study.project_id = ${projectId}::uuid)
  `,
  );
  const bySession = new Map(requests.map((request) => [request.session_id, request]));
  const sessions = await readErasable([...bySession.keys()]);
  return sessions.flatMap((session) => {
    const request = bySession.get(session.id);
    if (!request) return [];
    const { reason, requested_by: requestedBy, requested_by_id: requesterId } = request;
    return [{ session, reason, requestedBy, isOwn: requesterId === actor.userId }];
  });
}
