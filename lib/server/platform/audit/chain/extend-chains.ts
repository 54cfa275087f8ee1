import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows, maybeRow, oneRow } from "../../database/rows.ts";
import { sql } from "../../database/sql.ts";
import { withTx } from "../../database/with-transaction.ts";
import { log } from "../../log/log.ts";
import {
  type AuditLog,
  type AuditRow,
  auditLogs,
  auditRow,
  type ChainKey,
  chainLock,
  digestOfBatch,
  digestOfRow,
  digestOfValues,
  eventIds,
  nextChainHead,
  readChainKey,
  selectRows,
} from "./audit-rows.ts";

/** Number of rows of a log per transaction; their digests take some milliseconds. */
const batchSize = 500;
/** How often committed rows are added to the chains. */
const intervalMs = 10_000;
/**
 * The maximum duration of a transaction. A long transaction may commit rows with smaller IDs than rows that are already
 * in a chain, so both logs are read again from this time on.
 */
const maxTransactionTime = "10 minutes";

/** Adds committed rows to the chains every ten seconds, until the process ends. Any number of processes may do so. */
export function keepExtendingChains(): void {
  let isRunning = false;
  setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await extendChains().catch((error: Error) =>
      log("warn", "The audit chain could not be extended; the next run will retry.", { reason: error.message }),
    );
    isRunning = false;
  }, intervalMs).unref();
}

/**
 * Adds every committed row of the audit log and the assignment log to its chain, if it is not in the chain yet. Returns
 * the number of added rows. Each batch is a transaction. Does nothing while another process adds rows or while values
 * are being erased.
 */
export async function extendChains(): Promise<number> {
  const key = await readChainKey();
  let addedCount = 0;
  const after: Record<AuditLog, string> = await readStartingPoints();
  for (;;) {
    const rows = await withTx((client) => addBatches(client, key, after));
    addedCount += rows;
    if (rows === 0) return addedCount;
  }
}

const pointsRow = z.strictObject({ audit: z.string(), assignment: z.string() });

/**
 * The number of newest batches in which the last batch that is not recent is searched. Searching more batches would
 * cost more than reading the rows again.
 */
const newestBatches = 20_000;

/**
 * The largest row IDs of the batches that are not recent; all rows before them are in a chain. A batch that follows a
 * recent batch also counts as recent, because a clock that was set back gives new batches old times.
 */
async function readStartingPoints(): Promise<Record<AuditLog, string>> {
  return await withTx((client) =>
    oneRow(
      client,
      pointsRow,
      `WITH newest AS (SELECT id, made_at FROM audit_batch ORDER BY id DESC LIMIT ${newestBatches}),
         recent AS (SELECT min(id) AS id FROM newest WHERE made_at >= clock_timestamp() - interval '${maxTransactionTime}')
       SELECT coalesce(max(last_audit_id), 0)::text AS audit, coalesce(max(last_assignment_id), 0)::text AS assignment
       FROM (SELECT last_audit_id, last_assignment_id FROM audit_batch, recent
             WHERE made_at < clock_timestamp() - interval '${maxTransactionTime}'
               AND (recent.id IS NULL OR audit_batch.id < recent.id)
             ORDER BY audit_batch.id DESC LIMIT 1000) AS earlier`,
    ),
  );
}

interface NewRow {
  log: AuditLog;
  rowId: string;
  digest: string;
  valuesDigest: string | null;
  valuesKey: string | null;
}

const lockRow = z.strictObject({ locked: z.boolean() });

async function addBatches(client: PoolClient, key: ChainKey, after: Record<AuditLog, string>): Promise<number> {
  const { locked } = await oneRow(client, lockRow, sql`SELECT pg_try_advisory_xact_lock(${chainLock}) AS locked`);
  if (!locked) return 0;
  const rowsByChain = new Map<string, NewRow[]>();
  let addedCount = 0;
  for (const name of auditLogs) {
    const rows = await readNewRows(client, name, after[name]);
    for (const row of rows) {
      const chainRows = rowsByChain.get(row.chain);
      if (chainRows) chainRows.push(toNewRow(key, name, row));
      else rowsByChain.set(row.chain, [toNewRow(key, name, row)]);
    }
    after[name] = rows.at(-1)?.row_id ?? after[name];
    addedCount += rows.length;
  }
  for (const [chain, rows] of rowsByChain) await addBatch(client, key, chain, rows);
  return addedCount;
}

async function readNewRows(client: PoolClient, name: AuditLog, after: string): Promise<AuditRow[]> {
  const id = eventIds[name];
  return await manyRows(
    client,
    auditRow,
    sql`${selectRows[name]} LEFT JOIN audit_batch_row ON audit_batch_row.log = ${name} AND audit_batch_row.row_id = ${id}
     WHERE ${id} > ${after} AND audit_batch_row.row_id IS NULL ORDER BY ${id} LIMIT ${batchSize}`,
  );
}

function toNewRow(key: ChainKey, name: AuditLog, { row_id, fixed, erasable, is_erased }: AuditRow): NewRow {
  const valuesKey = erasable === null ? null : randomBytes(16).toString("hex");
  const valuesDigest = erasable === null || valuesKey === null ? null : digestOfValues(valuesKey, erasable);
  return {
    log: name,
    rowId: row_id,
    digest: digestOfRow(key, name, fixed, valuesDigest),
    valuesDigest,
    valuesKey: is_erased ? null : valuesKey,
  };
}

const headRow = z.strictObject({ number: z.number(), head: z.string() });
const idRow = z.strictObject({ id: z.string() });

async function addBatch(client: PoolClient, key: ChainKey, chain: string, rows: readonly NewRow[]): Promise<void> {
  const last = await maybeRow(
    client,
    headRow,
    sql`SELECT number, head FROM audit_batch WHERE chain = ${chain} ORDER BY number DESC LIMIT 1`,
  );
  const number = (last?.number ?? 0) + 1;
  const digest = digestOfBatch(rows.map((row) => row.digest));
  const head = nextChainHead(key, { chain, number, rows: rows.length, digest, previous: last?.head ?? "" });
  const { id } = await oneRow(
    client,
    idRow,
    sql`INSERT INTO audit_batch (chain, number, last_audit_id, last_assignment_id, rows, digest, head, key_id)
        VALUES (${chain}, ${number}, ${lastId(rows, "audit")}, ${lastId(rows, "assignment")}, ${rows.length}, ${digest},
          ${head}, ${key.id}) RETURNING id::text`,
  );
  await client.query(
    sql`INSERT INTO audit_batch_row (log, row_id, batch_id, digest, values_digest, values_key)
     SELECT log, row_id, ${id}, digest, values_digest, values_key
     FROM unnest(${rows.map((row) => row.log)}::text[], ${rows.map((row) => row.rowId)}::bigint[],
     ${rows.map((row) => row.digest)}::text[], ${rows.map((row) => row.valuesDigest)}::text[],
     ${rows.map((row) => row.valuesKey)}::text[])
       AS made (log, row_id, digest, values_digest, values_key)`,
  );
}

function lastId(rows: readonly NewRow[], name: AuditLog): string {
  return rows.findLast((row) => row.log === name)?.rowId ?? "0";
}
