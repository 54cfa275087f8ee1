import { comparableId } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { classifyDatabaseError } from "../platform/database/classify-error.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * Gives the session of a signed external id a new token, because the old one is stored only as a hash; the old address
 * stops working. Ids are compared as `createSession` compares them. Returns false when there is no such session, and for
 * a token that opens another one. The signature must have been checked.
 */
export async function resumeSession(studyId: string, entry: Entry, newTokenHash: string): Promise<boolean> {
  const { compared } = comparableId(entry);
  try {
    const { rowCount } = await pool().query(sql`
      UPDATE session SET token_hash = ${newTokenHash}, last_seen_at = clock_timestamp()
      FROM entry_identity
      WHERE entry_identity.session_id = session.id AND entry_identity.study_id = ${studyId}
        AND entry_identity.source = ${entry.source}
        AND (entry_identity.external_id = ${entry.externalId} OR entry_identity.compared_id = ${compared})
    `);
    return rowCount === 1;
  } catch (error) {
    if (classifyDatabaseError(error) === "unique") return false;
    throw error;
  }
}
