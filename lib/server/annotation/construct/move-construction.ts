import { constructionLimits } from "@/lib/domain/annotation/construction.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { STOPPED_REASON } from "./construct-item.ts";

/**
 * Cancels the jobs of a batch that have not begun. Running jobs finish, and their items are kept. Returns the number of
 * cancelled jobs.
 */
export async function stopConstruction(actor: Actor, batchId: string): Promise<number> {
  const scope = projectScope(actor, "annotation.manage");
  return rowCountOf(
    pool(),
    sql`
    UPDATE job SET state = 'dead', last_error = ${STOPPED_REASON}, finished_at = clock_timestamp()
    WHERE kind = 'construct-item' AND payload->>'batchId' = ${batchId} AND state = 'waiting'
      AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[]))
  `,
  );
}

/**
 * Retries the failed and cancelled jobs of a batch, a few at a time as in the first run. Returns how many are retried.
 */
export async function retryConstruction(actor: Actor, batchId: string): Promise<number> {
  const scope = projectScope(actor, "annotation.manage");
  return rowCountOf(
    pool(),
    sql`
    UPDATE job SET state = 'waiting', attempts = 0, last_error = NULL, finished_at = NULL,
      run_after = CASE WHEN failed.place <= ${constructionLimits.width}::int THEN clock_timestamp()
        ELSE 'infinity'::timestamptz END
    FROM (
      SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM job
      WHERE kind = 'construct-item' AND payload->>'batchId' = ${batchId} AND state = 'dead'
        AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}::uuid[]))
    ) AS failed
    WHERE job.id = failed.id
  `,
  );
}
