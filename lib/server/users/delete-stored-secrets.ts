import { randomBytes } from "node:crypto";
import * as z from "zod";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";

/**
 * Deletes every secret that is encrypted with a lost installation secret. Webhook secrets, addresses of events and
 * model keys must be entered again, and authenticator apps must be set up again. Every study gets a new secret for its
 * links, which is unencrypted until the next start.
 */
export async function deleteStoredSecrets(): Promise<void> {
  await withTx(async (client) => {
    await client.query("DELETE FROM recruiter_account");
    await client.query("DELETE FROM event_address");
    await client.query("DELETE FROM second_factor");
    await client.query("DELETE FROM recovery_code");
    await client.query("UPDATE model_endpoint SET encrypted_key = NULL");
    await client.query("UPDATE setting SET value = value || '{\"encryptedKey\": null}' WHERE key = 'llm-endpoint'");
    for (const { id } of await manyRows(client, z.strictObject({ id: z.string() }), "SELECT id FROM study")) {
      const secret = randomBytes(32).toString("base64url");
      await client.query(sql`UPDATE study SET entry_secret = ${secret} WHERE id = ${id}`);
    }
    await client.query("DELETE FROM setting WHERE key IN ('installation-secret', 'installation-secret-digest')");
    await recordAudit(client, {
      actorId: null,
      action: "installation.reset-secret",
      subjectType: "installation",
      subjectId: "secret",
    });
  });
}
