import { exclusionSchema } from "@/lib/domain/survey/studies/exclusion.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { readDraft } from "../read-draft.ts";
import { listResponseIds, lockResponse } from "./lock-response.ts";

/**
 * Excludes an answer, with a reason. The answer itself does not change, and its slot in the design stays filled.
 * Results do not include the answer until the exclusion is revoked. Of two simultaneous requests, the second is
 * rejected because the answer is already excluded.
 */
export async function excludeResponse(actor: Actor, responseId: string, input: unknown): Promise<void> {
  const excludedCount = await excludeResponses(actor, [responseId], input);
  if (excludedCount === 0) throw new AppError("conflict", "This answer is already excluded.");
}

/** Excludes all answers of a person with one reason. Returns the number of answers that were excluded now. */
export async function excludePerson(actor: Actor, sessionId: string, input: unknown): Promise<number> {
  return excludeResponses(actor, await listResponseIds(actor, sessionId), input);
}

/**
 * Excludes several answers with one reason, all or none. Answers that are already excluded do not change.
 *
 * @returns the number of answers that were excluded now
 */
export async function excludeResponses(actor: Actor, responseIds: readonly string[], input: unknown): Promise<number> {
  const person = requirePerson(actor);
  const { reason, note } = readDraft(exclusionSchema, input);
  if (responseIds.length === 0) throw new AppError("invalid", "Select at least one answer.", "response");
  return withTx(async (client) => {
    let excludedCount = 0;
    for (const responseId of [...new Set(responseIds)].sort()) {
      const response = await lockResponse(client, actor, responseId);
      if (response.exclusion_id) continue;
      await client.query(
        sql`INSERT INTO exclusion (id, response_id, reason, note, created_by_id)
        VALUES (gen_random_uuid(), ${responseId}, ${reason}, ${note.trim()}, ${person})`,
      );
      await recordAudit(client, {
        actorId: actor.userId,
        projectId: response.project_id,
        action: "response.exclude",
        subjectType: "response",
        subjectId: responseId,
        after: { reason },
        ...(note.trim() ? { reason: note.trim() } : {}),
      });
      excludedCount += 1;
    }
    return excludedCount;
  });
}
