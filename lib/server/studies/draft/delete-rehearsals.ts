import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const idRow = z.strictObject({ id: z.string() });

/** Removes the rehearsals of a study with all that was done in them. They hold nothing that people gave to research. */
export async function deleteRehearsals(client: PoolClient, studyId: string): Promise<void> {
  const rows = await manyRows(
    client,
    idRow,
    sql`SELECT id FROM study WHERE rehearsal_of_id = ${studyId} AND stage = 'preview'`,
  );
  for (const { id } of rows) {
    // Sessions name their protocol and placements their condition, so both go before what they name.
    await client.query(sql`DELETE FROM session WHERE study_id = ${id}`);
    await client.query(sql`DELETE FROM slot WHERE study_id = ${id}`);
    await client.query(sql`DELETE FROM study WHERE id = ${id}`);
  }
}
