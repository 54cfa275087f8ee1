import type { PoolClient } from "pg";
import * as z from "zod";
import { readCursor } from "../../database/read-cursor.ts";
import { manyRows, oneRow } from "../../database/rows.ts";
import { sql } from "../../database/sql.ts";
import { withSnapshot } from "../../database/with-snapshot.ts";
import {
  type AuditLog,
  auditLogs,
  auditRow,
  type ChainKey,
  digestOfBatch,
  digestOfRow,
  digestOfValues,
  eventIds,
  nextChainHead,
  readChainKey,
  selectRows,
} from "./audit-rows.ts";
import { eraseValuesAction } from "./erase-audit-values.ts";

/** A deviation from the chain. */
export interface ChainFinding {
  chain: string;
  what:
    | "row changed"
    | "row missing"
    | "row erased without record"
    | "batch changed"
    | "batch missing"
    | "other key"
    | "head unknown"
    | "row in no chain";
  /** The row or batch, and its explanation. */
  detail: string;
}

export interface ChainReport {
  chains: number;
  batches: number;
  rows: number;
  /** The number of committed rows that are in no chain yet; the next run adds them. */
  waiting: number;
  findings: ChainFinding[];
}

/** Rows older than this must be in a chain while Parallax runs. */
const maxWaitingTime = "5 minutes";

const batchRow = z.strictObject({
  id: z.string(),
  chain: z.string(),
  number: z.number(),
  rows: z.number(),
  digest: z.string(),
  head: z.string(),
  key_id: z.string(),
});
type Batch = z.infer<typeof batchRow>;

/**
 * Compares both logs with their chains: every row, every batch, every link. Reads one snapshot, one batch at a time;
 * the time grows with the number of rows. Reports at most a thousand findings.
 *
 * @param heads previously printed heads; each one must be in a chain
 */
export async function verifyChains(heads: readonly string[] = []): Promise<ChainReport> {
  const key = await readChainKey();
  return await withSnapshot(async (client) => {
    const report: ChainReport = { chains: 0, batches: 0, rows: 0, waiting: 0, findings: [] };
    const erasures = await readErasedEvents(client);
    const missingHeads = new Set(heads);
    const batches = readCursor(
      client,
      batchRow,
      sql`SELECT id::text, chain, number, rows, digest, head, key_id FROM audit_batch ORDER BY chain, number`,
    );
    let previous: Batch | null = null;
    for await (const batch of batches) {
      const previousInChain: Batch | null = previous?.chain === batch.chain ? previous : null;
      if (!previousInChain) report.chains += 1;
      checkLink(report, key, previousInChain, batch);
      await checkRows(client, report, key, batch, erasures);
      missingHeads.delete(batch.head);
      previous = batch;
      if (report.findings.length >= 1_000) break;
    }
    for (const head of missingHeads)
      report.findings.push({ chain: "", what: "head unknown", detail: `No chain has the head ${head}.` });
    await findOrphans(client, report);
    await countWaiting(client, report);
    return report;
  });
}

function checkLink(report: ChainReport, key: ChainKey, predecessor: Batch | null, batch: Batch): void {
  const { chain, number } = batch;
  const expected = (predecessor?.number ?? 0) + 1;
  const add = (what: ChainFinding["what"], detail: string) => report.findings.push({ chain, what, detail });
  report.batches += 1;
  if (number !== expected) add("batch missing", `Batch ${expected} is missing before batch ${number}.`);
  if (batch.key_id !== key.id) add("other key", `Batch ${number} was made with another installation secret.`);
  else if (nextChainHead(key, { ...batch, previous: predecessor?.head ?? "" }) !== batch.head)
    add("batch changed", `Batch ${number} is not linked to the previous batch.`);
}

const memberRow = z.strictObject({
  log: z.enum(auditLogs),
  row_id: z.string(),
  digest: z.string(),
  values_digest: z.string().nullable(),
  values_key: z.string().nullable(),
});
type Member = z.infer<typeof memberRow>;

async function checkRows(
  client: PoolClient,
  report: ChainReport,
  key: ChainKey,
  batch: Batch,
  erasures: ReadonlySet<string>,
): Promise<void> {
  const { chain, number } = batch;
  const members = await manyRows(
    client,
    memberRow,
    sql`SELECT log, row_id::text, digest, values_digest, values_key FROM audit_batch_row WHERE batch_id = ${batch.id}
        ORDER BY audit_batch_row.row_id`,
  );
  report.rows += members.length;
  // The rows of the audit log come first, as they did when the batch was created.
  const sortedMembers = [
    ...members.filter(({ log }) => log === "audit"),
    ...members.filter(({ log }) => log !== "audit"),
  ];
  if (digestOfBatch(sortedMembers.map(({ digest }) => digest)) !== batch.digest)
    report.findings.push({ chain, what: "batch changed", detail: `The list of rows of batch ${number} was changed.` });
  for (const log of auditLogs) {
    const membersOfLog = members.filter((member) => member.log === log);
    if (membersOfLog.length === 0) continue;
    const logRows = await manyRows(
      client,
      auditRow,
      sql`${selectRows[log]} WHERE ${eventIds[log]} = ANY(${membersOfLog.map(({ row_id }) => row_id)}::bigint[])`,
    );
    const rows = new Map(logRows.map((row) => [row.row_id, row]));
    for (const member of membersOfLog) checkRow(report, key, batch, member, rows.get(member.row_id), erasures);
  }
}

function checkRow(
  report: ChainReport,
  key: ChainKey,
  { chain, key_id }: Batch,
  member: Member,
  row: z.infer<typeof auditRow> | undefined,
  erasures: ReadonlySet<string>,
): void {
  const name = `Row ${member.row_id} of the ${member.log} log`;
  const add = (what: ChainFinding["what"], detail: string) => report.findings.push({ chain, what, detail });
  if (!row) return void add("row missing", `${name} is missing.`);
  if (row.is_erased && !erasures.has(row.row_id))
    return void add("row erased without record", `${name} was erased, but no event records the erasure.`);
  if (!row.is_erased && row.erasable !== null) {
    const isSame =
      member.values_key !== null && digestOfValues(member.values_key, row.erasable) === member.values_digest;
    if (!isSame) return void add("row changed", `${name} was changed after it was written.`);
  }
  if (key_id === key.id && digestOfRow(key, member.log, row.fixed, member.values_digest) !== member.digest)
    add("row changed", `${name} differs from its digest.`);
}

const eventsRow = z.strictObject({ event: z.string() });

/** The events whose values were erased, according to the log. */
async function readErasedEvents(client: PoolClient): Promise<Set<string>> {
  const rows = await manyRows(
    client,
    eventsRow,
    sql`SELECT jsonb_array_elements_text(after -> 'events') AS event FROM audit_event WHERE action = ${eraseValuesAction}`,
  );
  return new Set(rows.map(({ event }) => event));
}

const orphanRow = z.strictObject({ orphans: z.number() });

/**
 * Finds rows of missing batches. Without this check, deleting the newest batch would hide its rows from later checks.
 */
async function findOrphans(client: PoolClient, report: ChainReport): Promise<void> {
  const { orphans } = await oneRow(
    client,
    orphanRow,
    `SELECT count(*)::int AS orphans FROM audit_batch_row
     WHERE NOT EXISTS (SELECT FROM audit_batch WHERE audit_batch.id = audit_batch_row.batch_id)`,
  );
  if (orphans > 0)
    report.findings.push({
      chain: "",
      what: "batch missing",
      detail: `${orphans} rows belong to a missing batch.`,
    });
}

const countRow = z.strictObject({ waiting: z.number(), late: z.number() });

async function countWaiting(client: PoolClient, report: ChainReport): Promise<void> {
  for (const log of auditLogs) {
    const { waiting, late } = await oneRow(client, countRow, waitingStatement(log));
    report.waiting += waiting;
    if (late > 0)
      report.findings.push({
        chain: "",
        what: "row in no chain",
        detail: `${late} rows of the ${log} log are older than ${maxWaitingTime} and in no chain: Parallax is not running, or the rows were added manually.`,
      });
  }
}

function waitingStatement(log: AuditLog): string {
  return `SELECT count(*)::int AS waiting,
      count(*) FILTER (WHERE ${log}_event.at < clock_timestamp() - interval '${maxWaitingTime}')::int AS late
    FROM ${log}_event LEFT JOIN audit_batch_row ON audit_batch_row.log = '${log}' AND audit_batch_row.row_id = ${log}_event.id
    WHERE audit_batch_row.row_id IS NULL`;
}
