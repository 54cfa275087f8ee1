import type { PoolClient } from "pg";
import { pool } from "./pool.ts";

/**
 * Runs `work` on one snapshot of the database (REPEATABLE READ, read only): everything it reads is consistent,
 * regardless of concurrent writes. The reader of a download may be slow, so the transaction may idle for ten minutes.
 */
export async function withSnapshot<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const snapshot = await openSnapshot();
  try {
    return await work(snapshot.client);
  } finally {
    await snapshot.close();
  }
}

/** The same for a generator, which opens and closes the connection. `close` must be called, also after a failure. */
export async function openSnapshot(): Promise<{ client: PoolClient; close: () => Promise<void> }> {
  const client = await pool().connect();
  const close = async () => {
    let broken: Error | undefined;
    // Nothing was written, so there is nothing to commit.
    await client.query("ROLLBACK").catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  };
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '10min'");
    await client.query("SET LOCAL statement_timeout = '5min'");
  } catch (error) {
    await close();
    throw error;
  }
  return { client, close };
}
