import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { Actor } from "../access/access.ts";
import { knownBrowserCookie, makeKnownBrowserToken, readKnownBrowser } from "./known-browser.ts";
import { recordSessionOrigin } from "./own-sessions.ts";
import { readSession, readSignIn, type SignInState, type SignInStep } from "./read-session.ts";
import { cookieAttributes, sessionLimits } from "./session-cookie.ts";
import { decodeSessionToken, encodeSessionToken, type SessionClaims } from "./session-token.ts";

/** The user of this request, or null; cached for the request. */
export const currentActor = cache(
  async (): Promise<Actor | null> => actorOfToken((await cookies()).get(cookieAttributes("session").name)?.value),
);

/** The user of the session in a cookie's value, or null. */
export async function actorOfToken(token: string | undefined): Promise<Actor | null> {
  const claims = token ? await decodeSessionToken(token) : null;
  return claims && (await readSession(claims));
}

/** An incomplete sign-in of this browser. */
export interface CurrentSignIn extends SignInState {
  claims: SessionClaims;
}

/** The sign-in of this browser, or null. Includes a sign-in that waits for the code of the second factor. */
export async function currentSignIn(): Promise<CurrentSignIn | null> {
  const token = (await cookies()).get(cookieAttributes("session").name)?.value;
  const claims = token ? await decodeSessionToken(token) : null;
  const state = claims && (await readSignIn(claims));
  return claims && state ? { ...state, claims } : null;
}

/**
 * Sets the cookie of a new session. Also sets a second cookie, by which this browser is recognised at its next sign-in
 * to this account, so that attempts from other browsers do not lock the user out. The second cookie is set only after
 * the second factor, because it gives access to a separate count of attempts. Returns the next required step. Call only
 * in actions and route handlers, where cookies can be set.
 */
export async function setSessionCookie(claims: SessionClaims): Promise<SignInStep> {
  const jar = await cookies();
  const { name, options } = cookieAttributes("session");
  jar.set(name, await encodeSessionToken(claims), { ...options, maxAge: sessionLimits.longestSeconds });
  await recordSessionOrigin(claims.sid, await headers());
  const state = await readSignIn(claims);
  if (state?.step === "complete") {
    const browser = await knownBrowserCookie(state.actor.email);
    jar.set(browser.name, await makeKnownBrowserToken(state.actor.email), browser.options);
  }
  return state?.step ?? "complete";
}

/** The ID of this browser if it has signed in to an account before, or null. */
export async function currentBrowser(email: string): Promise<string | null> {
  const { name } = await knownBrowserCookie(email);
  return await readKnownBrowser(email, (await cookies()).get(name)?.value);
}

/** Deletes the session cookie. */
export async function clearSessionCookie(): Promise<void> {
  const { name, options } = cookieAttributes("session");
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}
