import { cookies } from "next/headers";
import { cache } from "react";
import type { Actor } from "../access/access.ts";
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

/** Gives the browser its session. Only in actions and route handlers, where cookies can be set. */
export async function setSessionCookie(claims: SessionClaims): Promise<void> {
  await keepSessionToken(await encodeSessionToken(claims));
}

/** The same for a token that next-auth has made. */
export async function keepSessionToken(token: string): Promise<void> {
  const { name, options } = cookieFrame("session");
  (await cookies()).set(name, token, { ...options, maxAge: sessionLimits.longestSeconds });
}

/** Takes it away again. */
export async function clearSessionCookie(): Promise<void> {
  const { name, options } = cookieFrame("session");
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}
