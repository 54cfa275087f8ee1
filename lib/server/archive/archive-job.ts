import * as z from "zod";
import { JobState } from "../platform/database/generated/enums.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/** The newest job of an export or import. */
export interface ArchiveJobState {
  state: "working" | "done" | "failed";
  /** The current step of a running job; empty while it waits. */
  doing: string;
  /** Why the job failed. */
  problem: string;
  result: unknown;
}

const jobRow = z.strictObject({
  state: z.enum(JobState),
  progress: json<{ doing?: unknown }>(),
  result: json().nullable(),
  last_error: z.string().nullable(),
});

/** The newest job with a key; null if there was none. The caller has checked the user's rights. */
export async function readArchiveJob(dedupeKey: string): Promise<ArchiveJobState | null> {
  const job = await maybeRow(
    pool(),
    jobRow,
    sql`SELECT state::text AS state, progress, result, last_error FROM job WHERE dedupe_key = ${dedupeKey}`,
  );
  if (!job) return null;
  return {
    state: job.state === "done" ? "done" : job.state === "dead" ? "failed" : "working",
    doing: String(job.progress.doing ?? ""),
    problem: job.state === "dead" ? (job.last_error ?? "") : "",
    result: job.result,
  };
}
