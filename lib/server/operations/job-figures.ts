import * as z from "zod";
import { type Connection, oneRow } from "../platform/database/rows.ts";

const jobsRow = z.strictObject({
  waiting: z.number(),
  running: z.number(),
  dead: z.number(),
  /** How long the oldest due job has been waiting, in seconds; 0 if no job is due. */
  longestWaitSeconds: z.number(),
});

export type JobFigures = z.infer<typeof jobsRow>;

/** The state of the job table in four numbers. */
export async function readJobFigures(connection: Connection): Promise<JobFigures> {
  return await oneRow(
    connection,
    jobsRow,
    `SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
       count(*) FILTER (WHERE state = 'running')::int AS running,
       count(*) FILTER (WHERE state = 'dead')::int AS dead,
       coalesce(greatest(0, extract(epoch FROM clock_timestamp()
         - min(run_after) FILTER (WHERE state = 'waiting' AND run_after <= clock_timestamp()))), 0)::float8
         AS "longestWaitSeconds"
     FROM job WHERE state IN ('waiting', 'running', 'dead')`,
  );
}
