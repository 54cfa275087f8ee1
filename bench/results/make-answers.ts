import { pool } from "../../lib/server/platform/database/pool.ts";
import { readStudyFrame } from "../../lib/server/studies/parity/study-frame.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";

/**
 * A study of 140 items under Street's conditions with so many answers, one a session, written in bulk: every fiftieth
 * session surplus, every hundredth answer excluded, every tenth in the pilot. The counters are filled as the upgrade does.
 */
export async function makeAnswers(answers: number): Promise<MadeStudy> {
  const study = await makeStudy({ items: 140, design: { perStratumItem: 8 } });
  const client = await pool().connect();
  try {
    // Rows that fit by themselves need neither triggers nor a look at the tables that they point to.
    await client.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica",
    );
    await client.query(
      `CREATE TEMP TABLE placed AS SELECT row_number() OVER (ORDER BY placement.id) - 1 AS number, placement.id,
         placement.item_version_id, placement.condition_id, slot.stratum_id, slot.id AS slot_id
       FROM placement JOIN slot ON slot.id = placement.slot_id WHERE slot.study_id = $1`,
      [study.id],
    );
    await client.query("ANALYZE placed");
    await client.query(
      `INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, stratum_id, slot_id, outcome, is_surplus)
       SELECT gen_random_uuid(), $2 || person.nth, $1, $3,
         (CASE WHEN person.nth % 10 = 0 THEN 'pilot' ELSE 'main' END)::stage, placed.stratum_id, placed.slot_id, 'complete',
         person.nth % 50 = 0
       FROM generate_series(1, $4::int) AS person (nth)
       JOIN placed ON placed.number = person.nth % (SELECT count(*) FROM placed)`,
      [study.id, `${study.slug}/`, study.protocolVersionId, answers],
    );
    await client.query("ANALYZE session");
    await client.query(
      `INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, condition_id, stratum_id,
         position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms)
       SELECT gen_random_uuid(), session.id, session.study_id, session.stage, placed.id, placed.item_version_id,
         placed.condition_id, session.stratum_id, 0, 4, jsonb_build_object('choice', said.key), said.key, '', '', '',
         (2000 + random() * 9000)::int
       FROM session JOIN placed ON placed.slot_id = session.slot_id
       CROSS JOIN LATERAL (SELECT CASE WHEN hashtext(session.id::text) % 3 = 0 THEN 'false' ELSE 'true' END AS key) AS said
       WHERE session.study_id = $1`,
      [study.id],
    );
    await client.query("ANALYZE response");
    await client.query(
      `INSERT INTO exclusion (id, response_id, reason, created_by_id)
       SELECT gen_random_uuid(), id, 'too-fast', gen_random_uuid() FROM response
       WHERE study_id = $1 AND hashtext(id::text) % 100 = 0`,
      [study.id],
    );
    await client.query(
      `INSERT INTO cell_count (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
         answer_key, count, sum_ms, sum_squared_ms)
       SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
         coalesce(answer_key, ''), count(*), sum(elapsed_ms), sum(elapsed_ms::numeric * elapsed_ms)
       FROM counted_response WHERE study_id = $1 AND is_complete AND is_newest GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
      [study.id],
    );
    await client.query("ANALYZE session, response, exclusion, cell_count");
  } finally {
    client.release(true);
  }
  return study;
}

/** So many models with so many predictions each, spread over the study's cells as repeats; all in one run a model. */
export async function makePredictions(study: MadeStudy, models: number, each: number): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica",
    );
    await client.query(
      `WITH made AS (
         INSERT INTO model (id, project_id, name) SELECT gen_random_uuid(), $1, 'Model ' || nth
         FROM generate_series(1, $2::int) AS nth RETURNING id
       )
       INSERT INTO run (id, model_id, benchmark_id, source) SELECT gen_random_uuid(), id, $3, 'bench' FROM made`,
      [study.projectId, models, study.benchmarkId],
    );
    const cells = await client.query(
      `CREATE TEMP TABLE cell AS SELECT (row_number() OVER () - 1)::int AS number, item_version_id, key,
         jsonb_build_object('questionOrder', levels ->> 'questionOrder', 'story', levels ->> 'story',
           'prompt', CASE WHEN levels ->> 'story' = 'story' THEN 'simplified' ELSE 'human' END) AS levels
       FROM study_item JOIN condition USING (study_id) WHERE study_id = '${study.id}'`,
    );
    await client.query("ANALYZE cell");
    await client.query(
      `INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, answer, answer_key, row_hash)
       SELECT gen_random_uuid(), run.id, cell.item_version_id, 'prompt=' || (cell.levels ->> 'prompt') || ';' || cell.key,
         cell.levels, given.nth / $3::int, jsonb_build_object('choice', given.key), given.key, ''
       FROM run CROSS JOIN LATERAL (
         SELECT nth, nth % $3::int AS number, CASE WHEN hashtext(run.id::text || nth) % 5 = 0 THEN 'false' ELSE 'true' END AS key
         FROM generate_series(0, $2::int - 1) AS nth
       ) AS given
       JOIN cell ON cell.number = given.number
       WHERE run.benchmark_id = $1`,
      [study.benchmarkId, each, cells.rowCount],
    );
    // What the comparison finds about an answer without a prompt; it takes minutes for a million and is another's figure.
    const frame = await readStudyFrame(study.id);
    await client.query(
      `INSERT INTO parity_finding (study_id, prediction_id, condition_key, frame, parity, is_content, shown_hash)
       SELECT $1, id, regexp_replace(condition_key, '^prompt=[^;]*;', ''), $2, 'unverified', false, '' FROM prediction`,
      [study.id, frame?.hash],
    );
    await client.query(
      `INSERT INTO prediction_change (run_id, shard, changes, answers, unparsed)
       SELECT run_id, 0, count(*), count(*), 0 FROM prediction GROUP BY run_id`,
    );
    await client.query("ANALYZE prediction, parity_finding, prediction_change, run, model");
  } finally {
    client.release(true);
  }
}
