import * as z from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { closeStudySql } from "../lock/end-study.ts";
import { lockEndedData } from "../lock/lock-data.ts";
import { studyIsFull } from "./study-is-full.ts";

const closedRow = z.strictObject({ project_id: z.string() });

/**
 * Closes an open study whose groups are all full, so that no more people are sent to it; running sessions may finish. A
 * study that was reopened after it was full is not closed. Of several simultaneous calls, only one closes the study and
 * writes the audit log. Its data are then locked as soon as no session is running. Returns whether this call closed it.
 */
export async function closeFullStudy(studyId: string): Promise<boolean> {
  const fullCount = await rowCountOf(pool(), sql`SELECT FROM study WHERE id = ${studyId} AND ${canBeClosed}`);
  if (fullCount === 0) return false;
  const isClosed = await withTx(async (client) => {
    // Slots may be added concurrently. Only a statement that begins after the study was locked sees all of them.
    await client.query(sql`SELECT FROM study WHERE id = ${studyId} FOR UPDATE`);
    const closedStudy = await maybeRow(
      client,
      closedRow,
      sql`
        UPDATE study SET ${closeStudySql("full", null)} WHERE id = ${studyId} AND ${canBeClosed}
        RETURNING project_id
      `,
    );
    if (!closedStudy) return false;
    await recordAudit(client, {
      actorId: null,
      projectId: closedStudy.project_id,
      action: "study.close",
      subjectType: "study",
      subjectId: studyId,
      before: { status: "open" },
      after: { status: "closed" },
      reason: "Every slot is filled.",
    });
    await client.query(sql`SELECT emit_study_event(${studyId}::uuid, 'study.full', gen_random_uuid()::text, '{}')`);
    return true;
  });
  if (isClosed) await lockEndedData(studyId);
  return isClosed;
}

const canBeClosed = fragment`study.status = 'open' AND NOT study.stays_open AND ${studyIsFull}`;
