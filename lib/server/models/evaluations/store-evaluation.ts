import type { PoolClient } from "pg";
import * as z from "zod";
import { type EndpointPrices, hasBothPrices } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { omitEmptyFacts } from "@/lib/domain/models/registry.ts";
import type { Actor } from "../../platform/access/access.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { ImportRuns } from "../import-runs.ts";
import type { EndpointView } from "./endpoints.ts";

export const evaluationJobKind = "ask-models";

/** An evaluation that can be started, because its request was checked. */
export interface PreparedEvaluation {
  form: { benchmark: string; source: string; limitUsd: number | null };
  plan: EvaluationPlan;
  endpoint: EndpointView;
  projectId: string;
}

const idRow = z.strictObject({ id: z.string() });

/** Creates the run of an evaluation, the evaluation, and the job that sends its requests. Returns its id. */
export async function storeEvaluation(
  client: PoolClient,
  actor: Actor,
  { plan, endpoint, projectId, form }: PreparedEvaluation,
): Promise<string> {
  const { settings } = endpoint;
  const owner = { projectId, benchmarkId: form.benchmark, source: form.source.trim() };
  const existingCount = await rowCountOf(
    client,
    sql`SELECT FROM run JOIN model ON model.id = run.model_id
     WHERE model.project_id = ${projectId} AND model.name = ${endpoint.name}
       AND run.benchmark_id = ${owner.benchmarkId} AND run.source = ${owner.source}`,
  );
  if (existingCount > 0)
    throw new AppError(
      "conflict",
      `“${endpoint.name}” already has a run with this name on this benchmark; choose another name.`,
      "source",
    );
  const importRuns = new ImportRuns(client, owner);
  await importRuns.open(endpoint.name);
  const runId = importRuns.runOf(endpoint.name);
  await client.query(sql`UPDATE run SET settings = ${JSON.stringify(runSettings(plan, endpoint))} WHERE id = ${runId}`);
  const row = await oneRow(
    client,
    idRow,
    sql`INSERT INTO evaluation (id, project_id, benchmark_id, endpoint_id, run_id, plan, settings, limit_usd,
       created_by_id)
     VALUES (gen_random_uuid(), ${projectId}, ${form.benchmark}, ${endpoint.id}, ${runId}, ${JSON.stringify(plan)},
       ${JSON.stringify(settings)}, ${form.limitUsd}, ${actor.userId}) RETURNING id`,
  );
  const id = row.id;
  await enqueueEvaluation(client, { id, projectId, createdById: actor.userId });
  await auditChange(
    client,
    actor,
    { projectId, action: "evaluation.create", subjectId: id },
    {
      after: {
        model: endpoint.name,
        benchmark: form.benchmark,
        source: owner.source,
        ...plan,
        limitUsd: form.limitUsd,
      },
    },
  );
  return id;
}

/** Throws an error if a cost limit is set but a price of the endpoint is missing. */
export function refuseLimit(limitUsd: number | null, prices: EndpointPrices): void {
  if (limitUsd === null || hasBothPrices(prices)) return;
  throw new AppError(
    "invalid",
    "needs the prices of the endpoint: without them nothing can be counted against a limit. State them, or leave the limit empty.",
    "limitUsd",
  );
}

/** Enqueues the job of an evaluation; idempotent. */
export function enqueueEvaluation(
  client: PoolClient,
  { id, projectId, createdById }: { id: string; projectId: string; createdById: string | null },
): Promise<string> {
  return enqueueJob(
    {
      kind: evaluationJobKind,
      payload: { evaluationId: id },
      projectId,
      createdById,
      dedupeKey: `evaluation:${id}`,
      maxAttempts: 20,
    },
    client,
  );
}

function runSettings(plan: EvaluationPlan, { settings }: EndpointView): Record<string, string | number> {
  return omitEmptyFacts({
    temperature: settings.temperature,
    seed: settings.seed === null ? "" : String(settings.seed),
    effort: settings.reasoningEffort ?? "",
    prompt: [...new Set(plan.conditions.map(({ prompt }) => prompt ?? ""))].filter(Boolean).join(", "),
    shots: plan.shots,
    harness: "Parallax",
    ...(plan.study ? { notes: `Asked with the texts of the study “${plan.study.name}”.` } : {}),
  });
}
