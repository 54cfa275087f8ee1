import PQueue from "p-queue";
import * as z from "zod";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { type EndpointSettings, endpointSettingsSchema } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { computeMaxCallCost } from "@/lib/domain/models/evaluation/estimate.ts";
import { type EvaluationPlan, evaluationPlanSchema, presentationOfPlan } from "@/lib/domain/models/evaluation/plan.ts";
import type { ModelQuestion } from "@/lib/domain/models/evaluation/question.ts";
import { type CallTarget, type ChatLimits, chatLimits } from "../../model-client/post-json.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import {
  InterruptedJobError,
  type JobHandler,
  PermanentJobError,
  type RunningJob,
} from "../../platform/jobs/run-job.ts";
import { askModel } from "./ask-model.ts";
import { type ClaimedQuestion, claimQuestions, releaseWaitingQuestions, returnQuestions } from "./claim-questions.ts";
import { getCallTarget } from "./endpoints.ts";
import { prepareJudging, prepareQuestions, readExamples } from "./prepare-questions.ts";
import { readQuestion } from "./read-question.ts";
import { storeAnswer, storeJudgement } from "./store-answer.ts";

const payloadSchema = z.object({ evaluationId: z.uuid() });

/** After this many consecutive failures the endpoint is considered to be down. */
const maxConsecutiveFailures = 10;
const maxTokensPerCandidate = 1;
/** Number of questions that are claimed per parallel call, so that the next question is ready when a call ends. */
const prefetchFactor = 2;

interface RunningEvaluation {
  id: string;
  runId: string;
  benchmarkId: string;
  model: string;
  plan: EvaluationPlan;
  settings: EndpointSettings;
  limitUsd: number | null;
  /** Whether the model judges the answers of the run. */
  judges: boolean;
  isPreparing: boolean;
}

/**
 * Asks a model every question of an evaluation, at the rate and parallelism of the endpoint's settings, with retries.
 * Stops when all questions are answered, when someone pauses the evaluation, or when the next call could exceed the
 * cost limit. Never requests a stored answer again, even after a crash. Memory grows with the number of running calls.
 */
export function askModels(limits: ChatLimits = chatLimits): JobHandler {
  const ask: JobHandler = async (job) => {
    const { evaluationId } = payloadSchema.parse(job.payload);
    const evaluation = await readEvaluation(evaluationId);
    if (!evaluation) throw new PermanentJobError("The evaluation no longer exists.");
    if (evaluation.isPreparing) await prepare(evaluation);
    await returnQuestions(evaluation.id);
    const examples = await readExamples(evaluation.id);
    const target = await getCallTarget(await readEndpointId(evaluation.id), evaluation.settings);
    await new EvaluationRunner(evaluation, examples, target, limits, job).run();
  };
  ask.mostlyWaits = true;
  return ask;
}

const progressRow = z.strictObject({ state: z.string(), spent: z.number(), is_mine: z.boolean() });

/** One process's work on one evaluation. */
class EvaluationRunner {
  private readonly queue: PQueue;
  /** The maximum cost of the running calls, in US dollars. */
  private reserved = 0;
  private readonly running = new Set<Promise<void>>();
  private failures = 0;
  private stopped: string | null = null;
  private isEnding = false;
  private readonly evaluation: RunningEvaluation;
  private readonly examples: readonly ItemRow[];
  private readonly target: CallTarget;
  private readonly limits: ChatLimits;
  private readonly job: RunningJob;

  constructor(
    evaluation: RunningEvaluation,
    examples: readonly ItemRow[],
    target: CallTarget,
    limits: ChatLimits,
    job: RunningJob,
  ) {
    this.evaluation = evaluation;
    this.examples = examples;
    this.target = target;
    this.limits = limits;
    this.job = job;
    const { parallel, perMinute } = evaluation.settings;
    this.queue = new PQueue({ concurrency: parallel, ...rateLimit(perMinute) });
  }

  async run(): Promise<void> {
    const { id } = this.evaluation;
    let end: "finished" | "interrupted" | "replaced" | "stopped" = "stopped";
    try {
      end = await this.askAll();
    } finally {
      // No call of this process starts or is running when another process takes over.
      this.isEnding = true;
      await Promise.all(this.running);
    }
    if (end === "finished" || end === "replaced") return;
    await returnQuestions(id);
    if (this.stopped !== null) await pauseWithReason(id, this.stopped);
    else if (end === "interrupted") throw new InterruptedJobError();
  }

  private async askAll(): Promise<"finished" | "interrupted" | "replaced" | "stopped"> {
    const { id, settings } = this.evaluation;
    while (this.stopped === null) {
      const freeCount = settings.parallel * prefetchFactor - this.running.size;
      const { state, isMine } = await this.readProgress();
      if (!isMine) return "replaced";
      if (state !== "running") return "stopped";
      if (this.job.signal.aborted) return "interrupted";
      const batch = await claimQuestions(id, freeCount);
      for (const question of batch) if (!(await this.start(question))) break;
      await this.job.progress({ evaluationId: id });
      if (batch.length > 0) {
        await this.roomForMore();
        continue;
      }
      await Promise.all(this.running);
      if (this.stopped !== null || (await releaseWaitingQuestions(id)) > 0) continue;
      // A question that failed in the meantime may have been requeued.
      if ((await finishEvaluation(id)) === "finished") return "finished";
    }
    return "stopped";
  }

  /** Waits until the number of running calls is within the limit, so that the next questions are claimed together. */
  private async roomForMore(): Promise<void> {
    while (this.running.size > this.evaluation.settings.parallel && this.stopped === null)
      await Promise.race(this.running);
  }

  /** Reads the progress, and whether this process still holds the job. */
  private async readProgress(): Promise<{ state: string; spentUsd: number; isMine: boolean }> {
    const row = await maybeRow(
      pool(),
      progressRow,
      sql`SELECT evaluation.state, evaluation.spent_usd::float8 AS spent,
         EXISTS (SELECT FROM job WHERE id = ${this.job.id} AND attempts = ${this.job.attempt}
         AND state = 'running') AS is_mine
       FROM evaluation WHERE id = ${this.evaluation.id}`,
    );
    return { state: row?.state ?? "gone", spentUsd: row?.spent ?? 0, isMine: row?.is_mine ?? false };
  }

  /**
   * Starts a call if the cost limit allows it. Otherwise waits for running calls; without running calls, stops the run.
   */
  private async start(question: ClaimedQuestion): Promise<boolean> {
    const { plan, settings, limitUsd } = this.evaluation;
    const levels = plan.conditions[question.condition] ?? {};
    const modelQuestion = await readQuestion(question, levels, this.examples, presentationOfPlan(plan));
    const maxTokens = plan.answer === "text" ? settings.maximumTokens : maxTokensPerCandidate;
    const promptCount = plan.answer === "likelihoods" ? modelQuestion.choices.length : 1;
    // Without the tokeniser of the endpoint, the tokens of a file are estimated as for a text of the same size.
    const promptText = modelQuestion.parts ? JSON.stringify(modelQuestion.parts) : modelQuestion.prompt;
    const bytes = Buffer.byteLength(settings.system) + Buffer.byteLength(promptText) + requestOverheadBytes;
    const maxCallCostUsd = computeMaxCallCost(settings, bytes * promptCount, maxTokens);
    const maxCost = (maxCallCostUsd ?? 0) * this.limits.attempts;
    // The spent cost is read after finished calls have released their reserved cost.
    while (limitUsd !== null && (await this.readProgress()).spentUsd + this.reserved + maxCost > limitUsd) {
      if (this.stopped !== null) return false;
      if (this.running.size === 0) {
        this.stopped = `The next question could exceed the cost limit of US$ ${limitUsd}. Raise the limit to continue.`;
        return false;
      }
      await Promise.race(this.running);
    }
    this.reserved += maxCost;
    const call = this.queue
      .add(() => this.answer(question, levels, modelQuestion, maxCallCostUsd))
      .catch((error: unknown) => {
        this.stopped ??= `An answer could not be stored: ${error instanceof Error ? error.message : String(error)}`;
      })
      .then(() => {
        this.running.delete(call);
        // Avoids accumulated rounding errors.
        this.reserved = this.running.size === 0 ? 0 : this.reserved - maxCost;
      });
    this.running.add(call);
    return true;
  }

  private async answer(
    question: ClaimedQuestion,
    levels: Record<string, string>,
    asked: ModelQuestion,
    most: number | null,
  ): Promise<void> {
    if (this.stopped !== null || this.isEnding || this.job.signal.aborted) return;
    const { id, plan, settings } = this.evaluation;
    const name = `${id}/${question.position}`;
    const call = await askModel(this.target, settings, { question: asked, mode: plan.answer, name, most }, this.limits);
    if (call.error && fatalErrors.has(call.error.kind)) {
      this.stopped ??= call.error.message;
      await addCost(id, call.costUsd);
      return;
    }
    this.failures = call.error ? this.failures + 1 : 0;
    const resultWithPrompt = { ...call, prompt: [settings.system, asked.prompt].filter(Boolean).join("\n\n") };
    if (question.judged) await storeJudgement(this.evaluation, question, question.judged, resultWithPrompt);
    else await storeAnswer(this.evaluation, question, levels, resultWithPrompt);
    if (call.error && this.failures >= maxConsecutiveFailures)
      this.stopped ??= `${maxConsecutiveFailures} consecutive questions failed. Last error: ${call.error.message}`;
  }
}

function prepare({ id, runId, benchmarkId, plan, judges }: RunningEvaluation): Promise<void> {
  return judges ? prepareJudging(id, runId) : prepareQuestions(id, benchmarkId, plan);
}

/** Errors that every question would cause. */
const fatalErrors: ReadonlySet<string> = new Set(["http-401", "http-402", "http-403", "http-404", "forbidden-address"]);

/** Maximum size of a request without its prompt, bytes. */
const requestOverheadBytes = 200;

/** Rate limit: calls per minute, spread evenly. */
function rateLimit(perMinute: number | null) {
  if (perMinute === null) return {};
  const perSecond = perMinute / 60;
  return perSecond >= 1
    ? { interval: 1_000, intervalCap: Math.floor(perSecond) }
    : { interval: Math.ceil(1_000 / perSecond), intervalCap: 1 };
}

const evaluationRow = z.strictObject({
  run_id: z.string(),
  benchmark_id: z.string(),
  model: z.string(),
  plan: json(),
  settings: json(),
  limit_usd: z.number().nullable(),
  judges: z.boolean(),
  state: z.string(),
});

async function readEvaluation(id: string): Promise<RunningEvaluation | null> {
  const row = await maybeRow(
    pool(),
    evaluationRow,
    sql`SELECT evaluation.run_id, evaluation.benchmark_id, model.name AS model, evaluation.plan, evaluation.settings,
       evaluation.limit_usd, evaluation.judges, evaluation.state
     FROM evaluation JOIN run ON run.id = evaluation.run_id JOIN model ON model.id = run.model_id
     WHERE evaluation.id = ${id}`,
  );
  if (!row) return null;
  return {
    id,
    runId: row.run_id,
    benchmarkId: row.benchmark_id,
    model: row.model,
    plan: evaluationPlanSchema.parse(row.plan),
    settings: endpointSettingsSchema.parse(row.settings),
    limitUsd: row.limit_usd,
    judges: row.judges,
    isPreparing: row.state === "preparing",
  };
}

const endpointIdRow = z.strictObject({ endpoint_id: z.string() });

async function readEndpointId(evaluationId: string): Promise<string> {
  const row = await oneRow(pool(), endpointIdRow, sql`SELECT endpoint_id FROM evaluation WHERE id = ${evaluationId}`);
  return row.endpoint_id;
}

async function addCost(id: string, costUsd: number | null): Promise<void> {
  await pool().query(sql`UPDATE evaluation SET spent_usd = spent_usd + ${costUsd ?? 0}::numeric WHERE id = ${id}`);
}

async function pauseWithReason(id: string, reason: string): Promise<void> {
  await pool().query(
    sql`UPDATE evaluation SET state = 'paused', reason = ${reason.slice(0, 1_000)} WHERE id = ${id}
      AND state = 'running'`,
  );
}

async function finishEvaluation(id: string): Promise<"finished" | "not yet"> {
  const rowCount = await rowCountOf(
    pool(),
    sql`UPDATE evaluation SET state = 'done', finished_at = clock_timestamp()
     WHERE id = ${id} AND state = 'running'
       AND NOT EXISTS (SELECT FROM evaluation_question WHERE evaluation_id = ${id}
       AND state IN ('waiting', 'asking', 'held'))`,
  );
  return rowCount === 1 ? "finished" : "not yet";
}
