import * as z from "zod";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import type { EndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { EvaluationFailure, EvaluationRow } from "@/lib/domain/models/evaluation/evaluation-row.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { type Actor, can, requireRight } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow, text } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";

const columns = fragment`evaluation.id, evaluation.judges, endpoint.name AS endpoint, model.id AS "modelId", model.name AS model, benchmark.name AS benchmark, run.source, evaluation.plan -> 'conditions' AS conditions,
  evaluation.state, evaluation.reason, evaluation.limit_usd AS "limitUsd", evaluation.spent_usd::float8 AS "spentUsd",
  evaluation.total, evaluation.answered, evaluation.unparsed, evaluation.failed, evaluation.skipped,
  evaluation.created_at AS "createdAt", evaluation.finished_at AS "finishedAt",
  (evaluation.settings ->> 'promptUsdPerMillion') IS NOT NULL
    AND (evaluation.settings ->> 'completionUsdPerMillion') IS NOT NULL AS "hasPrices",
  coalesce((SELECT job.state = 'dead' FROM job WHERE dedupe_key = 'evaluation:' || evaluation.id), false) AS "isStranded"`;
const tables = fragment`evaluation JOIN run ON run.id = evaluation.run_id JOIN model ON model.id = run.model_id
  JOIN benchmark ON benchmark.id = evaluation.benchmark_id
  JOIN model_endpoint AS endpoint ON endpoint.id = evaluation.endpoint_id`;

export const evaluationsPerPage = 30;

const countedRow = z.strictObject({ n: z.number() });

const evaluationRow = z.strictObject({
  id: z.string(),
  judges: z.boolean(),
  endpoint: z.string(),
  modelId: z.string(),
  model: z.string(),
  benchmark: z.string(),
  source: z.string(),
  conditions: json<Record<string, string>[]>()
    .nullable()
    .transform((levels) => (levels ?? []).map(conditionKey)),
  state: text<EvaluationRow["state"]>(),
  reason: z.string(),
  limitUsd: z.number().nullable(),
  spentUsd: z.number(),
  total: z.number(),
  answered: z.number(),
  unparsed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  hasPrices: z.boolean(),
  isStranded: z.boolean(),
}) satisfies z.ZodType<EvaluationRow>;

/** One page of the evaluations of a project, newest first; pages are numbered from 1. */
export async function listEvaluations(
  actor: Actor,
  projectId: string,
  page: number,
): Promise<{ total: number; evaluations: EvaluationRow[] }> {
  requireRight(actor, "research.read", projectId);
  const [counted, evaluations] = await Promise.all([
    maybeRow(pool(), countedRow, sql`SELECT count(*)::int AS n FROM evaluation WHERE project_id = ${projectId}`),
    manyRows(
      pool(),
      evaluationRow,
      sql`SELECT ${columns} FROM ${tables} WHERE evaluation.project_id = ${projectId}
       ORDER BY evaluation.created_at DESC, evaluation.id LIMIT ${evaluationsPerPage}
       OFFSET ${(page - 1) * evaluationsPerPage}`,
    ),
  ]);
  return { total: counted?.n ?? 0, evaluations };
}

export interface EvaluationPage extends EvaluationRow {
  projectId: string;
  benchmarkId: string;
  canWrite: boolean;
  plan: EvaluationPlan;
  settings: EndpointSettings;
  /** Failures grouped by reason, most frequent first. */
  failures: EvaluationFailure[];
  /** Answers that were truncated at the token limit. */
  cutOff: number;
  tokens: { prompt: number; completion: number };
}

const evaluationPageRow = evaluationRow.extend({
  projectId: z.string(),
  benchmarkId: z.string(),
  plan: json<EvaluationPlan>(),
  settings: json<EndpointSettings>(),
});

const failureRow = z.strictObject({ reason: z.string(), count: z.number() }) satisfies z.ZodType<EvaluationFailure>;

const sumRow = z.strictObject({ cut_off: z.number(), prompt: z.number(), completion: z.number() });

/**
 * One evaluation; null for users who may not see it. Reads all its questions once, which takes a second for a million
 * questions.
 */
export async function getEvaluation(actor: Actor, id: string): Promise<EvaluationPage | null> {
  const scope = projectScope(actor, "research.read");
  const row = await maybeRow(
    pool(),
    evaluationPageRow,
    sql`SELECT ${columns}, evaluation.project_id AS "projectId", evaluation.benchmark_id AS "benchmarkId", evaluation.plan, evaluation.settings
     FROM ${tables} WHERE evaluation.id = ${id}
       AND (${scope}::uuid[] IS NULL OR evaluation.project_id = ANY(${scope}))`,
  );
  if (!row) return null;
  const [failures, sums] = await Promise.all([
    manyRows(
      pool(),
      failureRow,
      sql`SELECT coalesce(outcome, '') AS reason, count(*)::int AS count FROM evaluation_question
       WHERE evaluation_id = ${id} AND state = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
    ),
    oneRow(
      pool(),
      sumRow,
      sql`SELECT (count(*) FILTER (WHERE state = 'answered' AND outcome = 'length'))::int AS cut_off,
         coalesce(sum(prompt_tokens), 0)::float8 AS prompt, coalesce(sum(completion_tokens), 0)::float8 AS completion
       FROM evaluation_question WHERE evaluation_id = ${id}`,
    ),
  ]);
  const { cut_off, prompt, completion } = sums;
  return {
    ...row,
    canWrite: can(actor, "research.write", row.projectId),
    failures,
    cutOff: cut_off,
    tokens: { prompt, completion },
  };
}
