import * as z from "zod";
import type { Answer } from "@/lib/domain/items/item.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const answerRow = z.strictObject({ answer: json<Answer>() });

/** The latest answer at a position of a session; null before there is one. */
export async function readLatestAnswer(sessionId: string, position: number): Promise<Answer | null> {
  const row = await maybeRow(
    pool(),
    answerRow,
    sql`
    SELECT answer FROM response
    WHERE session_id = ${sessionId} AND position = ${position} ORDER BY revision DESC LIMIT 1
  `,
  );
  return row?.answer ?? null;
}
