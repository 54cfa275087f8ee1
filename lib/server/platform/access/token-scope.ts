import * as z from "zod";
import { plannedPool } from "../database/pool.ts";
import { maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { notFoundError } from "../errors/app-error.ts";
import type { Actor } from "./access.ts";

/** Whether a request contains an API token. Such a request never uses the session cookie. */
export function hasApiToken(headers: Headers): boolean {
  return headers.get("authorization") !== null;
}

const scopeRow = z.strictObject({ isInScope: z.boolean() });

/**
 * Throws for requests that a token for one study does not allow: the path names another study, an answer or a session
 * of another study, or no study at all.
 *
 * @param params the values of the path: `study` (ID or name), `response`, `session`
 */
export async function requireTokenScope(actor: Actor, params: Readonly<Record<string, unknown>>): Promise<void> {
  const studyId = actor.token?.studyId ?? null;
  if (studyId === null) return;
  const readParam = (name: string) => (typeof params[name] === "string" ? (params[name] as string) : null);
  const [study, response, session] = [readParam("study"), readParam("response"), readParam("session")];
  if (study === null) throw notFoundError();
  const row = await maybeRow(
    plannedPool(),
    scopeRow,
    sql`SELECT (id::text = lower(${study}) OR slug = ${study})
          AND (${response}::text IS NULL OR EXISTS (
            SELECT FROM response WHERE response.id::text = lower(${response}) AND response.study_id = study.id))
          AND (${session}::text IS NULL OR EXISTS (
            SELECT FROM session WHERE session.id::text = lower(${session}) AND session.study_id = study.id))
          AS "isInScope"
        FROM study WHERE id = ${studyId}`,
  );
  if (!row?.isInScope) throw notFoundError();
}
