import type { PoolClient } from "pg";
import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

/** SQL: whether the stimulus `found` was signed off. */
export const signedCondition = `EXISTS (
  SELECT FROM parity_sign_off AS signed
  WHERE signed.study_id = found.study_id AND signed.item_version_id = found.item_version_id
    AND signed.condition_key = found.condition_key AND signed.shown_hash = found.shown_hash
    AND signed.revoked_at IS NULL)`;

/**
 * The number of stimuli of a study whose content differs between models and people and that were not signed off, for
 * the current study and counts. One item under one condition is one stimulus for all models that were shown the same.
 */
export async function countUnsignedMismatches(
  studyId: string,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<number> {
  return countUnsigned(await readStudyFrame(studyId, client), client);
}

const unsignedRow = z.strictObject({ count: z.number() });

/** The same under a frame that is already known. */
export async function countUnsigned(
  frame: StudyFrame | null,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<number> {
  if (!frame) return 0;
  const row = await oneRow(
    client,
    unsignedRow,
    `SELECT count(DISTINCT (found.item_version_id, found.condition_key, found.shown_hash))::int AS count
     FROM parity_stimulus AS found
     JOIN prediction_tally AS tally ON tally.study_id = found.study_id AND tally.run_id = found.run_id
     WHERE found.study_id = $1 AND tally.frame = $2 AND found.is_content AND NOT ${signedCondition}`,
    [frame.studyId, frame.tallyHash],
  );
  return row.count;
}
