import { normaliseCode } from "@/lib/domain/survey/completion-code.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { countAttempt, forgetAttempts } from "../platform/http/rate-limit.ts";

export interface CodedSession {
  sessionId: string;
  protocolVersionId: string;
  language: string | null;
}

/** Wrong codes from one network, and for one study from everywhere, before the next one has to wait. */
const perNetwork = { limit: 20, windowSeconds: 600 };
const perStudy = { limit: 300, windowSeconds: 600 };

/**
 * The session of a completion code, however it was typed; null for an unknown one. Guessing is slowed down: a code opens
 * a person's answers.
 */
export async function findSessionByCode(
  studyId: string,
  written: string,
  network: string,
): Promise<CodedSession | null> {
  const code = normaliseCode(written);
  const subject = `${studyId} ${network}`;
  await countAttempt("code", subject, perNetwork);
  await countAttempt("code-study", studyId, perStudy);
  if (!code) return null;
  const { rows } = await pool().query(sql`
    SELECT id, protocol_version_id, language FROM session WHERE study_id = ${studyId} AND completion_code = ${code}
  `);
  const row = rows[0];
  if (!row) return null;
  await forgetAttempts("code", subject);
  return { sessionId: row.id, protocolVersionId: row.protocol_version_id, language: row.language };
}
