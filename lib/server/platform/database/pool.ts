import pg from "pg";
import { environment } from "../environment.ts";

interface PoolHolder {
  parallaxPools?: { url: string; general: pg.Pool; planned: pg.Pool };
  parallaxReplicaPool?: { url: string; pool: pg.Pool };
}

/** Development reloads modules; the pools must survive a reload, or each reload would open ten more connections. */
const holder = globalThis as PoolHolder;

/**
 * The connections of this process for statements that are planned for their values, shared with Prisma.
 *
 * No query waits forever: 5 s for a connection, 5 s for a lock, 15 s for a statement. PgBouncer rejects these limits as
 * start-up parameters unless its `ignore_startup_parameters` lists them; add `pgbouncer=true` to the address to omit
 * them and set them with `ALTER ROLE` instead.
 */
export function pool(): pg.Pool {
  return pools().general;
}

/**
 * A second pool, half the size of `pool`, whose connections use generic plans (one plan per statement, not one per set
 * of values). It is for the long statements of requests of participants and annotators, which find few rows by key:
 * planning them took more database time than executing them. Statements whose best plan depends on the number of rows
 * of a study must use `pool`.
 */
export function plannedPool(): pg.Pool {
  return pools().planned;
}

/**
 * The connections to the read replica, or null if none is configured. Only exports use the replica
 * (`export-snapshot.ts`): its data may be old, so nothing else may depend on them.
 */
export function replicaPool(): pg.Pool | null {
  const { replicaUrl, poolSize } = environment();
  if (replicaUrl === null) return null;
  if (holder.parallaxReplicaPool?.url !== replicaUrl) {
    void holder.parallaxReplicaPool?.pool.end();
    const max = Math.ceil(poolSize / 2);
    holder.parallaxReplicaPool = {
      url: replicaUrl,
      pool: makePool({ connectionString: replicaUrl, max, ...limitsFor(replicaUrl) }),
    };
  }
  return holder.parallaxReplicaPool.pool;
}

function pools(): { general: pg.Pool; planned: pg.Pool } {
  const { databaseUrl, poolSize } = environment();
  if (holder.parallaxPools?.url === databaseUrl) return holder.parallaxPools;
  const limits = limitsFor(databaseUrl);
  const planning = limits === serverSideLimits ? { options: "-c plan_cache_mode=force_generic_plan" } : {};
  holder.parallaxPools = {
    url: databaseUrl,
    general: makePool({ connectionString: databaseUrl, max: poolSize, ...limits }),
    planned: makePool({ connectionString: databaseUrl, max: Math.ceil(poolSize / 2), ...limits, ...planning }),
  };
  return holder.parallaxPools;
}

function limitsFor(databaseUrl: string): Partial<typeof serverSideLimits> {
  return new URL(databaseUrl).searchParams.get("pgbouncer") === "true" ? {} : serverSideLimits;
}

function makePool(config: pg.PoolConfig): pg.Pool {
  const newPool = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    // A new connection plans every statement again. With a short timeout, many people who arrive at once after a pause
    // would have to wait until new connections have planned their statements.
    idleTimeoutMillis: 10 * 60_000,
    keepAlive: true,
    application_name: "parallax/web",
    ...config,
  });
  // A connection that the server closes (for example on a restart) is dropped and replaced. Without a listener, its
  // error would end the process. The pool listens only to idle connections. A connection in use reports the error to
  // its query, if any, and needs a separate listener.
  newPool.on("error", (error) => console.warn(`A database connection was lost: ${error.message}`));
  newPool.on("connect", (client) => client.on("error", () => undefined));
  return newPool;
}

/** The connections of this process by pool and state, for its metrics. Empty before the first statement. */
export function countConnections(): { pool: string; state: string; count: number }[] {
  const { general, planned } = holder.parallaxPools ?? {};
  const replica = holder.parallaxReplicaPool?.pool;
  return Object.entries({ general, planned, ...(replica ? { replica } : {}) }).flatMap(
    ([name, { totalCount, idleCount, waitingCount } = noPool]) => [
      { pool: name, state: "busy", count: totalCount - idleCount },
      { pool: name, state: "idle", count: idleCount },
      { pool: name, state: "waiting", count: waitingCount },
    ],
  );
}

const noPool = { totalCount: 0, idleCount: 0, waitingCount: 0 };

/** Closes the pools after running queries have ended. For shutting down and for tests. */
export async function closePool(): Promise<void> {
  const openPools = holder.parallaxPools;
  const replica = holder.parallaxReplicaPool;
  delete holder.parallaxPools;
  delete holder.parallaxReplicaPool;
  await Promise.all([openPools?.general.end(), openPools?.planned.end(), replica?.pool.end()]);
}

const serverSideLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};
