import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { sql } from "../platform/database/sql.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";

/**
 * Withdraws a session, before or after its end; a second time changes nothing. The slot goes back, and what it counted
 * is taken out of the counts. With `erase` the answers and the recruiter's id are removed; the rows stay as
 * tombstones, so that every total still adds up. Returns how the session stands as ended now, which is not "withdrawn"
 * for one that never got as far as the study; null for an unknown token.
 */
export async function withdraw(tokenHash: string, policy: "keep" | "erase"): Promise<Outcome | null> {
  const erase = policy === "erase";
  return await withRawTx(async (client) => {
    // A post may be under way in another tab. Only a statement that begins after its end sees the answer that it stored.
    await client.query(sql`SELECT 1 FROM session WHERE token_hash = ${tokenHash} FOR UPDATE`);
    const { rows } = await client.query(sql`
      WITH me AS (
        SELECT id, study_id, slot_id, outcome FROM session WHERE token_hash = ${tokenHash}
      ), leaving AS (
        SELECT * FROM me WHERE outcome IS NULL OR outcome = 'complete'
      ), uncounted AS (
        INSERT INTO cell_count AS cell (study_id, item_version_id, condition_id, stratum_id, answer_key, count, sum_ms, sum_squared_ms)
        SELECT leaving.study_id, response.item_version_id, response.condition_id, response.stratum_id,
               coalesce(response.answer_key, ''), -1, -response.elapsed_ms::bigint, -response.elapsed_ms::numeric * response.elapsed_ms
        FROM response JOIN leaving ON leaving.id = response.session_id JOIN slot ON slot.id = leaving.slot_id
        WHERE slot.session_id = leaving.id AND slot.is_done
        -- In the order in which answers are counted, so that nobody waits for each other.
        ORDER BY 2, 3, 4, 5
        ON CONFLICT (study_id, item_version_id, condition_id, stratum_id, answer_key) DO UPDATE SET
          count = cell.count + excluded.count, sum_ms = cell.sum_ms + excluded.sum_ms,
          sum_squared_ms = cell.sum_squared_ms + excluded.sum_squared_ms
      ), returned AS (
        UPDATE slot SET session_id = NULL, is_done = false, available_at = '-infinity'
        FROM leaving WHERE slot.id = leaving.slot_id AND slot.session_id = leaving.id
        RETURNING slot.id
      ), left_study AS (
        UPDATE session SET outcome = 'withdrawn', ended_at = clock_timestamp(),
          erased_at = CASE WHEN ${erase}::boolean THEN clock_timestamp() END
        FROM leaving WHERE session.id = leaving.id
      ), forgotten_answers AS (
        UPDATE step_answer SET given = '{}', sha256 = ''
        FROM leaving WHERE session_id = leaving.id AND ${erase}::boolean AND key <> 'consent'
      ), forgotten_responses AS (
        UPDATE response SET answer = '{}', answer_key = NULL, sha256 = ''
        FROM leaving WHERE session_id = leaving.id AND ${erase}::boolean
      ), forgotten_identity AS (
        UPDATE entry_identity SET parameters = '{}', external_id = 'erased:' || session_id
        FROM leaving WHERE session_id = leaving.id AND ${erase}::boolean
      ), sessions AS (
        INSERT INTO session_count AS tally (study_id, key, event, shard, count)
        SELECT study_id, '', happened.event, 0, happened.change
        FROM leaving, LATERAL (VALUES ('withdrawn', 1), (leaving.outcome::text, -1)) AS happened (event, change)
        WHERE happened.event IS NOT NULL
        ORDER BY happened.event
        ON CONFLICT (study_id, key, event, shard) DO UPDATE SET count = tally.count + excluded.count
      ), logged AS (
        INSERT INTO assignment_event (study_id, slot_id, session_id, event)
        SELECT study_id, slot_id, id, 'withdrawn' FROM leaving WHERE slot_id IS NOT NULL
      )
      SELECT CASE WHEN EXISTS (SELECT 1 FROM leaving) THEN 'withdrawn' ELSE me.outcome::text END AS outcome FROM me
    `);
    return rows[0]?.outcome ?? null;
  });
}
