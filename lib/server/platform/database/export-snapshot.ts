import type { Pool } from "pg";
import * as z from "zod";
import { log } from "../log/log.ts";
import { pool, replicaPool } from "./pool.ts";
import { oneRow } from "./rows.ts";
import { sql } from "./sql.ts";
import { openSnapshot, type Snapshot } from "./with-snapshot.ts";

/**
 * How long an export waits until the replica has replayed everything that was committed when the export was requested.
 */
const maxWaitMs = 5_000;
const pollEveryMs = 50;

/** The database from which an export was read; for the replica, its lag when the export was requested, in seconds. */
export type ExportSource = { database: "primary" } | { database: "replica"; lagSeconds: number };

/**
 * A snapshot for an export. The replica of `DATABASE_REPLICA_URL` is used if it has everything that was committed
 * before the export was requested, otherwise the primary. In both cases an export is complete and contains no erased
 * data. The caller has checked the rights on the primary. The replica is used only for exports (import rule): assigning
 * slots, accepting answers, checking rights and storing results never depend on it.
 */
export async function openExportSnapshot(): Promise<Snapshot & { source: ExportSource }> {
  const replica = replicaPool();
  if (replica) {
    try {
      const lagSeconds = await waitForReplica(replica);
      return { ...(await openSnapshot(replica)), source: { database: "replica", lagSeconds } };
    } catch (error) {
      log("warn", "An export reads the primary instead of the replica.", { reason: (error as Error).message });
    }
  }
  return { ...(await openSnapshot()), source: { database: "primary" } };
}

const primaryRow = z.strictObject({ lsn: z.string(), system: z.string() });
const replicaRow = z.strictObject({
  isStandby: z.boolean(),
  system: z.string(),
  /** Whether the replica has replayed everything up to the primary's position. */
  isCaughtUp: z.boolean().nullable(),
  secondsSinceReplay: z.number().nullable(),
});

const readPrimary = () =>
  oneRow(
    pool(),
    primaryRow,
    "SELECT pg_current_wal_lsn()::text AS lsn, (SELECT system_identifier::text FROM pg_control_system()) AS system",
  );

/**
 * Whether the replica has replayed everything up to a position of the primary, and its lag in seconds. Throws if the
 * address is not a standby of this database.
 */
async function inspectReplica(replica: Pool, primary: z.infer<typeof primaryRow>) {
  const state = await oneRow(
    replica,
    replicaRow,
    sql`SELECT pg_is_in_recovery() AS "isStandby", (SELECT system_identifier::text FROM pg_control_system()) AS system,
      pg_last_wal_replay_lsn() >= ${primary.lsn}::pg_lsn AS "isCaughtUp",
      extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS "secondsSinceReplay"`,
  );
  if (!state.isStandby) throw new Error("DATABASE_REPLICA_URL is not a standby");
  if (state.system !== primary.system) throw new Error("DATABASE_REPLICA_URL is a standby of another database");
  const isCaughtUp = state.isCaughtUp === true;
  return { isCaughtUp, lagSeconds: isCaughtUp ? 0 : Math.max(0, state.secondsSinceReplay ?? 0) };
}

/**
 * Waits until the replica has everything that is committed on the primary now, and returns its initial lag in seconds.
 * Throws if this takes too long.
 */
async function waitForReplica(replica: Pool): Promise<number> {
  const deadline = performance.now() + maxWaitMs;
  const primary = await readPrimary();
  const initialState = await inspectReplica(replica, primary);
  let { isCaughtUp } = initialState;
  while (!isCaughtUp) {
    if (performance.now() >= deadline)
      throw new Error(`the replica is ${Math.round(initialState.lagSeconds)} s behind`);
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    ({ isCaughtUp } = await inspectReplica(replica, primary));
  }
  return initialState.lagSeconds;
}

/** The current lag of the replica, or the reason why exports do not use it; null if none is configured. */
export async function readReplicaState(): Promise<{ lagSeconds: number } | { problem: string } | null> {
  const replica = replicaPool();
  if (!replica) return null;
  try {
    const { lagSeconds } = await inspectReplica(replica, await readPrimary());
    return { lagSeconds };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
