import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const shortestPrefix = 4;

const idRow = z.strictObject({ id: z.string() });

/**
 * The session ID that a filter by person names: a whole ID as it is, or the only ID of the study with this beginning,
 * such as the eight characters that lists show. `problem` states why there is none. The caller must check the right to
 * see the study.
 */
export async function findPerson(
  studyId: string,
  text: string,
): Promise<{ id: string; problem: null } | { id: null; problem: string }> {
  const prefix = text.trim().toLowerCase();
  if (z.uuid().safeParse(prefix).success) return { id: prefix, problem: null };
  const digits = prefix.replaceAll("-", "");
  if (!/^[0-9a-f-]+$/u.test(prefix) || digits.length < shortestPrefix || digits.length > 32)
    return {
      id: null,
      problem: `Person: enter a session ID, or at least its first ${shortestPrefix} characters.`,
    };
  const rows = await manyRows(
    pool(),
    idRow,
    sql`SELECT id FROM session WHERE study_id = ${studyId}::uuid
      AND id BETWEEN ${digits.padEnd(32, "0")}::uuid AND ${digits.padEnd(32, "f")}::uuid LIMIT 2`,
  );
  const [only] = rows;
  if (!only) return { id: null, problem: `Person: no session ID of this study begins with “${prefix}”.` };
  return rows.length === 1
    ? { id: only.id, problem: null }
    : { id: null, problem: `Person: several session IDs begin with “${prefix}”. Enter more characters.` };
}
