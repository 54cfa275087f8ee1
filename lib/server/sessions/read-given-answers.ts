import * as z from "zod";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const storedAnswerRow = z.strictObject({ given: json() });

/** All answers that a session has given to the protocol's own questions so far, by question key. */
export async function readGivenAnswers(tokenHash: string): Promise<Record<string, string>> {
  const rows = await manyRows(
    pool(),
    storedAnswerRow,
    sql`
    SELECT given FROM step_answer JOIN session ON session.id = step_answer.session_id
    WHERE session.token_hash = ${tokenHash} ORDER BY step_answer.screen
  `,
  );
  return Object.assign({}, ...rows.map((row) => row.given));
}

/** The answers that determine what a screen shows; none if nothing depends on them. */
export async function readEarlierAnswers(sessionId: string, screen: Screen): Promise<Record<string, string>> {
  const hangs = screen.kind === "questions" && screen.step.questions.some(({ showIf }) => showIf);
  if (!hangs && screen.kind !== "feedback") return {};
  const rows = await manyRows(
    pool(),
    storedAnswerRow,
    sql`
    SELECT given FROM step_answer WHERE session_id = ${sessionId} ORDER BY screen
  `,
  );
  return Object.assign({}, ...rows.map((row) => row.given));
}
