import { randomUUID } from "node:crypto";
import type { CurrentSignIn } from "../../platform/auth/current-actor.ts";
import type { SessionClaims } from "../../platform/auth/session-token.ts";
import { type Connection, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { countCodeAttempt, deleteCodeAttempts, requireCode } from "./require-code.ts";

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code, and returns the claims of the session.
 *
 * @param knownBrowser the ID of a browser that has completed a sign-in to this account before
 */
export async function confirmSignIn(
  { claims, step }: Pick<CurrentSignIn, "claims" | "step">,
  code: string,
  knownBrowser: string | null,
): Promise<SessionClaims> {
  if (step !== "code") return claims;
  const { userId } = claims;
  await countCodeAttempt(userId, knownBrowser);
  const complete = await withTx(async (client) => {
    await requireCode(client, userId, code);
    return await completeSession(client, claims);
  });
  await deleteCodeAttempts(userId, knownBrowser);
  return complete;
}

/** Records that the code was entered in a session. The session gets a new ID, so an earlier cookie is invalid. */
export async function completeSession(client: Connection, claims: SessionClaims): Promise<SessionClaims> {
  const sid = randomUUID();
  const updatedCount = await rowCountOf(
    client,
    sql`UPDATE auth_session SET id = ${sid}, second_factor_at = clock_timestamp()
        WHERE id = ${claims.sid} AND user_id = ${claims.userId}`,
  );
  if (updatedCount === 0) throw new AppError("unauthenticated", "Please sign in again.");
  return { ...claims, sid };
}
