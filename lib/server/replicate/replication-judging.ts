import * as z from "zod";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import { beginJudging } from "../models/evaluations/begin-judging.ts";
import type { EndpointView } from "../models/evaluations/endpoints.ts";
import { listJudgeableRuns } from "../models/judging/judging-result.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import type { AskedReplication } from "./asked-replication.ts";
import { finishEvaluation, limitFor } from "./finish-evaluation.ts";

const judgingRow = z.strictObject({ id: z.string() });

/** The endpoint that judges open answers: GPT-5, as in the paper, if it is among the asked ones, else the first. */
export function judgeOf(endpoints: readonly EndpointView[]): EndpointView | null {
  return endpoints.find(({ name }) => /^gpt[\s-]?5(?![\d.-])/iu.test(name)) ?? endpoints[0] ?? null;
}

/** Lets a model judge the open answers of a run against the two options; returns the reason if it failed, or null. */
export async function judgeRun(actor: Actor, asked: AskedReplication, runId: string): Promise<string | null> {
  const endpoint = judgeOf(asked.endpoints);
  if (!endpoint) return "there is no endpoint to judge the answers";
  const known = await maybeRow(
    pool(),
    judgingRow,
    sql`SELECT id FROM evaluation WHERE run_id = ${runId} AND judges AND endpoint_id = ${endpoint.id}
      ORDER BY created_at DESC LIMIT 1`,
  );
  try {
    const limitUsd = await limitFor(asked, endpoint, known?.id ?? null);
    const id = known?.id ?? (await beginJudging(actor, { endpoint: endpoint.id, run: runId, limitUsd })).id;
    const { why } = await finishEvaluation(actor, asked, endpoint, { id, isNew: !known });
    return why === null ? null : `judging: ${why}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `judging: ${error.message}`;
  }
}

const judgedRow = z.strictObject({ run: z.string() });

/**
 * Lets the judge read the open-ended answers of logs, except runs that a person or another model has judged. Without an
 * endpoint nothing is judged, and the tables list the answers as missing.
 */
export async function judgeLogs(
  actor: Actor,
  asked: AskedReplication,
  runIds: readonly string[],
): Promise<MissingPart[]> {
  const endpoint = judgeOf(asked.endpoints);
  if (!endpoint || !asked.paper.evaluations.some(({ isJudged }) => isJudged)) return [];
  const judged = await manyRows(
    pool(),
    judgedRow,
    sql`SELECT DISTINCT prediction.run_id AS run FROM judgement
     JOIN prediction ON prediction.id = judgement.prediction_id
     LEFT JOIN evaluation ON evaluation.id = judgement.evaluation_id
     WHERE prediction.run_id = ANY(${runIds}::uuid[]) AND evaluation.endpoint_id IS DISTINCT FROM ${endpoint.id}::uuid`,
  );
  const done = new Set(judged.map(({ run }) => run));
  const missing: MissingPart[] = [];
  for (const { id, model } of await listJudgeableRuns(asked.benchmarkId)) {
    if (!runIds.includes(id) || done.has(id)) continue;
    const why = await judgeRun(actor, asked, id);
    if (why !== null) missing.push({ what: `${model}: open-ended answers of its log`, why });
  }
  return missing;
}
