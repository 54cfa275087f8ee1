import { pool } from "../platform/database/pool.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { studyIsFull } from "./study-is-full.ts";

/**
 * Closes an open study whose groups are all full, so that nobody is sent to it in vain; sessions under way may finish. One
 * that somebody reopened when it was full stays open. Of many at once, one closes it and writes that into the audit log.
 * Returns whether this one did.
 */
export async function closeFullStudy(studyId: string): Promise<boolean> {
  const { rowCount } = await pool().query(sql`SELECT FROM study WHERE id = ${studyId} AND ${mayBeClosed}`);
  if (rowCount === 0) return false;
  return withRawTx(async (client) => {
    // Slots may be added at this moment. Only a statement that begins when the study is held sees all of them.
    await client.query(sql`SELECT FROM study WHERE id = ${studyId} FOR UPDATE`);
    const closing = await client.query(sql`
      WITH closed AS (
        UPDATE study SET status = 'closed', closed_at = clock_timestamp() WHERE id = ${studyId} AND ${mayBeClosed}
        RETURNING id, project_id
      )
      INSERT INTO audit_event (project_id, action, subject_type, subject_id, before, after, reason)
      SELECT project_id, 'study.close', 'study', id::text, '{"status":"open"}', '{"status":"closed"}', 'Every slot is filled.'
      FROM closed
    `);
    return closing.rowCount === 1;
  });
}

const mayBeClosed = fragment`study.status = 'open' AND NOT study.stays_open AND ${studyIsFull}`;
