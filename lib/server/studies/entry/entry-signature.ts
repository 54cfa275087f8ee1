import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Entry } from "@/lib/domain/survey/entry.ts";

/** A new secret for a study's links. */
export function mintEntrySecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * What a recruiter's own site puts into `sig`: HMAC-SHA256 of the link's sorted entry parameters (`textToSign`) under
 * the study's entry secret, in hexadecimal. Only with it does an external id open a session that exists; anyone can
 * type an id.
 */
export function signEntry(entrySecret: string, toSign: string): string {
  return createHmac("sha256", entrySecret).update(toSign).digest("hex");
}

/** What else than entry links a study's secret is the root of. */
export type KeyPurpose = "link back" | "anonymous export" | "verified arrival";

/**
 * The key for one purpose, derived from a study's secret: HMAC-SHA256 of "parallax " and the purpose, in hexadecimal
 * digits. Only entry links are signed with the secret itself, so that nothing else that Parallax signs or hashes, such
 * as an address that a participant can read, can be used as the signature of an entry link.
 */
export function keyFor(entrySecret: string, purpose: KeyPurpose): string {
  return createHmac("sha256", entrySecret).update(`parallax ${purpose}`).digest("hex");
}

/** Signs the text of a link back to a recruiter, in hexadecimal digits. */
export function signLinkBack(entrySecret: string, toSign: string): string {
  return createHmac("sha256", keyFor(entrySecret, "link back")).update(toSign).digest("hex");
}

/** Whether the entry carries the signature that the study's secret gives it; compared in constant time. */
export function isSigned(state: { entrySecret: string }, entry: Entry): boolean {
  const expected = Buffer.from(signEntry(state.entrySecret, entry.toSign));
  const given = Buffer.from((entry.signature ?? "").toLowerCase());
  return given.length === expected.length && timingSafeEqual(given, expected);
}
