import * as z from "zod";
import type { Actor } from "../access/access.ts";
import { plannedPool } from "../database/pool.ts";
import { json, maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { sessionLimits } from "./session-cookie.ts";
import type { SessionClaims } from "./session-token.ts";

const preferencesSchema = z.object({ projectId: z.uuid().optional() }).catch({});

/**
 * The person behind a session that is still good, or null: the session's row is there, it is neither over nor unused for
 * too long, no one has ended this person's sessions since, and the account is not disabled.
 *
 * One statement, in SQL, because every request of the workspace begins with it.
 */
export async function readSession(claims: SessionClaims): Promise<Actor | null> {
  const row = await maybeRow(
    plannedPool(),
    sessionRow,
    sql`
    SELECT a.email, a.name, a.is_owner, a.preferences,
    s.last_seen_at < clock_timestamp() - interval '1 minute' AS is_stale,
           coalesce((SELECT json_agg(json_build_object('projectId', m.project_id, 'role', m.role))
                     FROM membership m WHERE m.user_id = a.id), '[]') AS memberships
    FROM auth_session s JOIN app_user a ON a.id = s.user_id
    WHERE s.id = ${claims.sid} AND a.id = ${claims.userId} AND a.session_version = ${claims.sessionVersion}
      AND a.disabled_at IS NULL AND s.expires_at > clock_timestamp()
      AND s.last_seen_at > clock_timestamp() - make_interval(secs => ${sessionLimits.idleSeconds})
  `,
  );
  if (!row) return null;
  if (row.is_stale) {
    await plannedPool().query(sql`UPDATE auth_session SET last_seen_at = clock_timestamp() WHERE id = ${claims.sid}`);
  }
  return {
    userId: claims.userId,
    sessionId: claims.sid,
    email: row.email,
    name: row.name,
    isOwner: row.is_owner,
    memberships: row.memberships,
    preferredProjectId: preferencesSchema.parse(row.preferences).projectId ?? null,
  };
}

const sessionRow = z.strictObject({
  email: z.string(),
  name: z.string(),
  is_owner: z.boolean(),
  preferences: json(),
  is_stale: z.boolean(),
  memberships: json<Actor["memberships"]>(),
});
