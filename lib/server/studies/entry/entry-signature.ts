import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Entry } from "@/lib/domain/survey/entry.ts";

/** A new secret for a study's links. */
export function mintEntrySecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The value of `sig` that a recruiter's own site computes: HMAC-SHA256 of the link's sorted entry parameters
 * (`textToSign`) with the study's entry secret, in hexadecimal digits. It is required to open an existing session by an
 * external ID, because anyone can type an ID.
 */
export function signEntry(entrySecret: string, toSign: string): string {
  return createHmac("sha256", entrySecret).update(toSign).digest("hex");
}

/** Other purposes for which a key is derived from a study's secret. */
export type KeyPurpose = "link back" | "anonymous export" | "verified arrival";

/**
 * The key for one purpose, derived from a study's secret: HMAC-SHA256 of "parallax " and the purpose, in hexadecimal
 * digits. Only entry links are signed with the secret itself, so no other signature or hash that Parallax publishes is
 * valid as the signature of an entry link.
 */
export function deriveStudyKey(entrySecret: string, purpose: KeyPurpose): string {
  return createHmac("sha256", entrySecret).update(`parallax ${purpose}`).digest("hex");
}

/** Signs the text of a link back to a recruiter, in hexadecimal digits. */
export function signReturnLink(entrySecret: string, toSign: string): string {
  return createHmac("sha256", deriveStudyKey(entrySecret, "link back")).update(toSign).digest("hex");
}

/** Whether the entry's signature was made with the study's secret; compared in constant time. */
export function isSigned(state: { entrySecret: string }, entry: Entry): boolean {
  const expected = Buffer.from(signEntry(state.entrySecret, entry.toSign));
  const givenSignature = Buffer.from((entry.signature ?? "").toLowerCase());
  return givenSignature.length === expected.length && timingSafeEqual(givenSignature, expected);
}
