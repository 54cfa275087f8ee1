import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { hasBothPrices } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { resumeEvaluation } from "../models/evaluations/control-evaluation.ts";
import type { EndpointView } from "../models/evaluations/endpoints.ts";
import { getEvaluation } from "../models/evaluations/get-evaluations.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import type { ReplicationEvaluationInput } from "./replication-evaluation-input.ts";

/** The outcome of an evaluation of a replication. */
export interface EvaluationEnd {
  runId: string;
  answered: number;
  failed: number;
  /** Items that were not asked because they lack a mark. */
  leftOut: readonly string[];
  /** Why the evaluation is incomplete; null if it is complete. */
  why: string | null;
}

const spentRow = z.strictObject({ id: z.string(), spent: z.number() });

/** The cost limit of one evaluation: the total limit minus the other evaluations' cost; null without prices. */
export async function computeLimit(
  { benchmarkId, paper, maxCostUsd, logRunIds }: ReplicationEvaluationInput,
  { settings }: EndpointView,
  evaluationId: string | null,
): Promise<number | null> {
  if (maxCostUsd === null || !hasBothPrices(settings)) return null;
  const rows = await manyRows(
    pool(),
    spentRow,
    sql`SELECT evaluation.id, evaluation.spent_usd::float8 AS spent FROM evaluation JOIN run
     ON run.id = evaluation.run_id
     WHERE evaluation.benchmark_id = ${benchmarkId}
       AND (run.source LIKE ${`replicate ${paper.id} %`} OR (evaluation.judges AND run.id = ANY(${logRunIds}::uuid[])))`,
  );
  const otherCosts = rows.filter(({ id }) => id !== evaluationId).reduce((sum, { spent }) => sum + spent, 0);
  return Math.max(0, maxCostUsd - otherCosts);
}

const pollMs = 250;

/** Continues an evaluation where it stopped, and waits until it is done or stops again. */
export async function finishEvaluation(
  actor: Actor,
  asked: ReplicationEvaluationInput,
  endpoint: EndpointView,
  { id, isNew }: { id: string; isNew: boolean },
): Promise<Omit<EvaluationEnd, "runId">> {
  let mayResume = !isNew;
  let lastProgress = "";
  for (;;) {
    asked.signal.throwIfAborted();
    const current = await getEvaluation(actor, id);
    if (!current) throw new AppError("conflict", "the evaluation was deleted");
    const { state, answered, total, skipped, failed, reason, isStranded } = current;
    const leftOut = [...new Set((current.plan.leftOut ?? []).flatMap(({ items }) => items))];
    const isOver = state === "paused" || (state === "done" && failed > 0) || isStranded;
    if (isOver && mayResume) {
      mayResume = false;
      await resumeWithRetries(actor, id, await computeLimit(asked, endpoint, id));
    } else if (state === "done" && failed === 0) {
      return { answered, failed, leftOut, why: null };
    } else if (isOver) {
      const answeredCount = `${answered} of ${total - skipped} answered`;
      const firstFailure = current.failures[0]?.reason ?? "";
      return { answered, failed, leftOut, why: `${answeredCount}; ${reason || firstFailure || "its job has stopped"}` };
    }
    const progress = `${endpoint.name}, ${current.source.split(" ")[2] ?? ""}: ${answered} of ${total - skipped} answered`;
    if (progress !== lastProgress) await asked.onProgress(progress);
    lastProgress = progress;
    await wait(pollMs, undefined, { signal: asked.signal });
  }
}

/** Retries while answers to requests sent before the pause are still arriving. */
async function resumeWithRetries(actor: Actor, id: string, limitUsd: number | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await resumeEvaluation(actor, id, { limitUsd, retriesFailed: true });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "conflict") || attempt >= 20) throw error;
      await wait(pollMs);
    }
  }
}
