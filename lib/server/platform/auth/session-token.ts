import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { readInstallationSecret } from "../settings/installation-secret.ts";
import { sessionLimits } from "./session-cookie.ts";

/** The content of the cookie. The user and their rights are read from the database at every request. */
export const sessionClaims = z.object({
  userId: z.uuid(),
  sid: z.uuid(),
  sessionVersion: z.int(),
});
export type SessionClaims = z.infer<typeof sessionClaims>;

/** Encrypts the claims with next-auth’s `encode`. */
export async function encodeSessionToken(claims: SessionClaims): Promise<string> {
  return await encode({ token: claims, secret: await readInstallationSecret(), maxAge: sessionLimits.longestSeconds });
}

/** The claims of a valid token of ours that has not expired, or null. */
export async function decodeSessionToken(token: string): Promise<SessionClaims | null> {
  const secret = await readInstallationSecret();
  const cachedToken = cachedTokens.get(token);
  if (cachedToken?.secret === secret && Date.now() < cachedToken.endsAt) return cachedToken.claims;
  cachedTokens.delete(token);
  try {
    const parsed = signedClaims.safeParse(await decode({ token, secret }));
    if (!parsed.success) return null;
    const { exp, ...claims } = parsed.data;
    cacheToken(token, { claims, secret, endsAt: exp * 1_000 });
    return claims;
  } catch (error) {
    // A forged, damaged or expired token; other errors (the database is unavailable) are rethrown.
    if (error instanceof Error && /^(?:ERR_JW|ERR_JOSE)/.test((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}

const signedClaims = sessionClaims.extend({ exp: z.number() });

interface OpenedToken {
  claims: SessionClaims;
  secret: string;
  /** The expiry of the token, in milliseconds since 1970. */
  endsAt: number;
}

/**
 * A cache of recently decrypted tokens: deriving the key and decrypting take a large part of the time of a workspace
 * request. Whether the session is still valid is always read from the database (`readSession`).
 */
const cachedTokens = new Map<string, OpenedToken>();
const maxCached = 1_000;

function cacheToken(token: string, entry: OpenedToken): void {
  cachedTokens.set(token, entry);
  // Removes the oldest entry: a Map keeps the insertion order.
  const [oldest] = cachedTokens.keys();
  if (cachedTokens.size > maxCached && oldest !== undefined) cachedTokens.delete(oldest);
}
