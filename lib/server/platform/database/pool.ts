import pg from "pg";
import { environment } from "../environment.ts";

interface PoolHolder {
  parallaxPools?: { url: string; general: pg.Pool; planned: pg.Pool };
}

/** Development reloads modules; the pools must survive this, or every change would open ten more connections. */
const holder = globalThis as PoolHolder;

/**
 * The connections of this process for statements that are planned for their values, shared with Prisma.
 *
 * No query waits forever: 5 s for a connection, 5 s for a lock, 15 s for a statement. PgBouncer refuses these limits as
 * start-up parameters unless its `ignore_startup_parameters` lists them; add `pgbouncer=true` to the address to omit
 * them and set them with `ALTER ROLE` instead.
 */
export function pool(): pg.Pool {
  return pools().general;
}

/**
 * Half as many additional connections, which plan each statement once and not for each set of values: for the long
 * statements of every step of participants and annotators, which find their few rows by key. Planning took more
 * database time than execution. A statement whose plan depends on the number of rows of a study belongs to `pool`.
 */
export function plannedPool(): pg.Pool {
  return pools().planned;
}

function pools(): { general: pg.Pool; planned: pg.Pool } {
  const { databaseUrl, poolSize } = environment();
  if (holder.parallaxPools?.url === databaseUrl) return holder.parallaxPools;
  const isPooled = new URL(databaseUrl).searchParams.get("pgbouncer") === "true";
  const limits = isPooled ? {} : serverSideLimits;
  const planning = isPooled ? {} : { options: "-c plan_cache_mode=force_generic_plan" };
  holder.parallaxPools = {
    url: databaseUrl,
    general: makePool({ connectionString: databaseUrl, max: poolSize, ...limits }),
    planned: makePool({ connectionString: databaseUrl, max: Math.ceil(poolSize / 2), ...limits, ...planning }),
  };
  return holder.parallaxPools;
}

function makePool(config: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    // A new connection plans every statement again; many people who arrive at once after a pause would wait for that.
    idleTimeoutMillis: 10 * 60_000,
    keepAlive: true,
    application_name: "parallax/web",
    ...config,
  });
  // A connection that the server closes (a restart) is dropped and replaced; without a listener the error would end the
  // process. The pool listens to idle ones only; one in use reports the error to its query, if there is one, and needs
  // a listener.
  made.on("error", (error) => console.warn(`A database connection was lost: ${error.message}`));
  made.on("connect", (client) => client.on("error", () => undefined));
  return made;
}

/** Closes the pools once running queries have ended. For shutting down and for tests. */
export async function closePool(): Promise<void> {
  const held = holder.parallaxPools;
  delete holder.parallaxPools;
  await Promise.all([held?.general.end(), held?.planned.end()]);
}

const serverSideLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};
