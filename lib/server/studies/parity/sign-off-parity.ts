import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";
import { isSignedOff } from "./count-unsigned.ts";

export const signOffSchema = z.strictObject({
  studyId: z.uuid(),
  name: requiredText(200),
  reason: requiredText(2_000),
  /** The item of one stimulus; undefined for all unsigned stimuli. */
  itemVersionId: z.uuid().optional(),
  conditionKey: boundedText(2_000).optional(),
  shownHash: boundedText(200).optional(),
});
type SignOff = z.infer<typeof signOffSchema>;

/**
 * Signs off stimuli whose content differs between models and people, with name and reason: the study may then be
 * opened, and its results name the signer. The differing answers remain excluded from tests.
 *
 * @returns the number of signed-off stimuli
 */
export async function signOffParity(actor: Actor, signOff: SignOff): Promise<number> {
  const userId = requirePerson(actor);
  const { studyId, name, reason, itemVersionId = null, conditionKey = null, shownHash = null } = signOff;
  return withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const rows = await rowCountOf(
      client,
      sql`INSERT INTO parity_sign_off (id, study_id, item_version_id, condition_key, shown_hash, name, reason, created_by_id)
       SELECT gen_random_uuid(), ${studyId}, open.*, ${name.trim()}, ${reason.trim()}, ${userId}::uuid FROM (
         SELECT DISTINCT found.item_version_id, found.condition_key, found.shown_hash
         FROM parity_stimulus AS found
         WHERE found.study_id = ${studyId} AND found.is_content AND NOT ${isSignedOff}
           AND (${itemVersionId}::uuid IS NULL OR found.item_version_id = ${itemVersionId}::uuid)
           AND (${conditionKey}::text IS NULL OR found.condition_key = ${conditionKey})
           AND (${shownHash}::text IS NULL OR found.shown_hash = ${shownHash})
       ) AS open RETURNING item_version_id, condition_key`,
    );
    if (rows === 0) throw new AppError("conflict", "This stimulus has already been signed off or no longer exists.");
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.sign-off-parity",
      subjectType: "study",
      subjectId: studyId,
      after: { name: name.trim(), stimuli: rows },
      reason: reason.trim(),
    });
    return rows;
  });
}

const nameRow = z.strictObject({ name: z.string() });

/** Revokes a sign-off; the stimulus is unsigned again. */
export async function revokeSignOff(actor: Actor, { studyId, signOffId }: { studyId: string; signOffId: string }) {
  const userId = requirePerson(actor);
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const row = await maybeRow(
      client,
      nameRow,
      sql`UPDATE parity_sign_off SET revoked_at = clock_timestamp(), revoked_by_id = ${userId}
       WHERE id = ${signOffId} AND study_id = ${studyId} AND revoked_at IS NULL RETURNING name`,
    );
    if (!row) throw new AppError("conflict", "This sign-off has already been revoked.");
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.revoke-parity-sign-off",
      subjectType: "study",
      subjectId: studyId,
      before: { name: row.name },
    });
  });
}
