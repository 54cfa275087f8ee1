import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";
import { deleteRehearsals } from "./delete-rehearsals.ts";

/**
 * Deletes a study that was never opened. A study that was opened cannot be deleted, because its answers are
 * append-only.
 */
export async function deleteDraft(actor: Actor, studyId: string): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (study.status !== "draft" || study.is_frozen) {
      throw new AppError("conflict", "This study has been opened, so it cannot be deleted. You can close it instead.");
    }
    await deleteRehearsals(client, studyId);
    await client.query(sql`DELETE FROM study WHERE id = ${studyId}`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.delete-draft",
      subjectType: "study",
      subjectId: studyId,
      before: { name: study.name, slug: study.slug },
    });
  });
}
