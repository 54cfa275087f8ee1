import * as z from "zod";
import { addMissingErasures } from "../../backup/complete-ledger.ts";
import { readErasures } from "../../backup/erasure-ledger.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { withdraw } from "./withdraw.ts";

const tokenHashRow = z.strictObject({ token_hash: z.string() });

/**
 * Repeats erasures that were made after the restored backup was created; returns their number. Sessions that the backup
 * does not contain are skipped.
 */
export async function replayErasures(ledger: string): Promise<number> {
  const erasures = await readErasures(ledger);
  const erasedCount = await eraseAgain(erasures.map(({ sessionId }) => sessionId));
  await addMissingErasures(ledger);
  return erasedCount;
}

/**
 * Erases sessions that are stored here and not yet erased, each in a separate transaction; returns their number. The
 * caller must check that this is requested.
 */
export async function eraseAgain(sessionIds: readonly string[]): Promise<number> {
  let erasedCount = 0;
  for (const sessionId of sessionIds) {
    const tokenHash = await withTx(async (client) => {
      const row = await maybeRow(
        client,
        tokenHashRow,
        sql`SELECT token_hash FROM session WHERE id = ${sessionId} AND erased_at IS NULL`,
      );
      return row?.token_hash as string | undefined;
    });
    if (tokenHash === undefined) continue;
    await withdraw(tokenHash, "erase");
    erasedCount += 1;
  }
  return erasedCount;
}
