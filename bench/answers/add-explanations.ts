import { pool } from "../../lib/server/platform/database/pool.ts";

const words =
  "the story says that she knew about it because he told her before they went home and nobody else was there when the number was written down on paper box garden friend letter sister market window lamp secret";

/**
 * Adds an explanation of 12 words to each answer of a study. About one answer in 100,000 contains the word "zanzibar",
 * one in 1,000 the word "violin"; every answer contains common words.
 */
export async function addExplanations(studyId: string): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET session_replication_role = replica",
    );
    await client.query(
      `INSERT INTO step_answer (id, session_id, screen, key, given, sha256)
       SELECT gen_random_uuid(), answer.session_id, 5, 'statement-explanation',
         jsonb_build_object('explanation', text.said || CASE WHEN nth % 100000 = 0 THEN ' zanzibar' ELSE '' END
           || CASE WHEN nth % 1000 = 0 THEN ' violin' ELSE '' END), ''
       FROM (SELECT session_id, row_number() OVER () AS nth FROM response WHERE study_id = $1) AS answer
       CROSS JOIN LATERAL (
         SELECT string_agg(($2::text[])[1 + abs(hashtext(answer.session_id::text || place)) % cardinality($2::text[])], ' ') AS said
         FROM generate_series(1, 12) AS place
       ) AS text`,
      [studyId, words.split(" ")],
    );
    await client.query("ANALYZE step_answer");
  } finally {
    client.release(true);
  }
}
