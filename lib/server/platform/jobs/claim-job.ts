import * as z from "zod";
import { pool } from "../database/pool.ts";
import { json, maybeRow } from "../database/rows.ts";
import { fragment, type SqlFragment, sql } from "../database/sql.ts";

/** How long a job belongs to the process that claimed it, unless the lease is renewed. */
export const leaseSeconds = 60;

/**
 * SQL that selects the next job, by priority. Among jobs of equal priority, jobs of the project with fewer running jobs
 * come first, then jobs of the project whose latest job began earliest, so that a project with many jobs does not delay
 * the others. Jobs without a project are treated as one project. All workers on all machines share this order.
 */
function nextJobSql(kinds: readonly string[]): SqlFragment {
  const isDue = fragment`job.kind = ANY(${kinds}::text[])
    AND ((job.state = 'waiting' AND job.run_after <= clock_timestamp())
      OR (job.state = 'running' AND lease_is_free(job.lease_ends_at, clock_timestamp())))`;
  return fragment`
    asking AS MATERIALIZED (SELECT DISTINCT project_id FROM job WHERE ${isDue}),
    turn AS MATERIALIZED (
      SELECT project_id,
        (SELECT count(*)::int FROM job WHERE state = 'running' AND NOT lease_is_free(lease_ends_at, clock_timestamp())
          AND kind = ANY(${kinds}::text[]) AND project_id IS NOT DISTINCT FROM asking.project_id) AS running,
        -- Two statements, because an index is used for NULL only with IS NULL.
        CASE WHEN project_id IS NULL THEN (SELECT max(started_at) FROM job WHERE project_id IS NULL)
          ELSE (SELECT max(started_at) FROM job WHERE project_id = asking.project_id) END AS latest
      FROM asking
    ),
    next AS (
      SELECT job.id, job.priority, turn.running
      FROM job JOIN turn ON turn.project_id IS NOT DISTINCT FROM job.project_id
      WHERE ${isDue}
      ORDER BY job.priority DESC, turn.running, turn.latest NULLS FIRST, job.run_after
      LIMIT 1
      FOR UPDATE OF job SKIP LOCKED
    )`;
}

const claimedRow = z.strictObject({
  id: z.string(),
  kind: z.string(),
  payload: json(),
  project_id: z.string().nullable(),
  created_by_id: z.string().nullable(),
  attempts: z.number(),
  max_attempts: z.number(),
  priority: z.number(),
});

/** Claims the next job of these kinds, or returns undefined when none is due. */
export async function claimNextJob(kinds: readonly string[]): Promise<z.infer<typeof claimedRow> | undefined> {
  return await maybeRow(
    pool(),
    claimedRow,
    sql`
    WITH ${nextJobSql(kinds)}
    UPDATE job SET state = 'running', attempts = attempts + 1, started_at = clock_timestamp(),
      lease_ends_at = lease_end(${leaseSeconds / 60}, clock_timestamp())
    FROM next WHERE job.id = next.id
    RETURNING job.id, kind, payload, project_id, created_by_id, attempts, max_attempts, job.priority
  `,
  );
}

const waitingRow = z.strictObject({ priority: z.number(), running: z.number() });

/** The priority of the next job if its project has no job running anywhere; null otherwise. */
export async function priorityOfWaitingProject(kinds: readonly string[]): Promise<number | null> {
  const next = await maybeRow(pool(), waitingRow, sql`WITH ${nextJobSql(kinds)} SELECT priority, running FROM next`);
  return next && next.running === 0 ? next.priority : null;
}
