import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const idRow = z.strictObject({ id: z.string() });

/** Deletes the previews of a study with all of their sessions, which contain no research data. */
export async function deleteRehearsals(client: PoolClient, studyId: string): Promise<void> {
  const rows = await manyRows(
    client,
    idRow,
    sql`SELECT id FROM study WHERE rehearsal_of_id = ${studyId} AND stage = 'preview'`,
  );
  for (const { id } of rows) {
    // Sessions refer to their protocol and placements to their condition, so both are deleted first.
    await client.query(sql`DELETE FROM session WHERE study_id = ${id}`);
    await client.query(sql`DELETE FROM slot WHERE study_id = ${id}`);
    await client.query(sql`DELETE FROM study WHERE id = ${id}`);
  }
}
