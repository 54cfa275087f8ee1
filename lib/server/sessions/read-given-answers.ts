import type { Question } from "@/lib/domain/survey/questions/question.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/** All answers that a session has given to the protocol's own questions so far, by question key. */
export async function readGivenAnswers(tokenHash: string): Promise<Record<string, string>> {
  const { rows } = await pool().query(sql`
    SELECT given FROM step_answer JOIN session ON session.id = step_answer.session_id
    WHERE session.token_hash = ${tokenHash} ORDER BY step_answer.screen
  `);
  return Object.assign({}, ...rows.map((row) => row.given));
}

/** The answers that the questions of a page hang on; none where they hang on nothing. */
export async function readEarlierAnswers(
  session: { tokenHash: string } | { sessionId: string },
  questions: readonly Question[],
): Promise<Record<string, string>> {
  if (questions.every(({ showIf }) => !showIf)) return {};
  if ("tokenHash" in session) return readGivenAnswers(session.tokenHash);
  const { rows } = await pool().query(sql`
    SELECT given FROM step_answer WHERE session_id = ${session.sessionId} ORDER BY screen
  `);
  return Object.assign({}, ...rows.map((row) => row.given));
}
