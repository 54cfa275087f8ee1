import pg from "pg";
import { environment } from "../environment.ts";

interface PoolHolder {
  parallaxPool?: { url: string; pool: pg.Pool };
}

/** Development reloads modules; the pool has to outlive them, or every change would open ten more connections. */
const holder = globalThis as PoolHolder;

/**
 * The one pool of this process, shared with Prisma.
 *
 * No query waits for ever: a connection is waited for 5 s, a lock 5 s, a statement 15 s. PgBouncer refuses these limits
 * as start-up parameters unless its `ignore_startup_parameters` lists them; add `pgbouncer=true` to the address to leave
 * them out and set them with `ALTER ROLE` instead.
 */
export function pool(): pg.Pool {
  const { databaseUrl, poolSize } = environment();
  if (holder.parallaxPool?.url === databaseUrl) return holder.parallaxPool.pool;
  const limits = new URL(databaseUrl).searchParams.get("pgbouncer") === "true" ? {} : serverSideLimits;
  const made = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    // A new connection plans every statement anew; people who all come at once after a pause would wait for that.
    idleTimeoutMillis: 10 * 60_000,
    keepAlive: true,
    application_name: "parallax/web",
    ...limits,
  });
  // A connection that the server closes (a restart) is dropped and replaced; unheard, it would end the process. The
  // pool listens to idle ones only; one that is lent out tells its query, if there is one, and must have a listener.
  made.on("error", (error) => console.warn(`A database connection was lost: ${error.message}`));
  made.on("connect", (client) => client.on("error", () => undefined));
  holder.parallaxPool = { url: databaseUrl, pool: made };
  return made;
}

/** Closes the pool once running queries have ended. For shutting down and for tests. */
export async function closePool(): Promise<void> {
  const held = holder.parallaxPool;
  delete holder.parallaxPool;
  await held?.pool.end();
}

const serverSideLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};
