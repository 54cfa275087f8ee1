import type { PoolClient } from "pg";
import { appendErasures, readErasures } from "./erasure-ledger.ts";

/** Adds to the ledger what the database has marked as erased and the ledger lacks; returns how many. */
export async function completeLedger(client: Pick<PoolClient, "query">, file: string): Promise<number> {
  const known = new Set((await readErasures(file)).map(({ sessionId }) => sessionId));
  const { rows } = await client.query(
    "SELECT id, erased_at FROM session WHERE erased_at IS NOT NULL ORDER BY erased_at",
  );
  const missing = rows
    .filter(({ id }) => !known.has(id))
    .map(({ id, erased_at }) => ({ sessionId: id, erasedAt: erased_at }));
  await appendErasures(file, missing);
  return missing.length;
}
