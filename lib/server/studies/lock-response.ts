import type { PoolClient } from "pg";
import type { Actor } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { isId } from "./study-where.ts";

export interface LockedResponse {
  project_id: string;
  /** The mark that holds now, where there is one. */
  exclusion_id: string | null;
  reason: string | null;
}

/** A response with its present exclusion, held for the rest of the transaction. */
export async function lockResponse(client: PoolClient, actor: Actor, responseId: string): Promise<LockedResponse> {
  if (!isId(responseId)) throw notThere();
  const held = await client.query(
    // The session, not the answer: its end decides whether the answer is counted, and a withdrawal locks it first, too.
    `SELECT study.project_id FROM response JOIN study ON study.id = response.study_id
     JOIN session ON session.id = response.session_id
     WHERE response.id = $1 AND ($2::uuid[] IS NULL OR study.project_id = ANY ($2)) FOR NO KEY UPDATE OF session`,
    [responseId, projectScope(actor, "research.write")],
  );
  if (!held.rows[0]) throw notThere();
  // Read after the lock was had, so that a mark made while waiting for it is seen.
  const marks = await client.query("SELECT id, reason FROM exclusion WHERE response_id = $1 AND revoked_at IS NULL", [
    responseId,
  ]);
  return {
    project_id: held.rows[0].project_id,
    exclusion_id: marks.rows[0]?.id ?? null,
    reason: marks.rows[0]?.reason ?? null,
  };
}
