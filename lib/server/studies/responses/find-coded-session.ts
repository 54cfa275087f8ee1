import * as z from "zod";
import { normaliseCode } from "@/lib/domain/survey/completion-code.ts";
import type { SessionPayment } from "@/lib/domain/survey/studies/study-rows.ts";
import { type Actor, can } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { isId } from "../study-where.ts";
import { recordIdentityView } from "./record-identity-view.ts";

const idRow = z.strictObject({ id: z.string() });
const studyRow = idRow.extend({ project_id: z.string() });

/**
 * The ID of the session of a study with a completion code, in any notation. Throws an error at the field `code` for an
 * unknown code. A code identifies a person's answers and can withdraw them. It is therefore sent in the body of a POST
 * request, never in a URL, and requires the right to read recruiters' IDs.
 */
export async function findSessionIdByCode(actor: Actor, studyId: string, written: string): Promise<string> {
  if (!isId(studyId)) throw notFoundError();
  const study = await maybeRow(
    pool(),
    studyRow,
    sql`
    SELECT id, project_id FROM study WHERE id = ${studyId}
      AND (${projectScope(actor, "identities.read")}::uuid[] IS NULL
        OR project_id = ANY (${projectScope(actor, "identities.read")}::uuid[]))
  `,
  );
  if (!study) throw notFoundError();
  const code = normaliseCode(written);
  if (!code) throw new AppError("invalid", "must be a code of twelve letters and digits", "code");
  const row = await maybeRow(
    pool(),
    idRow,
    sql`
    SELECT id FROM session WHERE study_id = ${studyId} AND completion_code = ${code}
  `,
  );
  if (!row) throw new AppError("invalid", "belongs to no session of this study", "code");
  await recordIdentityView(actor, { id: study.id, projectId: study.project_id }, "code-lookup", row.id);
  return row.id;
}

const sessionPaymentRow = z.strictObject({
  completion_code: z.string().nullable(),
  paid_at: z.date().nullable(),
  paid_by: z.string().nullable(),
  study_id: z.string(),
});

/** The code and payment of a session; null without the right to read recruiters' IDs. */
export async function loadSessionPayment(
  actor: Actor,
  projectId: string,
  sessionId: string,
): Promise<SessionPayment | null> {
  if (!can(actor, "identities.read", projectId) || !isId(sessionId)) return null;
  const row = await maybeRow(
    pool(),
    sessionPaymentRow,
    sql`
    SELECT session.completion_code, payment.paid_at, app_user.name AS paid_by, session.study_id
    FROM session JOIN study ON study.id = session.study_id
    LEFT JOIN session_payment AS payment ON payment.session_id = session.id
    LEFT JOIN app_user ON app_user.id = payment.paid_by_id
    WHERE session.id = ${sessionId} AND study.project_id = ${projectId}
  `,
  );
  if (!row) return null;
  if (row.completion_code !== null)
    await recordIdentityView(actor, { id: row.study_id, projectId }, "session-code", sessionId);
  return {
    code: row.completion_code,
    paidAt: row.paid_at,
    paidBy: row.paid_by,
    canPay: can(actor, "research.write", projectId),
    canWithdraw: can(actor, "identities.erase", projectId),
  };
}
