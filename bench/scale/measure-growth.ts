import type { Pool } from "pg";
import * as z from "zod";
import { oneRow } from "../../lib/server/platform/database/rows.ts";

interface Growth<Result> {
  result: Result;
  /** Write-ahead log, in bytes. */
  walBytes: number;
  /** Growth of all tables and indexes, in bytes. */
  diskBytes: number;
  transactions: number;
  /** The largest number of connections of clients at a time. */
  connections: number;
}

const figuresRow = z.strictObject({ wal: z.number(), disk: z.number(), transactions: z.number() });
const connectionsRow = z.strictObject({ count: z.number() });

/** Runs work and measures by how much the database grew. */
export async function measureGrowth<Result>(connections: Pool, work: () => Promise<Result>): Promise<Growth<Result>> {
  const before = await read(connections);
  let most = 0;
  const timer = setInterval(async () => {
    const count = `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend'`;
    const row = await oneRow(connections, connectionsRow, count).catch(() => null);
    most = Math.max(most, row?.count ?? 0);
  }, 500);
  const result = await work().finally(() => clearInterval(timer));
  const after = await read(connections);
  return {
    result,
    walBytes: after.wal - before.wal,
    diskBytes: after.disk - before.disk,
    transactions: after.transactions - before.transactions,
    connections: most,
  };
}

async function read(connections: Pool) {
  return await oneRow(
    connections,
    figuresRow,
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal,
       (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind IN ('r', 'm'))::float8 AS disk,
       (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS transactions`,
  );
}
