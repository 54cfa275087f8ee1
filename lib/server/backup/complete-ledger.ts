import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { appendErasures, readErasures } from "./erasure-ledger.ts";

const completeLedgerRow = z.strictObject({ id: z.string(), erased_at: z.date() });

/** Adds to the ledger the erasures that only the database records; returns their number. */
export async function completeLedger(file: string): Promise<number> {
  const known = new Set((await readErasures(file)).map(({ sessionId }) => sessionId));
  const rows = await manyRows(
    pool(),
    completeLedgerRow,
    "SELECT id, erased_at FROM session WHERE erased_at IS NOT NULL ORDER BY erased_at",
  );
  const missing = rows
    .filter(({ id }) => !known.has(id))
    .map(({ id, erased_at }) => ({ sessionId: id, erasedAt: erased_at }));
  await appendErasures(file, missing);
  return missing.length;
}
