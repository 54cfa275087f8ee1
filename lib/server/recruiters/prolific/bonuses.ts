import { randomUUID } from "node:crypto";
import * as z from "zod";
import { formatBonusesAsCsv, readBonuses } from "@/lib/domain/survey/recruiters/prolific-draft.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { NoAnswerError, sendProlificRequest } from "./prolific-request.ts";
import { requireProlificStudy } from "./require-prolific-study.ts";

const bonusRow = z.strictObject({
  id: z.string(),
  people: z.number(),
  /** The total including fees. */
  totalCents: z.number(),
  createdAt: z.date(),
  /** When the payment was requested; null if it was not. */
  paidAt: z.date().nullable(),
});

/** Bonuses of a study that were created at Prolific in one request. */
export type BonusBatch = z.infer<typeof bonusRow>;

/** A study's bonuses, newest first; at most 100 requests. */
export function listBonuses(studyId: string): Promise<BonusBatch[]> {
  return manyRows(
    pool(),
    bonusRow,
    sql`SELECT id, people, total_cents AS "totalCents", created_at AS "createdAt", paid_at AS "paidAt"
        FROM prolific_bonus WHERE study_id = ${studyId} ORDER BY created_at DESC, id LIMIT 100`,
  );
}

const createdBonusesSchema = z.object({ id: z.string().min(1).max(200), total_amount: z.number() });

/**
 * Creates bonuses at Prolific without paying them; Prolific returns the total with its fees.
 *
 * @param remoteStudy the study's ID at Prolific
 * @param text `ID, amount` in each line
 */
export async function createBonuses(
  actor: Actor,
  studyId: string,
  { token, remoteStudy, text }: { token: string; remoteStudy: string; text: string },
): Promise<void> {
  const study = await requireProlificStudy(actor, studyId);
  const parsedBonuses = readBonuses(text);
  if ("problem" in parsedBonuses) throw new AppError("invalid", parsedBonuses.problem, "bonuses");
  const body = { study_id: remoteStudy, csv_bonuses: formatBonusesAsCsv(parsedBonuses.bonuses) };
  const { id, total_amount } = await sendProlificRequest(
    token,
    "/api/v1/submissions/bonus-payments/",
    body,
    createdBonusesSchema,
  );
  const totalCents = Math.round(total_amount);
  await withTx(async (client) => {
    await client.query(sql`
      INSERT INTO prolific_bonus (id, study_id, remote_id, people, total_cents, created_by_id)
      VALUES (${randomUUID()}, ${studyId}, ${id}, ${parsedBonuses.bonuses.length}, ${totalCents}, ${actor.userId})
    `);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.projectId,
      action: "study.set-up-bonuses",
      subjectType: "study",
      subjectId: studyId,
      after: { people: parsedBonuses.bonuses.length, totalCents },
    });
  });
}

const duePaymentRow = z.strictObject({ remote_id: z.string(), people: z.number(), total_cents: z.number() });

/**
 * Requests the payment of bonuses. Allowed only once, because a second request would pay them twice. The request is
 * recorded before it is sent; another request is allowed only after Prolific has rejected the first one.
 *
 * @throws AppError `conflict` if the payment was already requested
 */
export async function payBonuses(actor: Actor, studyId: string, bonusId: string, token: string): Promise<void> {
  const study = await requireProlificStudy(actor, studyId);
  const duePayment = await withTx(async (client) => {
    const row = await maybeRow(
      client,
      duePaymentRow,
      sql`UPDATE prolific_bonus SET paid_at = clock_timestamp()
          WHERE id = ${bonusId} AND study_id = ${studyId} AND paid_at IS NULL RETURNING remote_id, people, total_cents`,
    );
    if (!row) return null;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.projectId,
      action: "study.pay-bonuses",
      subjectType: "study",
      subjectId: studyId,
      after: { people: row.people, totalCents: row.total_cents },
    });
    return row;
  });
  if (!duePayment) {
    if (!(await listBonuses(studyId)).some(({ id }) => id === bonusId)) throw notFoundError();
    throw new AppError("conflict", "The payment of these bonuses was already requested.");
  }
  try {
    await sendProlificRequest(token, `/api/v1/bulk-bonus-payments/${duePayment.remote_id}/pay/`, {}, z.unknown());
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new AppError("unavailable", `${error.message} Check on Prolific whether the bonuses were paid.`);
    await pool().query(sql`UPDATE prolific_bonus SET paid_at = NULL WHERE id = ${bonusId}`);
    throw error;
  }
}
