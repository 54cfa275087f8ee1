import { setTimeout } from "node:timers/promises";
import pg from "pg";
import * as z from "zod";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { purgedFilesKey } from "./purge-state.ts";

/** The tables from which an erasure removes values. */
const tablesWithErasures = [
  "session",
  "session_screen",
  "step_answer",
  "response",
  "entry_identity",
  "person_match",
  "refused_arrival",
  "recruiter_event",
  "exclusion",
  "response_flag",
  "cleaning_review",
  "cleaning_rating",
  "erasure_request",
  "stored_result",
  "annotation_coded_answer",
  "release",
  "release_part",
  "upload_part",
  "audit_event",
  "audit_batch_row",
];

/** A statement waits at most this long for a table that is in use; the purge then fails and is repeated later. */
const lockTimeout = "10s";

/**
 * An erasure becomes visible when its transaction ends, a little later than its recorded time. Until then a new
 * transaction, such as an automatic ANALYZE, may still read the values.
 */
const erasureDelay = "1 minute";

const purgeDueRow = z.strictObject({
  // Read as text, because a `Date` has no microseconds.
  erased_until: z.string().nullable(),
  is_due: z.boolean().nullable(),
  is_visible: z.boolean(),
});

/**
 * Removes erased values from the files of the database: rewrites the tables and their indexes without dead rows,
 * recomputes the planner's statistics, and overwrites or deletes the segments of the write-ahead log. Each table is
 * locked while it is rewritten. Does nothing if no session was erased since the last purge, or while an older
 * transaction can still read the values.
 *
 * @param connectionString address with a superuser account; with any other account, such as on an external server,
 * nothing is done
 * @returns whether values were removed
 */
export async function purgeFiles(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: "parallax/purge" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const due = await maybeRow(
      client,
      purgeDueRow,
      sql`
      SELECT erased_at::text AS erased_until,
        current_setting('is_superuser')::boolean AND erased_at > coalesce((SELECT (value ->> 'erasedUntil')::timestamptz FROM setting WHERE key = ${purgedFilesKey}),
          '-infinity') AS is_due,
        EXISTS (SELECT FROM pg_stat_activity WHERE xact_start <= erased_at + ${erasureDelay}::interval AND pid <> pg_backend_pid()) AS is_visible
      FROM (SELECT max(erased_at) AS erased_at FROM session) AS latest
    `,
    );
    if (!due?.erased_until || !due.is_due || due.is_visible) return false;
    if (!(await rewriteTables(client))) return false;
    await overwriteLog(client);
    await recordPurge(client, due.erased_until);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const transactionRow = z.strictObject({ xid: z.string() });

/**
 * Rewrites the tables.
 *
 * @returns false if rows could not be removed, because an older transaction may still read them
 */
async function rewriteTables(client: pg.Client): Promise<boolean> {
  await client.query(`SET lock_timeout = '${lockTimeout}'`);
  // The planner's statistics contain frequent values. They are deleted, because ANALYZE keeps the statistics of an
  // index that has become empty.
  const { xid } = await oneRow(
    client,
    transactionRow,
    sql`
    WITH deleted AS (
      DELETE FROM pg_catalog.pg_statistic USING pg_class
      WHERE pg_class.oid = starelid AND relnamespace = 'public'::regnamespace
        AND (relname = ANY (${tablesWithErasures}::text[]) OR EXISTS (
          SELECT FROM pg_index JOIN pg_class AS indexed ON indexed.oid = indrelid
          WHERE indexrelid = starelid AND indexed.relname = ANY (${tablesWithErasures}::text[])))
      RETURNING 1
    )
    SELECT pg_current_xact_id()::text AS xid FROM (SELECT count(*) FROM deleted) AS counted
  `,
  );
  for (const table of tablesWithErasures) await client.query(`VACUUM (FULL, ANALYZE) ${pg.escapeIdentifier(table)}`);
  if (!(await waitForOlderTransactions(client, xid))) return false;
  await client.query("VACUUM FULL pg_catalog.pg_statistic");
  return true;
}

const oldestTransactionRow = z.strictObject({ is_before_all: z.boolean() });

/**
 * Waits until no running transaction of the server, in any database, is older than this one: VACUUM keeps rows that an
 * older transaction may read. Returns false after a minute.
 */
async function waitForOlderTransactions(client: pg.Client, xid: string): Promise<boolean> {
  for (const end = Date.now() + 60_000; ; await setTimeout(100)) {
    const { is_before_all } = await oneRow(
      client,
      oldestTransactionRow,
      sql`SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${xid}::xid8 AS is_before_all`,
    );
    if (is_before_all || Date.now() > end) return is_before_all;
  }
}

const segmentCountRow = z.strictObject({ segments: z.number() });

/**
 * Overwrites all existing segments of the write-ahead log, and deletes those that are no longer needed. Otherwise
 * PostgreSQL renames such a segment and keeps its content until the segment is written again.
 */
async function overwriteLog(client: pg.Client): Promise<void> {
  await client.query("ALTER SYSTEM SET wal_recycle = off");
  try {
    await client.query("SELECT pg_reload_conf()");
    await client.query("SELECT pg_sleep(1)");
    const { segments } = await oneRow(client, segmentCountRow, "SELECT count(*)::int AS segments FROM pg_ls_waldir()");
    for (let done = 0; done <= segments; done += 1) {
      await client.query("SELECT pg_create_restore_point('parallax purge')");
      await client.query("SELECT pg_switch_wal()");
      await client.query("CHECKPOINT");
    }
  } finally {
    await client.query("ALTER SYSTEM RESET wal_recycle");
    await client.query("SELECT pg_reload_conf()");
  }
}

/** Records the purge. This must be the last step, so that an interrupted purge is repeated. */
async function recordPurge(client: pg.Client, erasedUntil: string): Promise<void> {
  await recordAudit(client, {
    actorId: null,
    action: "installation.purge-files",
    subjectType: "installation",
    subjectId: "database",
    after: { erasedUntil },
  });
  await client.query(sql`
    INSERT INTO setting (key, value) VALUES (${purgedFilesKey},
      jsonb_build_object('erasedUntil', ${erasedUntil}::timestamptz, 'at', clock_timestamp()))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()
  `);
}
