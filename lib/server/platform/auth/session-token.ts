import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { installationSecret } from "../settings/installation-secret.ts";
import { sessionLimits } from "./session-cookie.ts";

/** All that the cookie says. Who somebody is and what they may is read from the database at every request. */
export const sessionClaims = z.object({
  userId: z.uuid(),
  sid: z.uuid(),
  sessionVersion: z.int(),
});
export type SessionClaims = z.infer<typeof sessionClaims>;

/** Encrypts the claims as next-auth does, so that its own endpoints read the same cookie. */
export async function encodeSessionToken(claims: SessionClaims): Promise<string> {
  return await encode({ token: claims, secret: await installationSecret(), maxAge: sessionLimits.longestSeconds });
}

/** The claims of a token that we made and that is not over, or null. */
export async function decodeSessionToken(token: string): Promise<SessionClaims | null> {
  try {
    const parsed = sessionClaims.safeParse(await decode({ token, secret: await installationSecret() }));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // A forged, damaged or expired token; anything else (the database is away) is not an answer.
    if (error instanceof Error && /^(?:ERR_JW|ERR_JOSE)/.test((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}
