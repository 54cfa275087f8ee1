import * as z from "zod";
import { sourceOfRecruiter } from "@/lib/domain/survey/recruiters/recruiter.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { allLedgerLines } from "../read-ledger.ts";
import { sendProlificRequest } from "./prolific-request.ts";
import { requireProlificStudy } from "./require-prolific-study.ts";

/** Number of submissions per request. */
const batchSize = 500;

/**
 * Approves the submissions that were finished in Parallax and await approval at Prolific, which pays them, and marks
 * their sessions as paid. Approving a submission twice has no effect, so an interrupted run can be repeated.
 *
 * @returns the number of approved submissions
 */
export async function approveSubmissions(actor: Actor, studyId: string, token: string): Promise<number> {
  const study = await requireProlificStudy(actor, studyId);
  const ledger = { study, recruiter: "prolific" as const, source: sourceOfRecruiter("prolific") };
  const dueSubmissions = await withSnapshot(async (client) => {
    const lines: { submission: string; sessionId: string }[] = [];
    for await (const { submission, sessionId } of allLedgerLines(client, ledger, "approve"))
      if (submission !== null && sessionId !== null) lines.push({ submission, sessionId });
    return lines;
  });
  if (dueSubmissions.length === 0)
    throw new AppError("conflict", "No submission awaits approval. Import Prolific’s file first.");
  for (let from = 0; from < dueSubmissions.length; from += batchSize) {
    const batch = dueSubmissions.slice(from, from + batchSize);
    const submissionIds = batch.map(({ submission }) => submission);
    await sendProlificRequest(
      token,
      "/api/v1/submissions/bulk-approve/",
      { submission_ids: submissionIds },
      z.unknown(),
    );
    await withTx(async (client) => {
      await client.query(sql`
        INSERT INTO session_payment (session_id, paid_by_id)
        SELECT id, ${actor.userId} FROM session
        WHERE study_id = ${studyId} AND id = ANY (${batch.map(({ sessionId }) => sessionId)}::uuid[])
        ON CONFLICT (session_id) DO NOTHING
      `);
      await recordAudit(client, {
        actorId: actor.userId,
        projectId: study.projectId,
        action: "study.approve-submissions",
        subjectType: "study",
        subjectId: studyId,
        after: { submissions: batch.length },
      });
    });
  }
  return dueSubmissions.length;
}
