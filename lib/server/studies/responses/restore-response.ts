import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockResponse } from "./lock-response.ts";

/** Takes an exclusion back. Mark and undoing both stay on record. */
export async function restoreResponse(actor: Actor, responseId: string): Promise<void> {
  const person = requirePerson(actor);
  await withTx(async (client) => {
    const response = await lockResponse(client, actor, responseId);
    if (!response.exclusion_id) throw new AppError("conflict", "This answer is not excluded.");
    await client.query("UPDATE exclusion SET revoked_at = clock_timestamp(), revoked_by_id = $2 WHERE id = $1", [
      response.exclusion_id,
      person,
    ]);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: response.project_id,
      action: "response.restore",
      subjectType: "response",
      subjectId: responseId,
      before: { reason: response.reason },
    });
  });
}
