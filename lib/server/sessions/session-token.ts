import { createHash, randomBytes } from "node:crypto";

/** A new token, which gives access to one session: 192 random bits, in the URL and in every form, in no cookie. */
export function mintToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Whether a text has the form of a token; any other text is treated as an unknown session without a query. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{32}$/.test(text);
}

/** The hash that is stored instead of a token, so that a leaked backup opens no session. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
