import type { PoolClient } from "pg";
import * as z from "zod";
import { pool } from "../database/pool.ts";
import { oneRow, rowCountOf } from "../database/rows.ts";
import { sql } from "../database/sql.ts";
import { AppError } from "../errors/app-error.ts";

export interface NewJob {
  kind: string;
  payload: Record<string, unknown>;
  projectId: string | null;
  createdById: string | null;
  /**
   * While a job with this key is waiting or running, no second job with the key is created. The ID of the existing job
   * is returned instead.
   */
  dedupeKey?: string;
  maxAttempts?: number;
  /** The job waits until other code sets `run_after`: each job of a long series releases the next one. */
  isHeld?: boolean;
  /** Higher priorities run earlier; 0 by default, 1 if a user waits for the result on a screen, -1 if no one waits. */
  priority?: number;
}

const idRow = z.strictObject({ id: z.string() });

/** Adds a background job to the job table and returns its ID. Uses the transaction of the given client, if any. */
export async function enqueueJob(job: NewJob, client: Pick<PoolClient, "query"> = pool()): Promise<string> {
  const row = await oneRow(
    client,
    idRow,
    sql`INSERT INTO job AS known (id, kind, payload, project_id, created_by_id, dedupe_key, max_attempts, run_after,
     priority)
     VALUES (gen_random_uuid(), ${job.kind}, ${JSON.stringify(job.payload)}, ${job.projectId}, ${job.createdById},
     ${job.dedupeKey ?? null}, ${job.maxAttempts ?? 5},
     CASE WHEN ${job.isHeld ?? false} THEN 'infinity' ELSE clock_timestamp() END, ${job.priority ?? 0})
     ON CONFLICT (dedupe_key) DO UPDATE SET
       state = CASE WHEN known.state IN ('done', 'dead') THEN 'waiting'::job_state ELSE known.state END,
       attempts = CASE WHEN known.state IN ('done', 'dead') THEN 0 ELSE known.attempts END,
       payload = CASE WHEN known.state IN ('done', 'dead') THEN excluded.payload ELSE known.payload END,
       run_after = CASE WHEN known.state IN ('done', 'dead') THEN clock_timestamp() ELSE known.run_after END
     RETURNING id`,
  );
  return row.id;
}

/** Throws `conflict` with this message while a job with this key is waiting or running. */
export async function requireNoActiveJob(
  client: Pick<PoolClient, "query">,
  dedupeKey: string,
  message: string,
): Promise<void> {
  const activeCount = await rowCountOf(
    client,
    sql`SELECT FROM job WHERE dedupe_key = ${dedupeKey} AND state IN ('waiting', 'running')`,
  );
  if (activeCount > 0) throw new AppError("conflict", message);
}

/**
 * Adds a job that a person waits for, and removes the progress, result, error and author of the earlier job with its
 * key. The caller has checked that no such job is active (`requireNoActiveJob`). Returns the job's ID.
 */
export async function enqueueRequestedJob(
  job: NewJob & { dedupeKey: string },
  client: Pick<PoolClient, "query">,
): Promise<string> {
  const id = await enqueueJob({ ...job, priority: 1 }, client);
  await client.query(
    sql`UPDATE job SET progress = '{}', result = NULL, last_error = NULL, created_by_id = ${job.createdById}::uuid
        WHERE id = ${id}::uuid`,
  );
  return id;
}
