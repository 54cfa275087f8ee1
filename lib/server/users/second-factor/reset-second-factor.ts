import * as z from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { endAllSessions } from "../../platform/auth/end-session.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { deleteSecondFactor } from "./own-second-factor.ts";

/**
 * Removes the authenticator app and the recovery codes of a user who lost both, and ends the user's sessions. For the
 * operator at the command line.
 */
export async function resetSecondFactor(email: string): Promise<"reset" | "no account" | "no second factor"> {
  return await withTx(async (client) => {
    const user = await maybeRow(
      client,
      z.strictObject({ id: z.string() }),
      sql`SELECT id FROM app_user WHERE email = ${email}`,
    );
    if (!user) return "no account";
    if ((await deleteSecondFactor(client, user.id)) === 0) return "no second factor";
    await endAllSessions(client, user.id);
    await recordAudit(client, {
      actorId: null,
      action: "account.reset-second-factor",
      subjectType: "account",
      subjectId: user.id,
      reason: "command line",
    });
    return "reset";
  });
}
