import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { sql } from "../platform/database/sql.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { eraseSession, noteErasure } from "./erase-session.ts";

/**
 * Withdraws a session, before or after its end; a second time changes nothing. The slot goes back, and what it counted
 * is taken out of the counts. With `erase` the answers and the recruiter's id are removed, also of people who were
 * screened out or came when all was full and of those who withdrew before; their outcome stays. Returns how the session stands as ended now, which is not "withdrawn"
 * for one that never got as far as the study; null for an unknown token.
 */
export async function withdraw(tokenHash: string, policy: "keep" | "erase"): Promise<Outcome | null> {
  const ended = await withRawTx(async (client) => {
    // A post may be under way in another tab. Only a statement that begins after its end sees the answer that it stored.
    await client.query(sql`SELECT 1 FROM session WHERE token_hash = ${tokenHash} FOR UPDATE`);
    const { rows } = await client.query(sql`
      WITH me AS (
        SELECT id, study_id, stage, slot_id, outcome FROM session WHERE token_hash = ${tokenHash}
      ), leaving AS (
        SELECT * FROM me WHERE outcome IS NULL OR outcome = 'complete'
      ), returned AS (
        UPDATE slot SET session_id = NULL, is_done = false, available_at = '-infinity'
        FROM leaving WHERE slot.id = leaving.slot_id AND slot.session_id = leaving.id
        RETURNING slot.id
      ), left_study AS (
        UPDATE session SET outcome = 'withdrawn', ended_at = clock_timestamp()
        FROM leaving WHERE session.id = leaving.id
      ), sessions AS (
        INSERT INTO session_count AS tally (study_id, stage, key, event, shard, count)
        SELECT study_id, stage, '', happened.event, 0, happened.change
        FROM leaving, LATERAL (VALUES ('withdrawn', 1), (leaving.outcome::text, -1)) AS happened (event, change)
        WHERE happened.event IS NOT NULL
        ORDER BY happened.event
        ON CONFLICT (study_id, stage, key, event, shard) DO UPDATE SET count = tally.count + excluded.count
      ), logged AS (
        INSERT INTO assignment_event (study_id, slot_id, session_id, event)
        SELECT study_id, slot_id, id, 'withdrawn' FROM leaving WHERE slot_id IS NOT NULL
      )
      SELECT me.id, CASE WHEN EXISTS (SELECT 1 FROM leaving) THEN 'withdrawn' ELSE me.outcome::text END AS outcome FROM me
    `);
    const row = rows[0];
    if (!row) return null;
    return { ...row, erasedAt: policy === "erase" ? await eraseSession(client, row.id) : null };
  });
  if (ended?.erasedAt) await noteErasure(ended.id, ended.erasedAt);
  return ended?.outcome ?? null;
}
