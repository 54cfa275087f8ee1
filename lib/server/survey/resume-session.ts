import { createHmac, timingSafeEqual } from "node:crypto";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { classifyDatabaseError } from "../database/classify-error.ts";
import { pool } from "../database/pool.ts";
import { sql } from "../database/sql.ts";
import type { StudyState } from "./running-study.ts";

/**
 * What a recruiter's own site puts into `sig`: HMAC-SHA256 of "source:id" under the study's entry secret, in
 * hexadecimal. Only with it does an external id open a session that exists; anybody can type an id.
 */
export function signEntry(entrySecret: string, entry: Pick<Entry, "source" | "externalId">): string {
  return createHmac("sha256", entrySecret).update(`${entry.source}:${entry.externalId}`).digest("hex");
}

export function isSigned(state: Pick<StudyState, "entrySecret">, entry: Entry): boolean {
  const expected = Buffer.from(signEntry(state.entrySecret, entry));
  const given = Buffer.from(entry.signature ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether this external id has a session in the study. */
export async function hasSession(studyId: string, entry: Entry): Promise<boolean> {
  const { rows } = await pool().query(sql`
    SELECT 1 FROM entry_identity
    WHERE study_id = ${studyId} AND source = ${entry.source} AND external_id = ${entry.externalId}
  `);
  return rows.length > 0;
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
