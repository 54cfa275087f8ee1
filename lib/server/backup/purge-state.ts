import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * The setting that stores the time of the last erasure whose values were removed from the files, and the time of that
 * removal.
 */
export const purgedFilesKey = "purged-files";

const stateRow = z.strictObject({
  /** When values were last removed from the database's files; null if never. */
  purgedAt: z.date().nullable(),
  /** Whether sessions were erased whose values are still in the files. */
  isWaiting: z.boolean(),
});

/** Whether the database's files still contain erased values. */
export async function readPurgeState(): Promise<z.infer<typeof stateRow>> {
  return oneRow(
    pool(),
    stateRow,
    sql`
    WITH purged AS (
      SELECT (value ->> 'at')::timestamptz AS at, (value ->> 'erasedUntil')::timestamptz AS until
      FROM setting WHERE key = ${purgedFilesKey}
    )
    SELECT (SELECT at FROM purged) AS "purgedAt",
      EXISTS (SELECT FROM session WHERE erased_at > coalesce((SELECT until FROM purged), '-infinity')) AS "isWaiting"
  `,
  );
}
