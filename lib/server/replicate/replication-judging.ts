import * as z from "zod";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import { beginJudging } from "../models/evaluations/begin-judging.ts";
import type { EndpointView } from "../models/evaluations/endpoints.ts";
import { judgeable } from "../models/judging/judgeable.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { computeLimit, finishEvaluation } from "./finish-evaluation.ts";
import type { ReplicationEvaluationInput } from "./replication-evaluation-input.ts";

const judgingRow = z.strictObject({ id: z.string() });

/**
 * The endpoint that judges open-ended answers: GPT-5, as in the paper, if it is among the selected endpoints, otherwise
 * the first endpoint.
 */
export function chooseJudge(endpoints: readonly EndpointView[]): EndpointView | null {
  return endpoints.find(({ name }) => /^gpt[\s-]?5(?![\d.-])/iu.test(name)) ?? endpoints[0] ?? null;
}

/**
 * Lets a model judge the open-ended answers of a run against the two options; returns the reason if this failed,
 * otherwise null.
 */
export async function judgeRun(actor: Actor, input: ReplicationEvaluationInput, runId: string): Promise<string | null> {
  const endpoint = chooseJudge(input.endpoints);
  if (!endpoint) return "there is no endpoint to judge the answers";
  const existingJudging = await maybeRow(
    pool(),
    judgingRow,
    sql`SELECT id FROM evaluation WHERE run_id = ${runId} AND judges AND endpoint_id = ${endpoint.id}
      ORDER BY created_at DESC LIMIT 1`,
  );
  try {
    const limitUsd = await computeLimit(input, endpoint, existingJudging?.id ?? null);
    const id = existingJudging?.id ?? (await beginJudging(actor, { endpoint: endpoint.id, run: runId, limitUsd })).id;
    const { why } = await finishEvaluation(actor, input, endpoint, { id, isNew: !existingJudging });
    return why === null ? null : `judging: ${why}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `judging: ${error.message}`;
  }
}

const logRow = z.strictObject({
  id: z.string(),
  model: z.string(),
  answers: z.number(),
  unjudged: z.number(),
});

/**
 * Lets the judge rate the open-ended answers of logs. A run in which a person or another model has judged every answer
 * is not judged again. In a partly judged run, the judge rates all answers, and people's verdicts are kept. Without an
 * endpoint nothing is judged, and the answers without a verdict are listed.
 */
export async function judgeLogs(actor: Actor, input: ReplicationEvaluationInput): Promise<MissingPart[]> {
  if (!input.paper.evaluations.some(({ isJudged }) => isJudged)) return [];
  const endpoint = chooseJudge(input.endpoints);
  const runs = await manyRows(
    pool(),
    logRow,
    sql`SELECT run.id, model.name AS model, count(*)::int AS answers, count(*) FILTER (WHERE NOT EXISTS (
         SELECT FROM judgement LEFT JOIN evaluation ON evaluation.id = judgement.evaluation_id
         WHERE judgement.prediction_id = prediction.id
           AND (judgement.user_id IS NOT NULL OR evaluation.endpoint_id IS DISTINCT FROM ${endpoint?.id ?? null}::uuid)
       ))::int AS unjudged
     FROM run JOIN model ON model.id = run.model_id JOIN prediction ON prediction.run_id = run.id
     JOIN item_version AS item ON item.id = prediction.item_version_id
     WHERE run.id = ANY(${input.logRunIds}::uuid[]) AND ${judgeable}
     GROUP BY run.id, model.id ORDER BY lower(model.name), run.id`,
  );
  const missing: MissingPart[] = [];
  for (const { id, model, answers, unjudged } of runs) {
    if (unjudged === 0) continue;
    const what = `${model}: ${unjudged} of ${answers} open-ended answers of its log`;
    const why = endpoint ? await judgeRun(actor, input, id) : "not judged, because no endpoint was named";
    if (why !== null) missing.push({ what, why });
  }
  return missing;
}
