import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { type Actor, requirePerson } from "../access/access.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { db } from "../database/client.ts";
import { sql } from "../database/sql.ts";
import { withTx } from "../database/with-transaction.ts";
import { AppError } from "../errors/app-error.ts";
import { countAttempt } from "../http/rate-limit.ts";
import { endAllSessions } from "./end-session.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { newPassword, refuseGuessable } from "./password-policy.ts";
import type { SessionClaims } from "./session-token.ts";
import { startSession } from "./start-session.ts";

export const passwordChangeSchema = z.strictObject({ current: boundedText(200), password: newPassword });

/** Changes the user's own password, ends all of their sessions and begins a new one for the current browser. */
export async function changePassword(
  actor: Actor,
  change: z.infer<typeof passwordChangeSchema>,
): Promise<SessionClaims> {
  const userId = requirePerson(actor);
  await requireOwnPassword(userId, change.current);
  await refuseGuessable(change.password, actor);
  const passwordHash = await hashPassword(change.password);
  await withTx(async (client) => {
    await client.query(sql`UPDATE app_user SET password_hash = ${passwordHash} WHERE id = ${userId}::uuid`);
    await endAllSessions(client, userId);
    await recordAudit(client, {
      actorId: userId,
      action: "account.change-password",
      subjectType: "account",
      subjectId: userId,
    });
  });
  const claims = await startSession(userId, { hasEnteredCode: true });
  if (!claims) throw new AppError("unauthenticated", "Please sign in again.");
  return claims;
}

/** Whether a user can sign in with a password; users of the identity provider initially have no password. */
export async function hasPassword(userId: string): Promise<boolean> {
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  return user.passwordHash !== null;
}

/** Throws unless this is the user's password, in the form field `current`. */
export async function requireOwnPassword(userId: string, password: string): Promise<void> {
  await countAttempt("change-password", userId, { limit: 10, windowSeconds: 15 * 60 });
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  if (!(await verifyPassword(password, user.passwordHash, "known"))) {
    throw new AppError("invalid", "This is not your current password.", "current");
  }
}
