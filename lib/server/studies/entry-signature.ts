import { createHmac, timingSafeEqual } from "node:crypto";
import type { Entry } from "@/lib/domain/survey/entry.ts";

/**
 * What a recruiter's own site puts into `sig`: HMAC-SHA256 of "source:id" under the study's entry secret, in
 * hexadecimal. Only with it does an external id open a session that exists; anybody can type an id.
 */
export function signEntry(entrySecret: string, entry: Pick<Entry, "source" | "externalId">): string {
  return createHmac("sha256", entrySecret).update(`${entry.source}:${entry.externalId}`).digest("hex");
}

/** Whether the entry carries the signature that the study's secret gives it; compared in constant time. */
export function isSigned(state: { entrySecret: string }, entry: Entry): boolean {
  const expected = Buffer.from(signEntry(state.entrySecret, entry));
  const given = Buffer.from(entry.signature ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
