import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const choiceRow = z.strictObject({ choice: z.string().nullable() });

/** The chosen option at a position of a session; undefined before there is an answer. */
export async function readChoice(sessionId: string, position: number): Promise<string | undefined> {
  const row = await maybeRow(
    pool(),
    choiceRow,
    sql`
    SELECT answer ->> 'choice' AS choice FROM response
    WHERE session_id = ${sessionId} AND position = ${position} ORDER BY revision DESC LIMIT 1
  `,
  );
  return row?.choice ?? undefined;
}
