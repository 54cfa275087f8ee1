import type { PoolClient } from "pg";
import type { StudyStage } from "@/lib/domain/survey/studies/study-draft.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { encryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { mintEntrySecret } from "../entry/entry-signature.ts";
import { lockStudy } from "../study-where.ts";

/** Chooses the stage of a draft. The stage of an opened study is part of its frozen design. */
export async function setStage(actor: Actor, studyId: string, stage: StudyStage): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (study.is_frozen)
      throw new AppError(
        "conflict",
        "This study has been opened, so its stage is fixed. Duplicate it for another stage.",
      );
    await storeStage(client, studyId, stage);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.set-stage",
      subjectType: "study",
      subjectId: studyId,
      before: { stage: study.stage },
      after: { stage },
    });
  });
}

/**
 * Stores a stage. A study that becomes a simulation gets a new secret, so that existing signatures give no access to
 * it.
 */
export async function storeStage(client: PoolClient, studyId: string, stage: StudyStage): Promise<void> {
  const secret = await encryptStoredSecret("entry-links", mintEntrySecret());
  await client.query(
    sql`UPDATE study SET stage = ${stage}::stage,
       entry_secret = CASE WHEN ${stage}::stage = 'simulation' AND stage <> 'simulation'
         THEN ${secret} ELSE entry_secret END
     WHERE id = ${studyId}`,
  );
}
