import type { Pool, PoolClient } from "pg";
import { pool } from "./pool.ts";

/**
 * Runs `work` on one snapshot of the database (REPEATABLE READ, read only): all reads are consistent, regardless of
 * concurrent writes. The client of a download may be slow, so the transaction may be idle for ten minutes.
 */
export async function withSnapshot<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const snapshot = await openSnapshot();
  try {
    return await work(snapshot.client);
  } finally {
    await snapshot.close();
  }
}

export interface Snapshot {
  client: PoolClient;
  /** Must always be called, also after a failure. */
  close: () => Promise<void>;
}

/** Opens a snapshot for a generator, which must close it. */
export async function openSnapshot(from: Pool = pool()): Promise<Snapshot> {
  const client = await from.connect();
  const close = async () => {
    let rollbackError: Error | undefined;
    // Nothing was written, so there is nothing to commit.
    await client.query("ROLLBACK").catch((error: Error) => {
      rollbackError = error;
    });
    client.release(rollbackError);
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
