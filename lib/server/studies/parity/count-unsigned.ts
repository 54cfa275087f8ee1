import type { PoolClient } from "pg";
import { pool } from "../../platform/database/pool.ts";
import { readStudyFrame } from "./study-frame.ts";

/** SQL: whether somebody has signed for the stimulus of the finding `found` to the prediction `prediction`. */
export const isSigned = `EXISTS (
  SELECT FROM parity_sign_off AS signed
  WHERE signed.study_id = found.study_id AND signed.item_version_id = prediction.item_version_id
    AND signed.condition_key = found.condition_key AND signed.shown_hash = found.shown_hash
    AND signed.revoked_at IS NULL)`;

/** SQL: predictions of the study $1 that have not been compared under the frame $2, as `FROM … WHERE …`. */
export const uncompared = `
  FROM study_item JOIN study ON study.id = study_item.study_id
  JOIN run ON run.benchmark_id = study.benchmark_id
  JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = study_item.item_version_id
  WHERE study_item.study_id = $1 AND NOT EXISTS (
    SELECT FROM parity_finding AS known
    WHERE known.study_id = $1 AND known.prediction_id = prediction.id AND known.frame = $2)`;

/** How many models' answers have not been compared with what a study's people see as the study stands now. */
export async function countUncompared(studyId: string, client: Pick<PoolClient, "query"> = pool()): Promise<number> {
  const frame = await readStudyFrame(studyId, client);
  if (!frame) return 0;
  const { rows } = await client.query(`SELECT count(*)::int AS count ${uncompared}`, [studyId, frame.hash]);
  return rows[0].count;
}

/**
 * How many stimuli of a study models saw with other content than people and nobody has signed for, as the study stands
 * now. One item under one condition is one stimulus for all models that were shown the same.
 */
export async function countUnsignedMismatches(
  studyId: string,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<number> {
  const frame = await readStudyFrame(studyId, client);
  if (!frame) return 0;
  const { rows } = await client.query(
    `SELECT count(DISTINCT (prediction.item_version_id, found.condition_key, found.shown_hash))::int AS count
     FROM parity_finding AS found
     JOIN prediction ON prediction.id = found.prediction_id
     JOIN study_item ON study_item.study_id = found.study_id AND study_item.item_version_id = prediction.item_version_id
     WHERE found.study_id = $1 AND found.frame = $2 AND found.parity = 'mismatch' AND found.is_content AND NOT ${isSigned}`,
    [studyId, frame.hash],
  );
  return rows[0].count;
}
