import type { PoolClient } from "pg";
import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";

export const tallyJobKind = "tally-predictions";

/** The maximum number of answers that are compared and counted for a page request: about a second. */
export const maxTalliedWhileWaiting = 10_000;

export function tallyJobKey(studyId: string): string {
  return `${tallyJobKind}/${studyId}`;
}

/** Requests a background job that compares and counts models' answers to one study; idempotent. */
export async function requestTally(
  study: { id: string; projectId: string | null },
  client: Pick<PoolClient, "query"> = pool(),
): Promise<void> {
  await enqueueJob(
    {
      kind: tallyJobKind,
      payload: { studyId: study.id },
      projectId: study.projectId,
      createdById: null,
      dedupeKey: tallyJobKey(study.id),
      maxAttempts: 3,
    },
    client,
  );
}

const talliedStudyRow = z.strictObject({ id: z.string(), projectId: z.string() });

/**
 * Calls `requestTally` for every study of a benchmark after many answers were stored. A few answers are counted by the
 * next page that shows them.
 */
export async function requestTallies(client: Pick<PoolClient, "query">, benchmarkId: string, stored: number) {
  if (stored <= maxTalliedWhileWaiting) return;
  const rows = await manyRows(
    client,
    talliedStudyRow,
    sql`SELECT id, project_id AS "projectId" FROM study WHERE benchmark_id = ${benchmarkId} ORDER BY id`,
  );
  for (const study of rows) await requestTally(study, client);
}
