import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { Actor } from "../access/access.ts";
import { knownBrowserCookie, makeKnownBrowserToken, readKnownBrowser } from "./known-browser.ts";
import { describeSession } from "./own-sessions.ts";
import { readSession } from "./read-session.ts";
import { cookieFrame, sessionLimits } from "./session-cookie.ts";
import { decodeSessionToken, encodeSessionToken, type SessionClaims } from "./session-token.ts";

/** Who this request comes from, or null; asked once a request, however many parts of a page want to know. */
export const currentActor = cache(
  async (): Promise<Actor | null> => actorOfToken((await cookies()).get(cookieFrame("session").name)?.value),
);

/** Whose session a cookie's value opens, or null. */
export async function actorOfToken(token: string | undefined): Promise<Actor | null> {
  const claims = token ? await decodeSessionToken(token) : null;
  return claims && (await readSession(claims));
}

/**
 * Gives the browser a session that has just begun, and the mark by which it is known again when it signs in to this
 * account: by whatever way someone came in, a flood of guesses from elsewhere does not shut them out later. Only in
 * actions and route handlers, where cookies can be set.
 */
export async function setSessionCookie(claims: SessionClaims): Promise<void> {
  const jar = await cookies();
  const { name, options } = cookieFrame("session");
  jar.set(name, await encodeSessionToken(claims), { ...options, maxAge: sessionLimits.longestSeconds });
  await describeSession(claims.sid, await headers());
  const actor = await readSession(claims);
  if (!actor) return;
  const browser = await knownBrowserCookie(actor.email);
  jar.set(browser.name, await makeKnownBrowserToken(actor.email), browser.options);
}

/** The id of the browser that asks where it has signed in to an account before, or null. */
export async function currentBrowser(email: string): Promise<string | null> {
  const { name } = await knownBrowserCookie(email);
  return await readKnownBrowser(email, (await cookies()).get(name)?.value);
}

/** Takes it away again. */
export async function clearSessionCookie(): Promise<void> {
  const { name, options } = cookieFrame("session");
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}
