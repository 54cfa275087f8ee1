import type { PoolClient } from "pg";
import { pool } from "./pool.ts";

/**
 * Runs `work` on one unchanging view of the database (REPEATABLE READ, read only): everything it reads belongs together,
 * whatever is written meanwhile. The reader of a download may be slow, so the transaction may idle for ten minutes.
 */
export async function withSnapshot<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool().connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '10min'");
    await client.query("SET LOCAL statement_timeout = '5min'");
    return await work(client);
  } finally {
    // Nothing was written, so there is nothing to commit.
    await client.query("ROLLBACK").catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
}
