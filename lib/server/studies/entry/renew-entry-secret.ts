import { noSimulationLinks } from "@/lib/domain/survey/arrival-rules.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { encryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { lockStudy } from "../study-where.ts";
import { mintEntrySecret } from "./entry-signature.ts";

/**
 * Gives a study a new secret for signing links, and returns it once. Links signed with the previous secret are then
 * treated as unsigned: people who use them can still take part, but cannot open their session on another device. A
 * simulation's secret is never returned.
 */
export async function renewEntrySecret(actor: Actor, studyId: string): Promise<{ secret: string }> {
  const secret = mintEntrySecret();
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (study.stage === "simulation") throw new AppError("conflict", noSimulationLinks);
    await client.query(
      sql`UPDATE study SET entry_secret = ${await encryptStoredSecret("entry-links", secret)} WHERE id = ${studyId}`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.renew-secret",
      subjectType: "study",
      subjectId: studyId,
    });
  });
  return { secret };
}
