import type { Pool, PoolClient } from "pg";
import { pool } from "./pool.ts";

/**
 * Like `withTx` for the few hot paths that write SQL by hand: one connection of the pool, one transaction, and an error
 * when COMMIT was answered with ROLLBACK because a query inside had failed unheard.
 */
export async function withRawTx<Result>(
  work: (client: PoolClient) => Promise<Result>,
  from: Pool = pool(),
): Promise<Result> {
  const client = await from.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    const answer = await client.query("COMMIT");
    if (answer.command !== "COMMIT") {
      throw new Error("A query inside a transaction failed and was ignored; nothing was stored.");
    }
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is thrown away instead of being handed to the next caller.
    client.release(broken);
  }
}
