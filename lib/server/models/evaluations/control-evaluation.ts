import type { PoolClient } from "pg";
import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { enqueueEvaluation } from "./store-evaluation.ts";

/** Pauses an evaluation: no further request is sent. Answers to requests already sent are still stored. */
export async function pauseEvaluation(actor: Actor, id: string): Promise<void> {
  await withTx(async (client) => {
    const evaluation = await lockEvaluation(client, actor, id);
    if (evaluation.state !== "running" && evaluation.state !== "preparing")
      throw new AppError("conflict", "This evaluation is not running.");
    await client.query(sql`UPDATE evaluation SET state = 'paused', reason = '' WHERE id = ${id}`);
    await auditChange(client, actor, { projectId: evaluation.project_id, action: "evaluation.pause", subjectId: id });
  });
}

/**
 * Continues with the unanswered questions.
 *
 * @param change `limitUsd` sets another limit, null for none; `retriesFailed` also retries failed questions
 */
export async function resumeEvaluation(
  actor: Actor,
  id: string,
  change: { limitUsd?: number | null; retriesFailed: boolean },
): Promise<void> {
  await withTx(async (client) => {
    const evaluation = await lockEvaluation(client, actor, id);
    if (evaluation.state === "paused" && evaluation.job_state === "running")
      throw new AppError("conflict", "Answers to sent requests are still arriving. Try again in a moment.");
    const limitUsd = change.limitUsd === undefined ? evaluation.limit_usd : change.limitUsd;
    if (limitUsd !== null && evaluation.has_no_price)
      throw new AppError(
        "invalid",
        "needs prices, which this endpoint did not state when the evaluation began",
        "limitUsd",
      );
    if (change.retriesFailed)
      await client.query(
        // Questions skipped because of a failed question are evaluated again when the failed question is answered.
        sql`UPDATE evaluation_question SET state = CASE state WHEN 'failed' THEN 'waiting' ELSE 'held' END
         WHERE evaluation_id = ${id} AND state IN ('failed', 'skipped')`,
      );
    await client.query(
      sql`UPDATE evaluation SET reason = '', limit_usd = ${limitUsd},
         failed = CASE WHEN ${change.retriesFailed} THEN 0 ELSE failed END,
         skipped = CASE WHEN ${change.retriesFailed} THEN 0 ELSE skipped END, finished_at = NULL,
         state = CASE WHEN total = 0 THEN 'preparing' ELSE 'running' END
       WHERE id = ${id}`,
    );
    await enqueueEvaluation(client, { id, projectId: evaluation.project_id, createdById: actor.userId });
    await auditChange(
      client,
      actor,
      { projectId: evaluation.project_id, action: "evaluation.resume", subjectId: id },
      {
        before: { limitUsd: evaluation.limit_usd },
        after: { limitUsd, retriesFailed: change.retriesFailed },
      },
    );
  });
}

const lockedEvaluationRow = z.strictObject({
  project_id: z.string(),
  state: z.string(),
  limit_usd: z.number().nullable(),
  has_no_price: z.boolean(),
  job_state: z.string().nullable(),
});

type LockedEvaluation = z.infer<typeof lockedEvaluationRow>;

async function lockEvaluation(client: PoolClient, actor: Actor, id: string): Promise<LockedEvaluation> {
  const row = await maybeRow(
    client,
    lockedEvaluationRow,
    sql`SELECT project_id, state, limit_usd,
       settings ->> 'promptUsdPerMillion' IS NULL OR settings ->> 'completionUsdPerMillion' IS NULL AS has_no_price,
       (SELECT job.state::text FROM job WHERE dedupe_key = 'evaluation:' || evaluation.id) AS job_state
     FROM evaluation WHERE id = ${id} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
     OR project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE`,
  );
  if (!row) throw notFoundError();
  return row;
}
