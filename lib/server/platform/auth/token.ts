import { createHash, randomBytes } from "node:crypto";

/** A secret for a link: 256 random bits, as letters that survive any mail program. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What of a token is stored. A plain hash will do: there is nothing to guess in 256 random bits. */
export function hashUserToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
