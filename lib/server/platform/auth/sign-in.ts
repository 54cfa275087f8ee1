import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { db } from "../database/client.ts";
import { AppError } from "../errors/app-error.ts";
import { countAttempt, deleteAttempts, deleteOldAttempts } from "../http/rate-limit.ts";
import { emailAddress } from "./email-address.ts";
import { deleteEndedSessions } from "./end-session.ts";
import { verifyPassword } from "./password.ts";
import type { SessionClaims } from "./session-token.ts";
import { startSession } from "./start-session.ts";

const quarterHour = 15 * 60;
/** Limits for attempts on one account from one network, and from one browser that its user has used before. */
export const signInRateRules = { limit: 10, windowSeconds: quarterHour };
/** Limit for attempts on all accounts from one network. */
const networkRateRule = { limit: 60, windowSeconds: quarterHour };
/**
 * Limit for attempts on one account from all networks; it only affects browsers that have never signed in to the
 * account.
 */
const emailRateRule = { limit: 100, windowSeconds: quarterHour };

/** The fields of the sign-in form. */
export const credentialsSchema = z.object({ email: emailAddress, password: boundedText(200) });

export interface SignInAttempt {
  email: string;
  password: string;
  /** The network of the request (`networkOf`); empty if it is unknown. */
  network: string;
  /** The browser's ID if it has signed in to this account before (`readKnownBrowser`). */
  knownBrowser?: string | null;
}

/**
 * Starts a session if the password of the account is correct.
 *
 * The response is the same, after the same time, for a wrong password, an unknown address and a disabled account.
 *
 * Attempts are counted before the password is checked, so that parallel guesses are counted too. A browser that has
 * signed in before has a separate counter and queue, so that guesses from other browsers never lock it out.
 */
export async function signIn(attempt: SignInAttempt): Promise<SessionClaims> {
  const emailInNetwork = `${attempt.email}|${attempt.network}`;
  if (attempt.knownBrowser) {
    await countAttempt("sign-in-browser", attempt.knownBrowser, signInRateRules);
  } else {
    if (attempt.network !== "") await countAttempt("sign-in-network", attempt.network, networkRateRule);
    await countAttempt("sign-in-pair", emailInNetwork, signInRateRules);
    await countAttempt("sign-in-account", attempt.email, emailRateRule);
  }
  const user = await db().user.findUnique({
    where: { email: attempt.email },
    select: { id: true, passwordHash: true, disabledAt: true },
  });
  const passwordHash = user && !user.disabledAt ? user.passwordHash : null;
  const isRight = await verifyPassword(attempt.password, passwordHash, attempt.knownBrowser ? "known" : "stranger");
  const claims = isRight && user ? await startSession(user.id) : null;
  if (!claims) throw new AppError("invalid", "The e-mail address or password is incorrect.");
  await deleteAttempts("sign-in-pair", emailInNetwork);
  if (attempt.knownBrowser) await deleteAttempts("sign-in-browser", attempt.knownBrowser);
  await Promise.all([deleteEndedSessions(), deleteOldAttempts()]);
  return claims;
}
