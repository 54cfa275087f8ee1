import type { PoolClient } from "pg";
import * as z from "zod";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { type Connection, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";

const settingRow = z.strictObject({ is_required: z.boolean() });

/** Whether a second person must confirm each erasure that a user of a project requests. */
export async function needsErasureConfirmation(client: Connection, projectId: string): Promise<boolean> {
  const row = await maybeRow(
    client,
    settingRow,
    sql`SELECT erasure_needs_confirmation AS is_required FROM project WHERE id = ${projectId}`,
  );
  return row?.is_required ?? false;
}

/** Like `needsErasureConfirmation`, for users who may erase in the project. */
export async function getErasureConfirmation(actor: Actor, projectId: string): Promise<boolean> {
  requireRight(actor, "identities.erase", projectId);
  return needsErasureConfirmation(pool(), projectId);
}

/**
 * Sets whether a second person must confirm each erasure in a project.
 *
 * @throws AppError `conflict` if it is switched off while requests are waiting; otherwise the requester could switch it
 * off and erase
 */
export async function setErasureConfirmation(actor: Actor, projectId: string, isRequired: boolean): Promise<void> {
  requireRight(actor, "identities.erase", projectId);
  await withTx(async (client) => {
    if (!isRequired) await requireNoRequests(client, projectId);
    const changedCount = await rowCountOf(
      client,
      sql`UPDATE project SET erasure_needs_confirmation = ${isRequired}
          WHERE id = ${projectId} AND erasure_needs_confirmation <> ${isRequired}`,
    );
    if (!changedCount) return;
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "project.confirm-erasures",
      subjectType: "project",
      subjectId: projectId,
      before: { required: !isRequired },
      after: { required: isRequired },
    });
  });
}

/** Throws if requests are waiting. Locks the project, so that no request is added in the meantime. */
async function requireNoRequests(client: PoolClient, projectId: string): Promise<void> {
  await client.query(sql`SELECT FROM project WHERE id = ${projectId} FOR UPDATE`);
  const waitingCount = await rowCountOf(
    client,
    sql`SELECT FROM erasure_request JOIN session ON session.id = erasure_request.session_id
        JOIN study ON study.id = session.study_id WHERE study.project_id = ${projectId} LIMIT 1`,
  );
  if (waitingCount > 0)
    throw new AppError("conflict", "Requests for erasure are waiting. Confirm or decline them first.");
}
