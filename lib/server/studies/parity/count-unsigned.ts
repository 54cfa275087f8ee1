import type { PoolClient } from "pg";
import { pool } from "../../platform/database/pool.ts";

/** SQL: whether somebody has signed for the stimulus of the finding `found` to the prediction `prediction`. */
export const isSigned = `EXISTS (
  SELECT FROM parity_sign_off AS signed
  WHERE signed.study_id = found.study_id AND signed.item_version_id = prediction.item_version_id
    AND signed.condition_key = found.condition_key AND signed.shown_hash = found.shown_hash
    AND signed.revoked_at IS NULL)`;

/**
 * How many stimuli of a study models saw with other content than people and nobody has signed for. One item under one
 * condition is one stimulus for all models that were shown the same.
 */
export async function countUnsignedMismatches(
  studyId: string,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(DISTINCT (prediction.item_version_id, found.condition_key, found.shown_hash))::int AS count
     FROM parity_finding AS found
     JOIN prediction ON prediction.id = found.prediction_id
     JOIN study_item ON study_item.study_id = found.study_id AND study_item.item_version_id = prediction.item_version_id
     WHERE found.study_id = $1 AND found.parity = 'mismatch' AND found.is_content AND NOT ${isSigned}`,
    [studyId],
  );
  return rows[0].count;
}
