import { toComparableId } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { classifyDatabaseError } from "../platform/database/classify-error.ts";
import { pool } from "../platform/database/pool.ts";
import { rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * Gives the session of a signed external ID a new token, because the old token is stored only as a hash. The old
 * address no longer shows screens, but still shows the stored data and allows withdrawal, as promised to participants.
 * IDs are compared as in `createSession`. Returns false if there is no such session, and for a token of another
 * session. The caller must check the signature.
 */
export async function resumeSession(studyId: string, entry: Entry, newTokenHash: string): Promise<boolean> {
  const { compared } = toComparableId(entry);
  try {
    const rowCount = await rowCountOf(
      pool(),
      sql`
      WITH found AS (
        SELECT session.id, session.token_hash FROM session
        JOIN entry_identity ON entry_identity.session_id = session.id
        WHERE entry_identity.study_id = ${studyId} AND entry_identity.source = ${entry.source}
          AND (entry_identity.external_id = ${entry.externalId} OR entry_identity.compared_id = ${compared})
        FOR UPDATE OF session
      ), kept AS (
        INSERT INTO earlier_token (token_hash, session_id)
        SELECT token_hash, id FROM found WHERE token_hash <> ${newTokenHash}
        ON CONFLICT (token_hash) DO NOTHING
      )
      UPDATE session SET token_hash = ${newTokenHash}, last_seen_at = clock_timestamp()
      FROM found WHERE session.id = found.id
    `,
    );
    return rowCount === 1;
  } catch (error) {
    if (classifyDatabaseError(error) === "unique") return false;
    throw error;
  }
}
