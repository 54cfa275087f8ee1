import * as z from "zod";
import { pool } from "../database/pool.ts";
import { maybeRow } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { claimNextJob, leaseSeconds } from "./claim-job.ts";

export interface RunningJob {
  id: string;
  kind: string;
  payload: unknown;
  projectId: string | null;
  createdById: string | null;
  attempt: number;
  /** Reports the progress of the job. Each report also renews the lease, as a heartbeat. */
  progress(progress: Record<string, unknown>): Promise<void>;
  /**
   * Aborted when the process must end or when another project's job needs the slot. Long work then stops at a point
   * from which it can continue: {@link InterruptedJobError}.
   */
  signal: AbortSignal;
}

/**
 * Handles one kind of job. It may run more than once for one job (after a killed process), so it must be idempotent.
 */
export interface JobHandler {
  (job: RunningJob): Promise<unknown>;
  /** The job mostly waits, for example for a model's answers, and does not use a slot for other work. */
  mostlyWaits?: true;
  /** Called when a job was abandoned because every process that claimed it ended before the job was finished. */
  givenUp?: (job: RunningJob) => Promise<void>;
}

/** A failure that no retry can fix: the job fails permanently and immediately, with this message. */
export class PermanentJobError extends Error {}

/** The job stopped because its signal was aborted. It continues when it is claimed again, and no attempt is counted. */
export class InterruptedJobError extends Error {}

/**
 * Claims and runs the next job of the kinds that have a handler. A job whose process was killed is claimed again when
 * its lease expires. The delay grows with each failed attempt. After the last attempt the job is marked as dead, also
 * if every attempt crashed its process. Returns false if no job was due.
 *
 * @param onStart called with the job before it runs
 */
export async function runNextJob(
  handlers: Readonly<Record<string, JobHandler>>,
  signal: AbortSignal = new AbortController().signal,
  onStart: (job: RunningJob & { priority: number }) => void = () => {},
): Promise<boolean> {
  const row = await claimNextJob(Object.keys(handlers));
  const handler = row && handlers[row.kind];
  if (!handler) return false;
  const job: RunningJob = {
    id: row.id,
    kind: row.kind,
    payload: row.payload,
    projectId: row.project_id,
    createdById: row.created_by_id,
    attempt: row.attempts,
    progress: (progress: Record<string, unknown>) => renewLease(row.id, row.attempts, progress),
    signal,
  };
  onStart({ ...job, priority: row.priority });
  const heartbeat = setInterval(
    () => renewLease(row.id, row.attempts).catch(() => undefined),
    (leaseSeconds * 1000) / 3,
  );
  try {
    if (row.attempts > row.max_attempts) {
      await handler.givenUp?.(job);
      throw new PermanentJobError("Every process that ran this job ended before the job was finished.");
    }
    const result = await handler(job);
    await finishJob(row.id, row.attempts, result);
  } catch (error) {
    if (error instanceof InterruptedJobError) await releaseJob(row.id, row.attempts);
    else await failJob(row.id, row.attempts, row.max_attempts, error);
  } finally {
    clearInterval(heartbeat);
  }
  return true;
}

const msRow = z.strictObject({ ms: z.number().nullable() });

/** Milliseconds until the next job of these kinds is due or released; null if none is waiting. */
export async function readMsUntilNextJob(kinds: readonly string[]): Promise<number | null> {
  const row = await maybeRow(
    pool(),
    msRow,
    sql`
    SELECT (extract(epoch FROM min(CASE state WHEN 'running' THEN lease_ends_at ELSE run_after END)
      - clock_timestamp()) * 1000)::float8 AS ms
    FROM job
    WHERE kind = ANY(${kinds}::text[])
      AND (state = 'running' OR (state = 'waiting' AND run_after < 'infinity'))
  `,
  );
  // Negative values become 0 here: "greatest" in SQL ignores the null of "no job" and returns 0, and every worker would
  // then poll ten times a second.
  const ms = row?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
}

/** Only the attempt that holds the lease may update the job. */
async function renewLease(id: string, attempt: number, progress?: Record<string, unknown>): Promise<void> {
  await pool().query(sql`
    UPDATE job SET lease_ends_at = lease_end(${leaseSeconds / 60}, clock_timestamp()),
      progress = coalesce(${progress ? JSON.stringify(progress) : null}::jsonb, progress)
    WHERE id = ${id} AND attempts = ${attempt} AND state = 'running'
  `);
}

async function finishJob(id: string, attempt: number, result: unknown): Promise<void> {
  await pool().query(sql`
    UPDATE job SET state = 'done', result = ${JSON.stringify(result ?? null)}::jsonb, finished_at = clock_timestamp(),
      lease_ends_at = NULL, last_error = NULL
    WHERE id = ${id} AND attempts = ${attempt} AND state = 'running'
  `);
}

async function releaseJob(id: string, attempt: number): Promise<void> {
  await pool().query(sql`
    UPDATE job SET state = 'waiting', attempts = attempts - 1, lease_ends_at = NULL, run_after = clock_timestamp()
    WHERE id = ${id} AND attempts = ${attempt} AND state = 'running'
  `);
}

async function failJob(id: string, attempt: number, maxAttempts: number, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const isDead = attempt >= maxAttempts || error instanceof PermanentJobError;
  const waitSeconds = Math.min(600, 2 ** attempt) * (0.5 + Math.random() / 2);
  await pool().query(sql`
    UPDATE job SET state = ${isDead ? "dead" : "waiting"}::job_state, last_error = ${message.slice(0, 2_000)},
      lease_ends_at = NULL, run_after = clock_timestamp() + ${waitSeconds}::float8 * interval '1 second',
      finished_at = CASE WHEN ${isDead}::boolean THEN clock_timestamp() END
    WHERE id = ${id} AND attempts = ${attempt} AND state = 'running'
  `);
}
