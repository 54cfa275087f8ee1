import { db } from "../database/client.ts";
import { AppError } from "../errors/app-error.ts";
import { countAttempt, deleteOldAttempts, forgetAttempts } from "../http/rate-limit.ts";
import { deleteEndedSessions } from "./end-session.ts";
import { verifyPassword } from "./password.ts";
import type { SessionClaims } from "./session-token.ts";
import { startSession } from "./start-session.ts";

const perAccount = { limit: 10, windowSeconds: 15 * 60 };
const perNetwork = { limit: 60, windowSeconds: 15 * 60 };

/**
 * Begins a session for whoever knows the password of an account.
 *
 * One answer for a wrong password, an unknown address and a disabled account, after the same time. Attempts are counted
 * before the password is looked at, so that parallel guesses count, too.
 */
export async function signIn(attempt: { email: string; password: string; network: string }): Promise<SessionClaims> {
  await countAttempt("sign-in-network", attempt.network, perNetwork);
  await countAttempt("sign-in-account", attempt.email, perAccount);
  const user = await db().user.findUnique({
    where: { email: attempt.email },
    select: { id: true, passwordHash: true, disabledAt: true },
  });
  const isRight = await verifyPassword(attempt.password, user && !user.disabledAt ? user.passwordHash : null);
  const claims = isRight && user ? await startSession(user.id) : null;
  if (!claims) throw new AppError("invalid", "This address and password do not belong together.");
  await forgetAttempts("sign-in-account", attempt.email);
  await Promise.all([deleteEndedSessions(), deleteOldAttempts()]);
  return claims;
}
