import type { PoolClient } from "pg";
import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows, rowCountOf } from "../../lib/server/platform/database/rows.ts";
import { readStudyFrame } from "../../lib/server/studies/parity/study-frame.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";

/** Answers written by one statement. */
const pieceSize = 250_000;

/**
 * A study of 140 items, twenty about each of seven stories, under Street's conditions with the given number of answers,
 * one per session, written in batches: every fiftieth session surplus, every hundredth answer excluded, every tenth in
 * the pilot. The counters include the written rows.
 *
 * @param told called with the number of written answers
 */
export async function makeAnswers(answers: number, told: (written: number) => void = () => {}): Promise<MadeStudy> {
  const study = await makeStudy({ lines: itemLines(), design: { perStratumItem: 8 } });
  const client = await pool().connect();
  try {
    // Rows that fit by themselves need neither triggers nor a look at the tables that they point to.
    await client.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica",
    );
    await client.query("SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'");
    await client.query(
      `CREATE TEMP TABLE placed AS SELECT row_number() OVER (ORDER BY placement.id) - 1 AS number, placement.id,
         placement.item_version_id, placement.condition_id, slot.stratum_id, slot.id AS slot_id
       FROM placement JOIN slot ON slot.id = placement.slot_id WHERE slot.study_id = $1`,
      [study.id],
    );
    await client.query("ANALYZE placed");
    await client.query("CREATE TEMP TABLE written (LIKE cell_count)");
    await withoutIndexes(client, ["session", "response", "exclusion"], async () => {
      for (let first = 1; first <= answers; first += pieceSize) {
        const last = Math.min(answers, first + pieceSize - 1);
        await client.query(onePiece, [study.id, `${study.slug}/`, study.protocolVersionId, first, last]);
        told(last);
      }
    });
    await client.query(
      `INSERT INTO cell_count (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
         answer_key, count, sum_ms, sum_squared_ms)
       SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key, sum(count),
         sum(sum_ms), sum(sum_squared_ms)
       FROM written GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
    );
    await client.query("ANALYZE session, response, exclusion, cell_count");
  } finally {
    client.release(true);
  }
  return study;
}

/** Items divided as those of Street et al.: mental states and facts of the same five levels. */
async function* itemLines(): AsyncGenerator<string> {
  for (let number = 0; number < 140; number += 1) {
    const story = number % 7;
    const ofStory = Math.floor(number / 7);
    const level = 2 + (ofStory % 5);
    const isTom = Math.floor(ofStory / 5) % 2 === 0;
    yield JSON.stringify({
      id: `item-${number}`,
      kind: "true-false",
      story: {
        id: `story-${story}`,
        title: `Story ${story}`,
        text: `Ana told Ben the number ${story}, and Carl heard of it from Ben while Dora stood at the door. `.repeat(
          8,
        ),
      },
      text: `Ben knows that Ana told somebody the number ${number}.`,
      gold: ofStory >= 10,
      attributes: { type: isTom ? "tom" : "factual", ...(isTom ? { order: level } : { level }) },
    });
  }
}

/** Sessions from $4 to $5 with their answers, exclusions and counts. */
const onePiece = `
  WITH person AS (
    SELECT person.nth, placed.stratum_id, placed.slot_id
    FROM generate_series($4::int, $5::int) AS person (nth)
    JOIN placed ON placed.number = person.nth % (SELECT count(*) FROM placed)
  ), made AS (
    INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, stratum_id, slot_id, outcome, is_surplus)
    SELECT uuidv7(), $2 || nth, $1::uuid, $3::uuid, (CASE WHEN nth % 10 = 0 THEN 'pilot' ELSE 'main' END)::stage,
      stratum_id, slot_id, 'complete', nth % 50 = 0
    FROM person RETURNING id, study_id, stage, stratum_id, slot_id, is_surplus
  ), answered AS (
    INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, condition_id, stratum_id,
      position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms)
    SELECT uuidv7(), made.id, made.study_id, made.stage, placed.id, placed.item_version_id, placed.condition_id,
      made.stratum_id, 0, 4, jsonb_build_object('choice', said.key), said.key, '', '', '', (2000 + random() * 9000)::int
    FROM made JOIN placed ON placed.slot_id = made.slot_id
    CROSS JOIN LATERAL (SELECT CASE WHEN hashtext(made.id::text) % 3 = 0 THEN 'false' ELSE 'true' END AS key) AS said
    RETURNING id, session_id, study_id, item_version_id, condition_id, answer_key, elapsed_ms, saved_at
  ), marked AS (
    INSERT INTO exclusion (id, response_id, study_id, answered_at, reason, created_by_id)
    SELECT uuidv7(), id, study_id, saved_at, 'too-fast', gen_random_uuid() FROM answered
    WHERE hashtext(id::text) % 100 = 0
    RETURNING response_id
  )
  INSERT INTO written (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key,
    count, sum_ms, sum_squared_ms)
  SELECT made.study_id, made.stage, answered.item_version_id, answered.condition_id, made.stratum_id, made.is_surplus,
    marked.response_id IS NOT NULL, answered.answer_key, count(*), sum(answered.elapsed_ms),
    sum(answered.elapsed_ms::numeric * answered.elapsed_ms)
  FROM answered JOIN made ON made.id = answered.session_id LEFT JOIN marked ON marked.response_id = answered.id
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;

/** Writes to tables and creates their indexes afterwards: sorting once is faster than inserting ten million times. */
async function withoutIndexes(client: PoolClient, tables: readonly string[], write: () => Promise<void>) {
  const indexes = await manyRows(
    client,
    z.strictObject({ name: z.string(), definition: z.string() }),
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await write();
  for (const { definition } of indexes) await client.query(definition);
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
         INSERT INTO model (id, project_id, name, details)
         SELECT gen_random_uuid(), $1, 'Model ' || nth,
           jsonb_build_object('family', 'Family ' || nth % 5, 'size', 1 + nth / 5 || 'B')
         FROM generate_series(1, $2::int) AS nth RETURNING id
       )
       INSERT INTO run (id, model_id, benchmark_id, source) SELECT gen_random_uuid(), id, $3, 'bench' FROM made`,
      [study.projectId, models, study.benchmarkId],
    );
    const cells = await rowCountOf(
      client,
      `CREATE TEMP TABLE cell AS SELECT (row_number() OVER () - 1)::int AS number, item_version_id, key,
         jsonb_build_object('questionOrder', levels ->> 'questionOrder', 'story', levels ->> 'story',
           'prompt', CASE WHEN levels ->> 'story' = 'story' THEN 'simplified' ELSE 'human' END) AS levels
       FROM study_item JOIN condition USING (study_id) WHERE study_id = '${study.id}'`,
    );
    await client.query("ANALYZE cell");
    await client.query(
      `INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, answer, answer_key, row_hash)
       SELECT uuidv7(), run.id, cell.item_version_id, 'prompt=' || (cell.levels ->> 'prompt') || ';' || cell.key,
         cell.levels, given.nth / $3::int, jsonb_build_object('choice', given.key), given.key, ''
       FROM run CROSS JOIN LATERAL (
         SELECT nth, nth % $3::int AS number, CASE WHEN hashtext(run.id::text || nth) % 5 = 0 THEN 'false' ELSE 'true' END AS key
         FROM generate_series(0, $2::int - 1) AS nth
       ) AS given
       JOIN cell ON cell.number = given.number
       WHERE run.benchmark_id = $1`,
      [study.benchmarkId, each, cells],
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
