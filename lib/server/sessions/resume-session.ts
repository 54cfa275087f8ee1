import { createHmac, timingSafeEqual } from "node:crypto";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { classifyDatabaseError } from "../platform/database/classify-error.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import type { StudyState } from "./running-study.ts";

/**
 * What a recruiter's own site puts into `sig`: HMAC-SHA256 of the link's sorted entry parameters (`textToSign`) under
 * the study's entry secret, in hexadecimal. Only with it does an external id open a session that exists; anybody can
 * type an id.
 */
export function signEntry(entrySecret: string, toSign: string): string {
  return createHmac("sha256", entrySecret).update(toSign).digest("hex");
}

export function isSigned(state: Pick<StudyState, "entrySecret">, entry: Entry): boolean {
  const expected = Buffer.from(signEntry(state.entrySecret, entry.toSign));
  const given = Buffer.from((entry.signature ?? "").toLowerCase());
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Gives the session of a signed external id a new token, because the old one is stored only as a hash; the old address
 * stops working. Returns false when there is no such session, and for a token that opens another one. The signature must
 * have been checked.
 */
export async function resumeSession(studyId: string, entry: Entry, newTokenHash: string): Promise<boolean> {
  try {
    const { rowCount } = await pool().query(sql`
      UPDATE session SET token_hash = ${newTokenHash}, last_seen_at = clock_timestamp()
      FROM entry_identity
      WHERE entry_identity.session_id = session.id AND entry_identity.study_id = ${studyId}
        AND entry_identity.source = ${entry.source} AND entry_identity.external_id = ${entry.externalId}
    `);
    return rowCount === 1;
  } catch (error) {
    if (classifyDatabaseError(error) === "unique") return false;
    throw error;
  }
}
