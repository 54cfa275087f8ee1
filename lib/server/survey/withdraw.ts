import { pool } from "../database/pool.ts";
import { sql } from "../database/sql.ts";

/**
 * Withdraws a passage, before or after its end; a second time changes nothing. The place goes back, and what it counted
 * is taken out of the counts. With `erase` the answers and the recruiter's id are removed; the rows stay as
 * tombstones, so that every total still adds up. Answers false for an unknown token.
 */
export async function withdraw(tokenHash: string, policy: "keep" | "erase"): Promise<boolean> {
  const erase = policy === "erase";
  const { rows } = await pool().query(sql`
    WITH me AS (
      SELECT id, study_id, slot_id, outcome FROM session WHERE token_hash = ${tokenHash} FOR UPDATE
    ), leaving AS (
      SELECT * FROM me WHERE outcome IS NULL OR outcome = 'complete'
    ), counted AS (
      SELECT response.item_version_id, response.condition_id, response.stratum_id,
             coalesce(response.answer_key, '') AS answer_key, response.elapsed_ms
      FROM response JOIN leaving ON leaving.id = response.session_id JOIN slot ON slot.id = leaving.slot_id
      WHERE slot.session_id = leaving.id AND slot.is_done
    ), uncounted AS (
      UPDATE cell_count SET count = cell_count.count - 1, sum_ms = sum_ms - counted.elapsed_ms,
        sum_squared_ms = sum_squared_ms - counted.elapsed_ms::numeric * counted.elapsed_ms
      FROM counted, leaving
      WHERE cell_count.study_id = leaving.study_id AND cell_count.item_version_id = counted.item_version_id
        AND cell_count.condition_id = counted.condition_id AND cell_count.stratum_id = counted.stratum_id
        AND cell_count.answer_key = counted.answer_key
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
    ), passages AS (
      INSERT INTO passage_count AS passage (study_id, key, event, shard, count)
      SELECT study_id, '', happened.event, 0, happened.change
      FROM leaving, LATERAL (VALUES ('withdrawn', 1), (leaving.outcome::text, -1)) AS happened (event, change)
      WHERE happened.event IS NOT NULL
      ORDER BY happened.event
      ON CONFLICT (study_id, key, event, shard) DO UPDATE SET count = passage.count + excluded.count
    ), logged AS (
      INSERT INTO assignment_event (study_id, slot_id, session_id, event)
      SELECT study_id, slot_id, id, 'withdrawn' FROM leaving WHERE slot_id IS NOT NULL
    )
    SELECT id FROM me
  `);
  return rows.length > 0;
}
