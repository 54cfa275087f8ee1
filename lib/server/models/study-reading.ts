import { fragment, type SqlFragment } from "../platform/database/sql.ts";

/**
 * SQL: a lateral join that returns `reading`, the answer of `prediction` as a study reads it (`answer`, `answer_key`,
 * `reading_rule`): parsed by the parser version with which the study was locked, otherwise by the newest. Every query
 * of a study's model answers reads `reading` instead of the columns of `prediction`
 * (`bin/single-implementation.test.ts`).
 *
 * @param study the study's ID, or SQL of it
 */
export function studyReading(study: string | SqlFragment): SqlFragment {
  return fragment`CROSS JOIN LATERAL (
    SELECT CASE WHEN kept.is_kept THEN kept.answer ELSE prediction.answer END AS answer,
      CASE WHEN kept.is_kept THEN kept.answer_key ELSE prediction.answer_key END AS answer_key,
      CASE WHEN kept.is_kept THEN kept.reading_rule ELSE prediction.reading_rule END AS reading_rule
    FROM (SELECT) AS one LEFT JOIN LATERAL (${lockedReading(study)}) AS kept ON true
  ) AS reading`;
}

/** SQL: the earlier reading of `prediction` that a locked study keeps; no row if the newest reading is used. */
export function lockedReading(study: string | SqlFragment): SqlFragment {
  return fragment`SELECT true AS is_kept, earlier.answer, earlier.answer_key, earlier.reading_rule FROM earlier_reading AS earlier
    WHERE earlier.prediction_id = prediction.id
      AND earlier.replaced_by > (SELECT reader_version FROM study WHERE id = ${study})
    ORDER BY earlier.replaced_by LIMIT 1`;
}
