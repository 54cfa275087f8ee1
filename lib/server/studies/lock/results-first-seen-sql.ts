import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/** SQL: the time when someone first saw results of a study with answers, as the column `at`; null if no one has. */
export function resultsFirstSeenSql(studyId: string): SqlFragment {
  return fragment`SELECT min(at) AS at FROM audit_event WHERE subject_type = 'study' AND subject_id = ${studyId}::text
    AND action = 'study.look' AND coalesce((after ->> 'answers')::float8, 0) > 0`;
}
