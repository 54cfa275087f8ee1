import type { PoolClient } from "pg";
import { type Actor, requirePerson } from "../access/access.ts";
import { pool } from "../database/pool.ts";
import { sql } from "../database/sql.ts";
import { withTx } from "../database/with-transaction.ts";

/** Ends the session of one browser. */
export async function endSession(sessionId: string): Promise<void> {
  await pool().query(sql`DELETE FROM auth_session WHERE id = ${sessionId}`);
}

/** Ends all sessions of a user, effective with their next request. */
export async function endAllSessions(client: PoolClient, userId: string): Promise<void> {
  await client.query(sql`DELETE FROM auth_session WHERE user_id = ${userId}`);
  // The new version remains after the rows are deleted, so that every remaining token of an ended session is invalid.
  await client.query(sql`UPDATE app_user SET session_version = session_version + 1 WHERE id = ${userId}`);
}

/** Signs the user out of every browser, including this one. */
export async function signOutEverywhere(actor: Actor): Promise<void> {
  const userId = requirePerson(actor);
  await withTx((client) => endAllSessions(client, userId));
}

/** Deletes the rows of expired sessions. */
export async function deleteEndedSessions(): Promise<void> {
  await pool().query(
    `DELETE FROM auth_session
     WHERE expires_at < clock_timestamp() OR last_seen_at < clock_timestamp() - interval '1 day'`,
  );
}
