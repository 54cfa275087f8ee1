import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { appendErasures, readErasures } from "./erasure-ledger.ts";

const erasedSessionRow = z.strictObject({ id: z.string(), erased_at: z.date() });

/** Adds the erasures to the ledger that only the database contains. Returns their number. */
export async function addMissingErasures(file: string): Promise<number> {
  const recordedIds = new Set((await readErasures(file)).map(({ sessionId }) => sessionId));
  const rows = await manyRows(
    pool(),
    erasedSessionRow,
    "SELECT id, erased_at FROM session WHERE erased_at IS NOT NULL ORDER BY erased_at",
  );
  const missingErasures = rows
    .filter(({ id }) => !recordedIds.has(id))
    .map(({ id, erased_at }) => ({ sessionId: id, erasedAt: erased_at }));
  await appendErasures(file, missingErasures);
  return missingErasures.length;
}
