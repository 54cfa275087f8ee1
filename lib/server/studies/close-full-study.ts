import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * Closes an open study whose groups are all full, so that nobody is sent to it in vain; sessions under way may finish.
 * One statement: of many at once, one closes it and writes that into the audit log. Returns whether this one did.
 */
export async function closeFullStudy(studyId: string): Promise<boolean> {
  const { rowCount } = await pool().query(sql`
    WITH closed AS (
      UPDATE study SET status = 'closed', closed_at = clock_timestamp()
      WHERE id = ${studyId} AND status = 'open'
        AND EXISTS (SELECT FROM stratum WHERE study_id = ${studyId} AND NOT is_open)
        AND NOT EXISTS (
        SELECT FROM stratum JOIN slot ON slot.stratum_id = stratum.id AND NOT slot.is_done
        WHERE stratum.study_id = ${studyId} AND NOT stratum.is_open)
      RETURNING id, project_id
    )
    INSERT INTO audit_event (project_id, action, subject_type, subject_id, before, after, reason)
    SELECT project_id, 'study.close', 'study', id::text, '{"status":"open"}', '{"status":"closed"}', 'Every slot is filled.'
    FROM closed
  `);
  return rowCount === 1;
}
