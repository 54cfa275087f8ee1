import type { Pool, PoolClient } from "pg";
import { pool } from "./pool.ts";
import type { Connection } from "./rows.ts";

/** Commits a transaction; returns false if nothing was stored, because a query in it had failed. */
export async function commitTransaction(client: Connection): Promise<boolean> {
  const { command } = await client.query("COMMIT");
  return command === "COMMIT";
}

/**
 * Runs `work` in one transaction on one connection of the pool and returns its value after COMMIT.
 *
 * If any query in it fails, the whole transaction fails, even if `work` catches the error and continues: PostgreSQL
 * then responds to COMMIT with ROLLBACK, which this function reports as an error.
 */
export async function withTx<Result>(
  work: (client: PoolClient) => Promise<Result>,
  from: Pool = pool(),
): Promise<Result> {
  const client = await from.connect();
  let connectionError: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    if (!(await commitTransaction(client))) {
      throw new Error("A query inside a transaction failed and was ignored; nothing was stored.");
    }
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((rollbackError: Error) => {
      connectionError = rollbackError;
    });
    throw error;
  } finally {
    // A connection whose rollback failed is destroyed instead of being returned to the pool.
    client.release(connectionError);
  }
}
