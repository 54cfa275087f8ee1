import { randomUUID } from "node:crypto";
import * as z from "zod";
import { pool } from "../database/pool.ts";
import { maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { sessionLimits } from "./session-cookie.ts";
import type { SessionClaims } from "./session-token.ts";

const sessionVersionRow = z.strictObject({ session_version: z.number() });

/**
 * Begins a session after successful authentication; null if the account is deleted or disabled. A user with a second
 * factor can use the session only after entering the code. With `hasEnteredCode`, the code counts as entered.
 */
export async function startSession(
  userId: string,
  { hasEnteredCode = false }: { hasEnteredCode?: boolean } = {},
): Promise<SessionClaims | null> {
  const sid = randomUUID();
  const row = await maybeRow(
    pool(),
    sessionVersionRow,
    sql`WITH person AS (
       SELECT id, session_version,
              is_owner OR EXISTS (SELECT FROM membership WHERE user_id = app_user.id AND role = 'admin') AS is_admin
       FROM app_user WHERE id = ${userId} AND disabled_at IS NULL),
     begun AS (
       INSERT INTO auth_session (id, user_id, second_factor_at, expires_at)
       SELECT ${sid}, id, CASE WHEN ${hasEnteredCode}::boolean THEN clock_timestamp() END, clock_timestamp() + make_interval(secs => CASE WHEN is_admin THEN
       ${sessionLimits.adminSeconds}::float8 ELSE ${sessionLimits.longestSeconds}::float8 END) FROM person)
     SELECT session_version FROM person`,
  );
  return row ? { userId, sid, sessionVersion: row.session_version } : null;
}
