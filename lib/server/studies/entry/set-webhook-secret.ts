import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { encryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { lockStudy } from "../study-where.ts";

/**
 * Stores the secret with which a recruiter's workspace signs its webhooks, for all studies of the project, and replaces
 * the previous secret. It is never shown again.
 */
export async function setWebhookSecret(actor: Actor, studyId: string, written: string): Promise<void> {
  const secret = written.trim();
  if (secret === "" || secret.length > 500) {
    throw new AppError("invalid", "Please paste the webhook secret that Prolific shows for the workspace.", "secret");
  }
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    await client.query(
      sql`INSERT INTO recruiter_account (project_id, source, webhook_secret, changed_by_id)
       VALUES (${study.project_id}, 'prolific', ${await encryptStoredSecret("webhook", secret)}, ${actor.userId})
       ON CONFLICT (project_id, source) DO UPDATE SET webhook_secret = excluded.webhook_secret,
         changed_at = clock_timestamp(), changed_by_id = excluded.changed_by_id`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "project.set-webhook-secret",
      subjectType: "project",
      subjectId: study.project_id,
    });
  });
}
