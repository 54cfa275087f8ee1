import * as z from "zod";
import type { Actor } from "../access/access.ts";
import { plannedPool } from "../database/pool.ts";
import { json, maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { sessionLimits } from "./session-cookie.ts";
import type { SessionClaims } from "./session-token.ts";

const preferencesSchema = z.object({ projectId: z.uuid().optional() }).catch({});

/** The next step after the password: none, entering the code of the second factor, or setting up a second factor. */
export type SignInStep = "complete" | "code" | "enrol";

/** A user and the state of their sign-in. Until the sign-in is complete, the user can only complete it. */
export interface SignInState {
  actor: Actor;
  step: SignInStep;
}

/** The setting that contains the roles whose members need a second factor; owners count as admins. */
export const secondFactorRolesKey = "second-factor-roles";

/** The user of a valid session with a complete sign-in, or null. */
export async function readSession(claims: SessionClaims): Promise<Actor | null> {
  const state = await readSignIn(claims);
  return state?.step === "complete" ? state.actor : null;
}

/**
 * The state of a session; null if the session is not valid. A session is valid if its row exists, it has not expired by
 * age or inactivity, the user's sessions have not been ended since, the account is not disabled, and the time limit for
 * the code has not passed.
 *
 * The second factor is checked here and not when a session begins, so that no way of signing in can skip it: password,
 * invitation, reset link, or a session that is older than the factor.
 *
 * This is one SQL statement, because every request of the workspace begins with it.
 */
export async function readSignIn(claims: SessionClaims): Promise<SignInState | null> {
  const row = await maybeRow(
    plannedPool(),
    sessionRow,
    sql`
    SELECT a.email, a.name, a.is_owner, a.preferences,
    s.last_seen_at < clock_timestamp() - interval '1 minute' AS is_stale,
           coalesce((SELECT json_agg(json_build_object('projectId', m.project_id, 'role', m.role))
                     FROM membership m WHERE m.user_id = a.id), '[]') AS memberships,
           CASE WHEN f.user_id IS NOT NULL THEN CASE WHEN s.second_factor_at IS NULL THEN 'code' ELSE 'complete' END
                WHEN EXISTS (
                  SELECT FROM setting WHERE key = ${secondFactorRolesKey} AND (a.is_owner AND value ? 'admin' OR EXISTS (
                    SELECT FROM membership m WHERE m.user_id = a.id AND value ? m.role::text))) THEN 'enrol'
                ELSE 'complete' END AS step
    FROM auth_session s JOIN app_user a ON a.id = s.user_id
         LEFT JOIN second_factor f ON f.user_id = a.id AND f.confirmed_at IS NOT NULL
    WHERE s.id = ${claims.sid} AND a.id = ${claims.userId} AND a.session_version = ${claims.sessionVersion}
      AND a.disabled_at IS NULL AND s.expires_at > clock_timestamp()
      AND s.last_seen_at > clock_timestamp() - make_interval(secs => ${sessionLimits.idleSeconds})
      AND (f.user_id IS NULL OR s.second_factor_at IS NOT NULL
           OR s.created_at > clock_timestamp() - make_interval(secs => ${sessionLimits.codeSeconds}))
  `,
  );
  if (!row) return null;
  if (row.is_stale) {
    await plannedPool().query(sql`UPDATE auth_session SET last_seen_at = clock_timestamp() WHERE id = ${claims.sid}`);
  }
  const actor: Actor = {
    userId: claims.userId,
    sessionId: claims.sid,
    email: row.email,
    name: row.name,
    isOwner: row.is_owner,
    memberships: row.memberships,
    preferredProjectId: preferencesSchema.parse(row.preferences).projectId ?? null,
  };
  return { actor, step: row.step };
}

const sessionRow = z.strictObject({
  email: z.string(),
  name: z.string(),
  is_owner: z.boolean(),
  preferences: json(),
  is_stale: z.boolean(),
  memberships: json<Actor["memberships"]>(),
  step: z.enum(["complete", "code", "enrol"]),
});
