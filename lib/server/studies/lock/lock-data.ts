import { createHash, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { dataLockLine, endCauses } from "@/lib/domain/results/plan/data-collection-state.ts";
import { designSchema, findMargin } from "@/lib/domain/survey/design.ts";
import { countedWhere, selectReasonNotCounted } from "../../counting/counted-where.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { type Connection, json, manyRows, maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { log } from "../../platform/log/log.ts";
import { areFlagsCurrent, excludeFlagged } from "../cleaning/exclude-flagged.ts";
import { parsePlan } from "../draft/freeze-protocol.ts";
import { applyPlanRules } from "../rules/apply-plan-rules.ts";
import { computeStudyMargins } from "../study-margins.ts";
import { readLockedResponses } from "./verify-lock.ts";

const intervalMs = 30_000;

/** Locks the data of studies whose running sessions have finished or expired, twice a minute until the process ends. */
export function startLockTimer(): void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await lockAllEndedData().catch((error: Error) =>
      log("warn", "Data could not be locked; the next run will retry.", { reason: error.message }),
    );
    isRunning = false;
  };
  void run();
  setInterval(run, intervalMs).unref();
}

const idRow = z.strictObject({ id: z.string() });

/** Locks the data of every study that has ended and is not locked. Returns the number of locked studies. */
export async function lockAllEndedData(): Promise<number> {
  const dueStudies = await manyRows(
    pool(),
    idRow,
    "SELECT id FROM study WHERE end_cause IS NOT NULL AND locked_at IS NULL",
  );
  let lockedCount = 0;
  for (const { id } of dueStudies) if (await lockEndedData(id)) lockedCount += 1;
  return lockedCount;
}

const studyToLockRow = z.strictObject({
  project_id: z.string(),
  cause: z.enum(endCauses),
  by_id: z.string().nullable(),
  design: json(),
  margins: json().nullable(),
  plan: json().nullable(),
  items: z.number(),
  locks: z.number(),
});

/**
 * Locks the data of a study whose main stage has ended. Does nothing if the data are already locked, if there are no
 * data, or while a session has a slot with an active lease. Sessions that finish after the lock are surplus. Returns
 * whether this call locked the data. Waits for concurrent changes of slots and sessions: a session that finishes first
 * is part of the lock; a later one has lost its slot.
 */
export async function lockEndedData(studyId: string): Promise<boolean> {
  // Applies the plan's rules to answers that are older than the rules. This locks sessions, so it must run before the
  // data are locked.
  if (await isReadyToLock(studyId)) {
    await withTx((client) => applyPlanRules(client, studyId));
    if ((await hasRunningSession(pool(), studyId)) || (await excludeFlagged(studyId)) === "pending") return false;
  }
  return withTx(async (client) => {
    // Listing millions of answers takes longer than the usual limit.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '600s'");
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('data-lock/' || ${studyId}::uuid, 0))`);
    const study = await maybeRow(
      client,
      studyToLockRow,
      sql`SELECT project_id, end_cause AS cause, ended_by_id AS by_id, design, margins, study_plan.document AS plan,
            (SELECT count(*)::int FROM study_item WHERE study_id = study.id) AS items,
            (SELECT count(*)::int FROM data_lock WHERE study_id = study.id) AS locks
          FROM study LEFT JOIN study_plan ON study_plan.study_id = study.id
          WHERE study.id = ${studyId} AND end_cause IS NOT NULL AND locked_at IS NULL
            AND EXISTS (SELECT FROM response WHERE study_id = study.id) FOR UPDATE OF study`,
    );
    if (!study || (await hasRunningSession(client, studyId))) return false;
    // If answers have arrived since the rules were applied, the next call applies the rules again.
    if (!(await areFlagsCurrent(studyId))) return false;
    await releaseExpiredSlots(client, studyId);
    const number = study.locks + 1;
    const lockId = await storeResponseList(client, studyId, { ...study, number });
    if (number === 1) await storeLockedCounts(client, studyId);
    const { sha256, listed, counted } = await hashResponseList(client, lockId);
    await client.query(sql`
      UPDATE data_lock SET sha256 = ${sha256}, listed = ${listed}, counted = ${counted} WHERE id = ${lockId}
    `);
    await client.query(sql`UPDATE study SET locked_at = clock_timestamp() WHERE id = ${studyId}`);
    await recordAudit(client, {
      actorId: study.by_id,
      projectId: study.project_id,
      action: "study.lock-data",
      subjectType: "study",
      subjectId: studyId,
      after: { number, cause: study.cause, sha256, listed, counted },
    });
    return true;
  });
}

async function isReadyToLock(studyId: string): Promise<boolean> {
  const dueCount = await rowCountOf(
    pool(),
    sql`SELECT FROM study WHERE id = ${studyId} AND end_cause IS NOT NULL AND locked_at IS NULL`,
  );
  return dueCount > 0;
}

const runningRow = z.strictObject({ isRunning: z.boolean() });

async function hasRunningSession(client: Pick<PoolClient, "query">, studyId: string): Promise<boolean> {
  const { isRunning } = await oneRow(
    client,
    runningRow,
    sql`SELECT EXISTS (SELECT FROM slot WHERE study_id = ${studyId} AND NOT is_done AND session_id IS NOT NULL
          AND NOT lease_is_free(available_at, clock_timestamp())) AS "isRunning"`,
  );
  return isRunning;
}

/** Releases slots with expired leases. A session that resumes afterwards has no slot, so its answers are surplus. */
async function releaseExpiredSlots(client: PoolClient, studyId: string): Promise<void> {
  await client.query(sql`
    WITH lapsed AS (
      SELECT id, session_id FROM slot WHERE study_id = ${studyId} AND NOT is_done AND session_id IS NOT NULL
      ORDER BY id FOR UPDATE
    ), released AS (
      UPDATE slot SET session_id = NULL, available_at = '-infinity' FROM lapsed WHERE slot.id = lapsed.id
    )
    INSERT INTO assignment_event (study_id, slot_id, session_id, event)
    SELECT ${studyId}, id, session_id, 'released' FROM lapsed
  `);
}

/** Stores the data lock, without its hash, and the list of all responses of the stage; returns the lock's ID. */
async function storeResponseList(
  client: PoolClient,
  studyId: string,
  study: z.infer<typeof studyToLockRow> & { number: number },
): Promise<string> {
  const design = designSchema.parse(study.design);
  const sessions = findMargin(computeStudyMargins(study.margins, design, study.items), "sessions").high;
  const lockId = randomUUID();
  await client.query(sql`
    INSERT INTO data_lock (id, study_id, number, cause, locked_by_id, sha256, listed, counted, planned)
    VALUES (${lockId}, ${studyId}, ${study.number}, ${study.cause}, ${study.by_id}, '', 0, 0,
      ${sessions * design.itemsPerSession})
  `);
  const choice = parsePlan(study.plan).exclusions;
  await client.query(
    sql`INSERT INTO data_lock_response (lock_id, response_id, counted, reason, is_complete, is_newest, is_surplus,
       is_excluded)
     SELECT ${lockId}, counted.id, ${countedWhere(choice)}, ${selectReasonNotCounted(choice)}, counted.is_complete,
       counted.is_newest, counted.is_surplus, counted.is_excluded
     FROM counted_response AS counted WHERE counted.study_id = ${studyId} AND counted.stage = 'main'`,
  );
  return lockId;
}

async function storeLockedCounts(client: PoolClient, studyId: string): Promise<void> {
  await client.query(sql`
    INSERT INTO locked_cell_count (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
      answer_key, count, sum_ms, sum_squared_ms)
    SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, coalesce(answer_key, ''),
      count(*), sum(elapsed_ms), sum(elapsed_ms::numeric * elapsed_ms)
    FROM locked_response WHERE study_id = ${studyId} AND is_complete AND is_newest
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  `);
}

/** SHA-256 of the list of a data lock, read in chunks, with the numbers of listed and counted responses. */
export async function hashResponseList(
  client: Connection,
  lockId: string,
): Promise<{ sha256: string; listed: number; counted: number }> {
  const hash = createHash("sha256");
  let listed = 0;
  let counted = 0;
  for await (const row of readLockedResponses(client, lockId)) {
    hash.update(dataLockLine(row));
    listed += 1;
    if (row.counted) counted += 1;
  }
  return { sha256: hash.digest("hex"), listed, counted };
}
