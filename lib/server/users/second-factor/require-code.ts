import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { signInRateRules } from "../../platform/auth/sign-in.ts";
import { type Connection, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { countAttempt, deleteAttempts } from "../../platform/http/rate-limit.ts";
import { decryptSecret } from "../../platform/settings/secret-box.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";

/** The purpose under which secrets of authenticator apps are encrypted. */
export const totpPurpose = "second-factor";

/** Attempts to enter a user's codes per day, from all browsers that the user has not used before. */
const dailyRateLimit = { limit: 50, windowSeconds: 24 * 3_600 };

/** An entered code: from the app, or a recovery code. */
export const codeSchema = z.strictObject({ code: boundedText(50) });

/**
 * Counts an attempt to enter a user's code, before the code is checked. The limit for passwords applies, and a daily
 * limit that is so low that trying all codes would take years. A browser that has completed a sign-in before is counted
 * separately.
 */
export async function countCodeAttempt(userId: string, knownBrowser: string | null): Promise<void> {
  if (knownBrowser) return await countAttempt("code-browser", knownBrowser, signInRateRules);
  await countAttempt("code", userId, signInRateRules);
  await countAttempt("code-day", userId, dailyRateLimit);
}

/** Deletes the attempts of the last quarter of an hour, after a correct code. */
export async function deleteCodeAttempts(userId: string, knownBrowser: string | null): Promise<void> {
  await deleteAttempts(knownBrowser ? "code-browser" : "code", knownBrowser ?? userId);
}

const factorRow = z.strictObject({ encrypted_secret: z.string(), last_step: z.number() });

/**
 * Throws unless the code is from the app and of a later time step than the last accepted code, or is an unused recovery
 * code. Every code can be used only once: the row of the factor is locked, so the second of two requests with the same
 * code is rejected.
 *
 * @param isConfirmed false during set-up, when only codes from the app are accepted
 */
export async function requireCode(
  client: Connection,
  userId: string,
  code: string,
  { isConfirmed = true, now = new Date() }: { isConfirmed?: boolean; now?: Date } = {},
): Promise<void> {
  const factor = await maybeRow(
    client,
    factorRow,
    sql`SELECT encrypted_secret, last_step FROM second_factor
        WHERE user_id = ${userId} AND (confirmed_at IS NOT NULL) = ${isConfirmed}::boolean FOR UPDATE`,
  );
  if (!factor) throw new AppError("conflict", "No authenticator app is set up. Reload the page.");
  const digits = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    const secret = await decryptSecret(totpPurpose, factor.encrypted_secret);
    const step = secret === null ? null : findTotpStep(secret, digits, now);
    if (step === null || step <= factor.last_step) throw wrongCodeError();
    await client.query(sql`UPDATE second_factor SET last_step = ${step}::int WHERE user_id = ${userId}`);
    return;
  }
  if (!isConfirmed || !(await consumeRecoveryCode(client, userId, code))) throw wrongCodeError();
  await recordAudit(client, {
    actorId: userId,
    action: "account.use-recovery-code",
    subjectType: "account",
    subjectId: userId,
  });
}

function wrongCodeError(): AppError {
  return new AppError(
    "invalid",
    "This code is not valid. Each code works once; wait for the next code in your authenticator app.",
    "code",
  );
}
