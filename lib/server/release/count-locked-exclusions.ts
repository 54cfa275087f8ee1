import * as z from "zod";
import { type Connection, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const countRow = z.strictObject({ n: z.number() });

interface LockedStudy {
  study: { id: string };
  locks: readonly unknown[];
}

/** The answers that were excluded when the data were first locked; null while they are not locked. */
export async function countLockedExclusions(client: Connection, { study, locks }: LockedStudy): Promise<number | null> {
  if (locks.length === 0) return null;
  const { n } = await oneRow(
    client,
    countRow,
    sql`SELECT count(*)::int AS n FROM data_lock_response AS listed JOIN data_lock ON data_lock.id = listed.lock_id
        JOIN response ON response.id = listed.response_id
        WHERE data_lock.study_id = ${study.id} AND data_lock.number = 1 AND listed.is_excluded`,
  );
  return n;
}
