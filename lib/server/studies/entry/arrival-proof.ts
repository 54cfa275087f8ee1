import { createHmac, timingSafeEqual } from "node:crypto";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { deriveStudyKey, isSigned } from "./entry-signature.ts";

/** Validity of the proof in a page, in seconds. The token of a recruiter expires much sooner. */
const lifetimeSeconds = 24 * 3_600;

/**
 * The proof that a page contains after a recruiter's token was verified: HMAC-SHA256 of the study, the entry and the
 * token of this page's form. It is valid only for that form, so a copied link contains no valid proof.
 */
export function mintArrivalProof(study: StudyWithSecret, entry: Entry, formToken: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1_000) + lifetimeSeconds;
  return `${expires}.${sign(study, entry, formToken, expires)}`;
}

/** Whether a form contains a valid proof: the study's signature, or the proof of its page. */
export function isProvenForm(study: StudyWithSecret, entry: Entry, formToken: string, proof: unknown): boolean {
  return isSigned(study, entry) || hasArrivalProof(study, entry, formToken, proof, new Date());
}

/** Whether a form contains the proof that was created for it, compared in constant time. */
function hasArrivalProof(study: StudyWithSecret, entry: Entry, formToken: string, proof: unknown, now: Date): boolean {
  const [, expires = "", givenSignature = ""] =
    typeof proof === "string" ? (/^(\d{1,12})\.([0-9a-f]{64})$/.exec(proof) ?? []) : [];
  if (givenSignature === "" || Number(expires) * 1_000 <= now.getTime()) return false;
  const expected = sign(study, entry, formToken, Number(expires));
  return timingSafeEqual(Buffer.from(givenSignature), Buffer.from(expected));
}

interface StudyWithSecret {
  studyId: string;
  entrySecret: string;
}

function sign({ studyId, entrySecret }: StudyWithSecret, entry: Entry, formToken: string, expires: number): string {
  const text = [studyId, formToken, expires, entry.source, entry.toSign].join("\n");
  return createHmac("sha256", deriveStudyKey(entrySecret, "verified arrival")).update(text).digest("hex");
}
