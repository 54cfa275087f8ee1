import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/** What somebody chose at a position of their session, as the option's value; undefined before there is an answer. */
export async function readChoice(sessionId: string, position: number): Promise<string | undefined> {
  const { rows } = await pool().query(sql`
    SELECT answer ->> 'choice' AS choice FROM response
    WHERE session_id = ${sessionId} AND position = ${position} ORDER BY revision DESC LIMIT 1
  `);
  return rows[0]?.choice ?? undefined;
}
