import { createHash, randomBytes } from "node:crypto";

/** A secret for a link: 256 random bits, in characters that no mail program changes. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token. A plain hash is sufficient for 256 random bits. */
export function hashUserToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
