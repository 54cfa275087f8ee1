import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import type { RunningJob } from "../platform/jobs/run-job.ts";
import type { ObserveCall } from "./chat-completion.ts";

/** Records every request of a job, including failed ones, and reports the progress of the job. */
export function recordCalls(job: RunningJob, projectId: string, step: string, model: string): ObserveCall {
  return async (call) => {
    await pool().query(sql`
      INSERT INTO construct_call (id, project_id, job_id, step, model, outcome, prompt_tokens, completion_tokens, cost_usd,
        elapsed_ms)
      VALUES (gen_random_uuid(), ${projectId}, ${job.id}, ${step}, ${model}, ${call.outcome}, ${call.tokens.prompt},
        ${call.tokens.completion}, ${call.costUsd}, ${Math.round(call.elapsedMs)})
    `);
    await job.progress({ attempt: call.attempt, outcome: call.outcome });
  };
}
