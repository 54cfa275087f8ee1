import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "./generated/client.ts";
import { pool } from "./pool.ts";

interface ClientHolder {
  parallaxClient?: { pool: pg.Pool; client: PrismaClient };
}

const holder = globalThis as ClientHolder;

/**
 * The Prisma client of this process, created on first use with the shared pool. Use it to read models and for single
 * writes; use `withTx` for several writes.
 */
export function db(): PrismaClient {
  const sharedPool = pool();
  if (holder.parallaxClient?.pool === sharedPool) return holder.parallaxClient.client;
  const client = new PrismaClient({
    adapter: new PrismaPg(sharedPool),
    transactionOptions: { maxWait: 5_000, timeout: 10_000 },
  });
  holder.parallaxClient = { pool: sharedPool, client };
  return client;
}
