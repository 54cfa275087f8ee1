import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { formatCertificate, type PurgeCertificate } from "@/lib/domain/survey/erasure/retention.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { InterruptedJobError, type RunningJob } from "../../platform/jobs/run-job.ts";
import { eraseSession, recordErasure } from "./erase-session.ts";
import { withdrawById } from "./withdraw.ts";

export const purgeJobKind = "purge-study";

const payloadSchema = z.strictObject({ study: z.uuid() });

const dueRow = z.strictObject({ id: z.string(), project_id: z.string() });

/**
 * Creates a job for each study whose retention period has ended; a study that is open waits. Returns the number of
 * jobs.
 */
export async function requestDuePurges(): Promise<number> {
  const dueStudies = await manyRows(
    pool(),
    dueRow,
    sql`SELECT study.id, study.project_id FROM study_retention JOIN study ON study.id = study_retention.study_id
        WHERE until < (clock_timestamp() AT TIME ZONE 'UTC')::date AND study.status <> 'open'`,
  );
  for (const { id, project_id: projectId } of dueStudies)
    await enqueueJob({
      kind: purgeJobKind,
      payload: { study: id },
      projectId,
      createdById: null,
      dedupeKey: `${purgeJobKind}:${id}`,
      priority: -1,
    });
  return dueStudies.length;
}

/** Checks once an hour, until the process ends, which studies must be purged. */
export function startPurgeTimer(): void {
  const run = () => requestDuePurges().catch(() => undefined);
  void run();
  setInterval(run, 3_600_000).unref();
}

const sessionRow = z.strictObject({ id: z.string(), is_running: z.boolean() });

/**
 * Erases all sessions of a study whose retention has ended, and writes the certificate. Sessions keep their outcome and
 * slot, so the flow does not change; sessions in progress are withdrawn. The purge can be interrupted and repeated.
 */
export async function purgeStudy(job: RunningJob): Promise<unknown> {
  const { study } = payloadSchema.parse(job.payload);
  const sessions = await manyRows(
    pool(),
    sessionRow,
    sql`SELECT session.id, outcome IS NULL AS is_running FROM session
        JOIN study_retention ON study_retention.study_id = session.study_id
        WHERE session.study_id = ${study} AND erased_at IS NULL
          AND until < (clock_timestamp() AT TIME ZONE 'UTC')::date ORDER BY session.id`,
  );
  for (const { id, is_running: isRunning } of sessions) {
    if (job.signal.aborted) throw new InterruptedJobError();
    if (isRunning) await withdrawById(id, "erase");
    else await eraseEndedSession(id);
  }
  return { certificate: await withTx((client) => writeCertificate(client, study)) };
}

async function eraseEndedSession(sessionId: string): Promise<void> {
  const erasedAt = await withTx((client) => eraseSession(client, sessionId));
  if (erasedAt) await recordErasure(sessionId, erasedAt);
}

const retentionRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  until: z.string(),
  set_by: z.string().nullable(),
  set_at: z.date(),
  now: z.date(),
});

const countsRow = z.strictObject({
  sessions: z.array(z.string()),
  responses: z.number(),
  forms: z.number(),
  ids: z.number(),
});

/**
 * Writes the certificate and removes the retention date, which ends the purge; null if another attempt has done this.
 */
async function writeCertificate(client: PoolClient, studyId: string): Promise<string | null> {
  const retention = await maybeRow(
    client,
    retentionRow,
    sql`DELETE FROM study_retention AS retention USING study
        WHERE retention.study_id = ${studyId} AND study.id = retention.study_id
          AND until < (clock_timestamp() AT TIME ZONE 'UTC')::date
        RETURNING study.project_id, study.name, until::text AS until, set_at, clock_timestamp() AS now,
          (SELECT app_user.name FROM app_user WHERE app_user.id = retention.set_by_id) AS set_by`,
  );
  if (!retention) return null;
  await client.query(sql`UPDATE refused_arrival SET external_id = NULL WHERE study_id = ${studyId}`);
  const { sessions, ...counts } = await oneRow(
    client,
    countsRow,
    sql`
    WITH gone AS (SELECT id FROM session WHERE study_id = ${studyId} AND erased_at IS NOT NULL)
    SELECT ARRAY(SELECT id::text FROM gone ORDER BY id) AS sessions,
      (SELECT count(*)::int FROM response WHERE session_id IN (SELECT id FROM gone)) AS responses,
      (SELECT count(*)::int FROM step_answer WHERE session_id IN (SELECT id FROM gone) AND key <> 'consent') AS forms,
      (SELECT count(*)::int FROM entry_identity WHERE session_id IN (SELECT id FROM gone)) AS ids
  `,
  );
  const certificate: PurgeCertificate = {
    format: "parallax-purge-certificate/1",
    study: { id: studyId, name: retention.name },
    retainedUntil: retention.until,
    setBy: retention.set_by ?? "a deleted account",
    setAt: retention.set_at.toISOString(),
    purgedAt: retention.now.toISOString(),
    counts: { sessions: sessions.length, ...counts },
    sessionsSha256: sha256(sessions.map((id) => `${id}\n`).join("")),
  };
  const document = formatCertificate(certificate);
  const { id } = await oneRow(
    client,
    z.strictObject({ id: z.string() }),
    sql`INSERT INTO purge_certificate (id, study_id, document, sha256)
        VALUES (gen_random_uuid(), ${studyId}, ${document}, ${sha256(document)}) RETURNING id`,
  );
  await recordAudit(client, {
    actorId: null,
    projectId: retention.project_id,
    action: "study.purge",
    subjectType: "study",
    subjectId: studyId,
    after: { certificate: id, sha256: sha256(document), ...certificate.counts },
  });
  return id;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
