import * as z from "zod";
import type { Actor } from "../../access/access.ts";
import { plannedPool } from "../../database/pool.ts";
import { maybeRow } from "../../database/rows.ts";
import { sql } from "../../database/sql.ts";
import { AppError } from "../../errors/app-error.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { hashUserToken } from "../token.ts";
import { isTokenRole, lowerRole, tokenPrefix, tokenRoles } from "./token-role.ts";

/** Maximum number of requests with one token per minute. */
const requestRule = { limit: 600, windowSeconds: 60 };

const tokenRow = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  study_id: z.string().nullable(),
  role: z.enum(tokenRoles),
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  user_role: z.enum(["admin", "researcher", "viewer", "reviewer", "annotator", "rater"]).nullable(),
  is_stale: z.boolean(),
});

/**
 * The person for whom a token acts, with only the rights of the token: in one project, with the token's role or the
 * person's current role there, whichever is lower. A token of a person who was removed or disabled does not work.
 *
 * @throws AppError `unauthenticated` for a token that is unknown, expired or revoked; `too-many` above the rate limit
 */
export async function actorOfApiToken(headers: Headers): Promise<Actor> {
  const [scheme = "", token = "", ...rest] = (headers.get("authorization") ?? "").split(" ");
  const row =
    scheme.toLowerCase() === "bearer" && rest.length === 0 && token.startsWith(tokenPrefix)
      ? await readToken(hashUserToken(token))
      : null;
  const userRole = row?.user_role ?? null;
  if (!row || !userRole || !isTokenRole(userRole))
    throw new AppError("unauthenticated", "This token is unknown, expired or revoked. Create one under “API tokens”.");
  await countAttempt("api-token", row.id, requestRule);
  if (row.is_stale)
    await plannedPool().query(sql`UPDATE api_token SET last_used_at = clock_timestamp() WHERE id = ${row.id}`);
  return {
    userId: row.user_id,
    sessionId: null,
    email: row.email,
    name: row.name,
    isOwner: false,
    memberships: [{ projectId: row.project_id, role: lowerRole(row.role, userRole) }],
    preferredProjectId: row.project_id,
    token: { id: row.id, studyId: row.study_id },
  };
}

async function readToken(tokenHash: string) {
  return maybeRow(
    plannedPool(),
    tokenRow,
    sql`SELECT token.id, token.project_id, token.study_id, token.role, token.user_id, person.email, person.name,
          CASE WHEN person.is_owner THEN 'admin'::role ELSE membership.role END AS user_role,
          coalesce(token.last_used_at < clock_timestamp() - interval '1 minute', true) AS is_stale
        FROM api_token AS token JOIN app_user AS person ON person.id = token.user_id
          LEFT JOIN membership ON membership.user_id = person.id AND membership.project_id = token.project_id
        WHERE token.token_hash = ${tokenHash} AND token.revoked_at IS NULL AND token.expires_at > clock_timestamp()
          AND person.disabled_at IS NULL`,
  );
}
