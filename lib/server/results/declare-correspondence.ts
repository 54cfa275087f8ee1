import { type Correspondence, correspondenceSchema } from "@/lib/domain/results/correspondence.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAuditRaw } from "../platform/audit/record-audit-raw.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { amendProtocol } from "../studies/freeze-protocol.ts";
import { lockStudy } from "../studies/study-where.ts";

/** Declares which conditions of models stand beside a study's; null goes back to the default. */
export async function declareCorrespondence(
  actor: Actor,
  studyId: string,
  correspondence: Correspondence | null,
): Promise<void> {
  const declared = correspondence && correspondenceSchema.parse(correspondence);
  await withRawTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const before = await client.query("SELECT correspondence FROM study WHERE id = $1", [study.id]);
    await client.query("UPDATE study SET correspondence = $2 WHERE id = $1", [
      study.id,
      declared === null ? null : JSON.stringify(declared),
    ]);
    await amendProtocol(client, study.id, actor.userId, "The correspondence of conditions was declared anew.");
    await recordAuditRaw(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.declare-correspondence",
      subjectType: "study",
      subjectId: study.id,
      before: { correspondence: before.rows[0].correspondence },
      after: { correspondence: declared },
    });
  });
}
