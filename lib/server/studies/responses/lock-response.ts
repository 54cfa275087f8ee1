import type { PoolClient } from "pg";
import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { isId } from "../study-where.ts";

export interface LockedResponse {
  project_id: string;
  /** The current exclusion; null if there is none. */
  exclusion_id: string | null;
  reason: string | null;
  /** Whether a rule of the plan excluded the answer. */
  is_planned: boolean;
}

const projectIdRow = z.strictObject({ project_id: z.string() });

const idRow = z.strictObject({ id: z.string() });

/**
 * The IDs of all answers of a person. Throws "not found" for users without the right to exclude them, and if there is
 * no answer.
 */
export async function listResponseIds(actor: Actor, sessionId: string): Promise<string[]> {
  if (!isId(sessionId)) throw notFoundError();
  const scope = projectScope(actor, "research.write");
  const rows = await manyRows(
    pool(),
    idRow,
    sql`SELECT response.id FROM response JOIN study ON study.id = response.study_id
     WHERE response.session_id = ${sessionId} AND (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}))
     ORDER BY response.id`,
  );
  if (rows.length === 0) throw notFoundError();
  return rows.map(({ id }) => id);
}

const markRow = z.strictObject({ id: z.string(), reason: z.string(), is_planned: z.boolean() });

/** Reads a response with its current exclusion and locks it for the rest of the transaction. */
export async function lockResponse(client: PoolClient, actor: Actor, responseId: string): Promise<LockedResponse> {
  if (!isId(responseId)) throw notFoundError();
  const lockedResponse = await maybeRow(
    client,
    projectIdRow,
    sql`SELECT study.project_id FROM response JOIN study ON study.id = response.study_id
     JOIN session ON session.id = response.session_id
     WHERE response.id = ${responseId} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
     OR study.project_id = ANY (${projectScope(actor, "research.write")})) FOR NO KEY UPDATE OF session`,
  );
  if (!lockedResponse) throw notFoundError();
  // The exclusion is read after the lock was acquired, so that a concurrent exclusion is seen.
  const currentExclusion = await maybeRow(
    client,
    markRow,
    sql`SELECT id, reason, actor = 'plan' AS is_planned FROM exclusion WHERE response_id = ${responseId}
      AND revoked_at IS NULL`,
  );
  return {
    project_id: lockedResponse.project_id,
    exclusion_id: currentExclusion?.id ?? null,
    reason: currentExclusion?.reason ?? null,
    is_planned: currentExclusion?.is_planned ?? false,
  };
}
