import * as z from "zod";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { StoredScore } from "@/lib/domain/beliefs/scoring/score-json.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { auditChange } from "../platform/audit/audit-change.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { readBeliefSource } from "./belief-source.ts";
import { type BeliefBenchmark, getBeliefBenchmark, listRuns } from "./load-beliefs.ts";
import { hasExpressions } from "./make-expressions.ts";
import { isOpenQuestion } from "./open-answers.ts";
import { openRule, readScores } from "./score-runs.ts";

export interface OpenQuestions {
  benchmark: BeliefBenchmark;
  /** Number of questions. */
  items: number;
  isGenerating: boolean;
  /** Whether the benchmark has facts, from which questions can be generated. */
  canBeMade: boolean;
  /** The runs that answered open questions. A score is null while it is being computed. */
  models: { runId: string; modelId: string; name: string; score: StoredScore | null }[];
}

const openQuestionRow = z.strictObject({ items: z.number(), is_being_made: z.boolean(), has_facts: z.boolean() });

const answeredRunRow = z.strictObject({ run_id: z.string(), model_id: z.string() });

/**
 * The open questions of a benchmark of expressions and models' answers to them; null for users without the right to see
 * them.
 */
export async function loadOpenQuestions(
  actor: Actor,
  benchmarkId: string,
  { parity }: Pick<BeliefQuery, "parity">,
): Promise<OpenQuestions | null> {
  const benchmark = await getBeliefBenchmark(actor, benchmarkId);
  if (!benchmark) return null;
  const row = await oneRow(
    pool(),
    openQuestionRow,
    sql`SELECT (SELECT count(*)::int FROM item_version AS item WHERE ${isOpenQuestion(benchmarkId)}) AS items,
       EXISTS (SELECT FROM job WHERE dedupe_key = ${jobKeyOf(benchmarkId)} AND state IN ('waiting', 'running')) AS is_being_made,
       EXISTS (SELECT FROM belief_source WHERE benchmark_id = ${benchmarkId}) AS has_facts`,
  );
  const { items, is_being_made, has_facts } = row;
  const answeredRuns = await manyRows(
    pool(),
    answeredRunRow,
    // The query starts from the few open questions instead of all answers of a run.
    sql`SELECT run.id AS run_id, run.model_id FROM run WHERE run.benchmark_id = ${benchmarkId} AND EXISTS (
       SELECT FROM prediction WHERE prediction.run_id = run.id
         AND prediction.item_version_id = ANY (ARRAY(SELECT item.id FROM item_version AS item WHERE ${isOpenQuestion(benchmarkId)})))`,
  );
  const modelIdByRun = new Map(answeredRuns.map(({ run_id, model_id }) => [run_id, model_id]));
  const runs = (await listRuns(benchmarkId)).filter(({ runId }) => modelIdByRun.has(runId));
  const scores = await readScores(runs, { rule: openRule, parity });
  return {
    benchmark,
    items,
    isGenerating: is_being_made,
    canBeMade: has_facts,
    models: runs.map(({ runId, observer }) => ({
      runId,
      modelId: modelIdByRun.get(runId) ?? "",
      name: observer,
      score: scores.get(runId) ?? null,
    })),
  };
}

export const openQuestionsSchema = z.strictObject({ benchmark: z.uuid() });

/**
 * Starts a background job that generates the open question, which names no object: once after each of a benchmark's
 * expressions, and once without an expression.
 */
export async function makeOpenQuestions(actor: Actor, benchmarkId: string): Promise<void> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.write") },
    select: { projectId: true },
  });
  if (!benchmark) throw notFoundError();
  const { projectId } = benchmark;
  if (!(await readBeliefSource(benchmarkId)) || !(await hasExpressions(pool(), benchmarkId)))
    throw new AppError("invalid", "This benchmark does not contain its facts and expressions.");
  await withTx(async (client) => {
    await enqueueJob(
      {
        kind: "expand-beliefs",
        payload: { benchmarkId, isOpen: true },
        projectId,
        createdById: actor.userId,
        dedupeKey: jobKeyOf(benchmarkId),
        priority: 1,
      },
      client,
    );
    await auditChange(client, actor, { projectId, action: "open-questions.make", subjectId: benchmarkId });
  });
}

function jobKeyOf(benchmarkId: string): string {
  return `expand-beliefs/${benchmarkId}/open`;
}
