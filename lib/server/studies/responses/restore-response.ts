import type { PoolClient } from "pg";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { fieldError } from "../read-draft.ts";
import { listResponseIds, lockResponse } from "./lock-response.ts";

/**
 * Revokes an exclusion. Both the exclusion and its revocation are kept.
 *
 * @param reason required for an exclusion by the analysis plan; the status of the plan's results is then "planned,
 * amended after data"
 */
export async function restoreResponse(actor: Actor, responseId: string, reason = ""): Promise<void> {
  const wasRestored = await withTx((client) => restoreLocked(client, actor, responseId, reason));
  if (!wasRestored) throw new AppError("conflict", "This answer is not excluded.");
}

/**
 * Revokes the exclusions of all answers of a person, all or none.
 *
 * @param reason required if the analysis plan excluded one of these answers
 * @returns the number of answers that count again
 */
export async function restorePerson(actor: Actor, sessionId: string, reason = ""): Promise<number> {
  const ids = await listResponseIds(actor, sessionId);
  return withTx(async (client) => {
    let restoredCount = 0;
    for (const id of ids) restoredCount += Number(await restoreLocked(client, actor, id, reason));
    if (restoredCount === 0) throw new AppError("conflict", "No answer of this person is excluded.");
    return restoredCount;
  });
}

/** Revokes the exclusion of a locked answer. Returns whether the answer was excluded. */
async function restoreLocked(client: PoolClient, actor: Actor, responseId: string, reason: string): Promise<boolean> {
  const person = requirePerson(actor);
  const response = await lockResponse(client, actor, responseId);
  if (!response.exclusion_id) return false;
  if (response.is_planned && reason.trim() === "")
    throw fieldError(
      "reason",
      "This answer was excluded by a rule of the analysis plan. Please give a reason for the revocation.",
    );
  await client.query(
    sql`UPDATE exclusion SET revoked_at = clock_timestamp(), revoked_by_id = ${person},
      revoke_reason = ${reason.trim()} WHERE id = ${response.exclusion_id}`,
  );
  await recordAudit(client, {
    actorId: actor.userId,
    projectId: response.project_id,
    action: "response.restore",
    subjectType: "response",
    subjectId: responseId,
    before: { reason: response.reason },
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  });
  return true;
}
