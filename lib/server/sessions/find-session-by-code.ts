import * as z from "zod";
import { codeLength, normaliseCode } from "@/lib/domain/survey/completion-code.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { countAttempt, deleteAttempts } from "../platform/http/rate-limit.ts";

export interface SessionOfCode {
  sessionId: string;
  protocolVersionId: string;
  language: string | null;
}

/** Maximum number of wrong codes for one study from one network. */
const networkRateLimit = { limit: 20, windowSeconds: 600 };

const sessionByCodeRow = z.strictObject({
  id: z.string(),
  protocol_version_id: z.string(),
  language: z.string().nullable(),
});

/**
 * The session of a completion code, in any notation; null for an unknown code. Guesses are limited per network, because
 * with a global limit one network could block everyone else. If the proxy is not configured, the network is unknown.
 * Then only guesses of the shorter codes of earlier versions are limited; a code of 60 random bits needs no limit.
 */
export async function findSessionByCode(
  studyId: string,
  written: string,
  network: string,
): Promise<SessionOfCode | null> {
  const code = normaliseCode(written);
  const subject = `${studyId} ${network}`;
  const isGuessable = code !== null && code.length < codeLength;
  if (network !== "" || isGuessable) await countAttempt("code", subject, networkRateLimit);
  if (!code) return null;
  const row = await maybeRow(
    pool(),
    sessionByCodeRow,
    sql`
    SELECT id, protocol_version_id, language FROM session WHERE study_id = ${studyId} AND completion_code = ${code}
  `,
  );
  if (!row) return null;
  await deleteAttempts("code", subject);
  return { sessionId: row.id, protocolVersionId: row.protocol_version_id, language: row.language };
}
