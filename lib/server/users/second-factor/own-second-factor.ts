import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { hasPassword, requireOwnPassword } from "../../platform/auth/change-password.ts";
import type { CurrentSignIn } from "../../platform/auth/current-actor.ts";
import type { SessionClaims } from "../../platform/auth/session-token.ts";
import { pool } from "../../platform/database/pool.ts";
import { type Connection, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { decryptSecret, encryptSecret } from "../../platform/settings/secret-box.ts";
import { completeSession } from "./confirm-sign-in.ts";
import { drawQrCode, type QrCode } from "./draw-qr-code.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { countCodeAttempt, deleteCodeAttempts, requireCode, totpPurpose } from "./require-code.ts";
import { newTotpSecret, totpUri } from "./totp.ts";

const isFresh = fragment`created_at > clock_timestamp() - interval '1 hour'`;

/** The authenticator app of the current user. */
export interface OwnSecondFactor {
  /** When the app was confirmed; null during set-up. */
  confirmedAt: Date | null;
  /** The secret for the app, only during set-up. */
  setup: { key: string; uri: string; qrCode: QrCode } | null;
  recoveryCodesLeft: number;
}

const secondFactorRow = z.strictObject({
  encryptedSecret: z.string(),
  confirmedAt: z.date().nullable(),
  recoveryCodesLeft: z.number(),
});

/** A user's authenticator app; null if no app is set up. An app that is not confirmed expires after an hour. */
export async function getOwnSecondFactor({ actor, claims }: OwnSignIn): Promise<OwnSecondFactor | null> {
  const row = await maybeRow(
    pool(),
    secondFactorRow,
    sql`SELECT encrypted_secret AS "encryptedSecret", confirmed_at AS "confirmedAt",
               (SELECT count(*)::int FROM recovery_code AS code
                WHERE code.user_id = second_factor.user_id AND used_at IS NULL) AS "recoveryCodesLeft"
        FROM second_factor WHERE user_id = ${claims.userId} AND (confirmed_at IS NOT NULL OR ${isFresh})`,
  );
  if (!row) return null;
  const { encryptedSecret, ...factor } = row;
  const key = factor.confirmedAt ? null : await decryptSecret(totpPurpose, encryptedSecret);
  if (key === null) return { ...factor, setup: null };
  const uri = totpUri(key, { issuer: `Parallax ${new URL(environment().publicUrl).hostname}`, email: actor.email });
  return { ...factor, setup: { key, uri, qrCode: drawQrCode(uri) } };
}

export const setupSchema = z.strictObject({ current: boundedText(200).default("") });

/**
 * Begins the set-up of an app. First checks the user's password, if one is set, so that another person at an unattended
 * browser cannot lock the user out. Replaces an unconfirmed app; throws an error if an app is already confirmed.
 */
export async function beginSecondFactor(
  { claims, step }: OwnSignIn,
  { current }: z.infer<typeof setupSchema>,
): Promise<void> {
  requireEnteredCode(step);
  if (await hasPassword(claims.userId)) await requireOwnPassword(claims.userId, current);
  const encryptedKey = await encryptSecret(totpPurpose, newTotpSecret());
  const storedCount = await rowCountOf(
    pool(),
    sql`INSERT INTO second_factor (user_id, encrypted_secret) VALUES (${claims.userId}::uuid, ${encryptedKey})
        ON CONFLICT (user_id) DO UPDATE SET encrypted_secret = ${encryptedKey}, created_at = clock_timestamp(), last_step = 0
        WHERE second_factor.confirmed_at IS NULL`,
  );
  if (storedCount === 0) throw new AppError("conflict", "An authenticator app is already set up. Reload the page.");
}

/**
 * Confirms the app with a code: from now on every sign-in requires a code. All other sessions end, because they began
 * without one. Returns the recovery codes, which cannot be read later, and the claims of the continued session.
 */
export async function confirmSecondFactor(
  { claims, step }: OwnSignIn,
  code: string,
): Promise<{ codes: string[]; claims: SessionClaims }> {
  requireEnteredCode(step);
  const { userId } = claims;
  await countCodeAttempt(userId, null);
  const confirmation = await withTx(async (client) => {
    await requireCode(client, userId, code, { isConfirmed: false });
    const updatedCount = await rowCountOf(
      client,
      sql`UPDATE second_factor SET confirmed_at = clock_timestamp()
          WHERE user_id = ${userId} AND confirmed_at IS NULL AND ${isFresh}`,
    );
    if (updatedCount === 0)
      throw new AppError("conflict", "The set-up took longer than one hour. Set up the app again.");
    const codes = await replaceRecoveryCodes(client, userId);
    await client.query(sql`DELETE FROM auth_session WHERE user_id = ${userId} AND id <> ${claims.sid}`);
    await audit(client, userId, "account.set-up-second-factor");
    return { codes, claims: await completeSession(client, claims) };
  });
  await deleteCodeAttempts(userId, null);
  return confirmation;
}

/** Creates new recovery codes and invalidates the old codes. */
export async function renewRecoveryCodes({ claims, step }: OwnSignIn, code: string): Promise<{ codes: string[] }> {
  requireEnteredCode(step);
  const { userId } = claims;
  await countCodeAttempt(userId, null);
  const codes = await withTx(async (client) => {
    await requireCode(client, userId, code);
    await audit(client, userId, "account.renew-recovery-codes");
    return await replaceRecoveryCodes(client, userId);
  });
  await deleteCodeAttempts(userId, null);
  return { codes };
}

/** Removes the app after a code of the app or a recovery code was entered. */
export async function removeSecondFactor({ claims, step }: OwnSignIn, code: string): Promise<void> {
  requireEnteredCode(step);
  const { userId } = claims;
  await countCodeAttempt(userId, null);
  await withTx(async (client) => {
    await requireCode(client, userId, code);
    await deleteSecondFactor(client, userId);
    await audit(client, userId, "account.remove-second-factor");
  });
  await deleteCodeAttempts(userId, null);
}

/** Deletes a user's app and recovery codes; returns the number of apps. */
export async function deleteSecondFactor(client: Connection, userId: string): Promise<number> {
  await client.query(sql`DELETE FROM recovery_code WHERE user_id = ${userId}`);
  return await rowCountOf(client, sql`DELETE FROM second_factor WHERE user_id = ${userId}`);
}

type OwnSignIn = Pick<CurrentSignIn, "actor" | "claims" | "step">;

/** A person who knows only the password must neither replace nor see the required app. */
function requireEnteredCode(step: CurrentSignIn["step"]): void {
  if (step === "code") throw new AppError("unauthenticated", "Please enter the code of your authenticator app first.");
}

async function audit(client: Connection, userId: string, action: string): Promise<void> {
  await recordAudit(client, { actorId: userId, action, subjectType: "account", subjectId: userId });
}
