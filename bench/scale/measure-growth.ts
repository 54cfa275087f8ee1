import type { Pool } from "pg";
import * as z from "zod";
import { oneRow } from "../../lib/server/platform/database/rows.ts";

interface Growth {
  transactions: number;
  /** Write-ahead log, in bytes. */
  walBytes: number;
  /** Growth of all tables and indexes, in bytes. */
  diskBytes: number;
}

const figuresRow = z.strictObject({ transactions: z.number(), walBytes: z.number(), diskBytes: z.number() });

/** Statistics of a connection are visible a second after its last transaction. */
const statisticsDelayMs = 2_000;

/** Runs work and measures by how much the database grew. */
export async function measureGrowth(connections: Pool, work: () => Promise<void>): Promise<Growth> {
  const before = await read(connections);
  await work();
  await new Promise((resolve) => setTimeout(resolve, statisticsDelayMs));
  const after = await read(connections);
  return {
    transactions: after.transactions - before.transactions,
    walBytes: after.walBytes - before.walBytes,
    diskBytes: after.diskBytes - before.diskBytes,
  };
}

async function read(connections: Pool): Promise<Growth> {
  return await oneRow(
    connections,
    figuresRow,
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "walBytes",
       (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind IN ('r', 'm'))::float8 AS "diskBytes",
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS transactions`,
  );
}
