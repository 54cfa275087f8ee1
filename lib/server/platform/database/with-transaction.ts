import { setTimeout as wait } from "node:timers/promises";
import { classifyDatabaseError, isRetryable } from "./classify-error.ts";
import { db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

/** The client inside a transaction: everything but starting another one. */
export type Tx = Prisma.TransactionClient;

/**
 * Runs `work` in one transaction and answers its value once COMMIT has returned.
 *
 * If any query in it fails, the whole transaction fails, even when `work` caught the error and went on: PostgreSQL has
 * already given up the transaction by then, answers COMMIT with ROLLBACK, and Prisma would report a success that stored
 * nothing. Serialization failures and deadlocks run `work` again, so it must have no effects but those on `tx`.
 */
export async function withTx<Result>(
  work: (tx: Tx) => Promise<Result>,
  options: { isolation?: Prisma.TransactionIsolationLevel; timeoutSeconds?: number; attempts?: number } = {},
): Promise<Result> {
  const attempts = options.attempts ?? 5;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(work, options);
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      // Those who collided must not collide again: each waits for a time of its own.
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function once<Result>(
  work: (tx: Tx) => Promise<Result>,
  options: { isolation?: Prisma.TransactionIsolationLevel; timeoutSeconds?: number },
): Promise<Result> {
  const failures: unknown[] = [];
  const watched = db().$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          // "No such row" is the client's answer to an UPDATE of nothing; the transaction is sound after it.
          if (classifyDatabaseError(error) !== "notFound") failures.push(error);
          throw error;
        }
      },
    },
  });
  return await watched.$transaction(
    async (tx) => {
      // The extension changes no types: it only looks on.
      const result = await work(tx as unknown as Tx);
      if (failures.length > 0) throw failures[0];
      return result;
    },
    {
      ...(options.isolation ? { isolationLevel: options.isolation } : {}),
      ...(options.timeoutSeconds ? { timeout: options.timeoutSeconds * 1_000 } : {}),
    },
  );
}
