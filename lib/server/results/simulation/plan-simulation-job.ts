import * as z from "zod";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { type GenerativeProfile, generativeProfileSchema } from "@/lib/domain/results/simulation/generative-profile.ts";
import {
  type CurvePoint,
  type CurveScenario,
  curvePoint,
  curvePointSchema,
  curveScenarios,
  findNextPeopleScenario,
  type PowerTarget,
  powerTargetSchema,
} from "@/lib/domain/results/simulation/plan-curves.ts";
import {
  designHash,
  type PlanSimulation,
  planSimulationFormat,
  planSimulationSchema,
} from "@/lib/domain/results/simulation/plan-simulation.ts";
import type { SimulatedDesign } from "@/lib/domain/results/simulation/simulated-study.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { JobState } from "../../platform/database/generated/enums.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { InterruptedJobError, PermanentJobError, type RunningJob } from "../../platform/jobs/run-job.ts";
import { lockStudy } from "../../studies/study-where.ts";
import { readSimulatedDesign } from "./read-simulated-design.ts";
import { runPlanSimulation } from "./run-plan-simulation.ts";

export const planSimulationJobKind = "simulate-plan";

/** The part that is simulated: the plan, or curves of its power by sizes, differences and margins. */
export const simulatedParts = ["plan", "curves"] as const;
export type SimulatedPart = (typeof simulatedParts)[number];

const payloadSchema = z.strictObject({
  studyId: z.uuid(),
  part: z.enum(simulatedParts),
  times: z.int().min(10).max(100_000),
  seed: z.string().min(1).max(200),
  profile: generativeProfileSchema,
  /** What the curves seek a size for. */
  aim: powerTargetSchema.default(powerTargetSchema.parse({})),
});

/** The request for a simulation of a plan. */
export const planSimulationOrderSchema = payloadSchema.omit({ studyId: true });
export type PlanSimulationOrder = z.input<typeof planSimulationOrderSchema>;

/** The results of a job so far; its next attempt continues from them. */
const progressSchema = z.strictObject({
  format: z.literal(planSimulationFormat),
  /** Hash of design, plan, profile and seed: results with another hash are not continued. */
  basis: z.string(),
  simulation: planSimulationSchema.nullable(),
  points: z.array(curvePointSchema),
  done: z.number(),
  of: z.number(),
});
type SimulationProgress = z.infer<typeof progressSchema>;

/** The state of a simulation, as shown on its page. */
export interface PlanSimulationState {
  /** `outdated` if the stored results follow older rules. */
  state: "working" | "done" | "failed" | "outdated";
  done: number;
  of: number;
  reason: string;
  /** The request. */
  order: z.output<typeof planSimulationOrderSchema>;
  simulation: PlanSimulation | null;
  points: CurvePoint[];
}

/**
 * Requests a simulation of a part of a study's plan in the background. A second request for the same part has no effect
 * while one is in progress.
 */
export async function requestPlanSimulation(actor: Actor, studyId: string, order: PlanSimulationOrder): Promise<void> {
  const payload = payloadSchema.safeParse({ ...order, studyId });
  const issue = payload.error?.issues[0];
  if (!payload.success) throw new AppError("invalid", issue?.message ?? "is not valid", String(issue?.path[0] ?? ""));
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    await enqueueJob(
      {
        kind: planSimulationJobKind,
        payload: payload.data,
        projectId: study.project_id,
        createdById: actor.userId,
        dedupeKey: keyOf(studyId, order.part),
        maxAttempts: 3,
      },
      client,
    );
  });
}

const stateRow = z.strictObject({
  state: z.enum(JobState),
  progress: json(),
  result: json().nullable(),
  last_error: z.string().nullable(),
  payload: json(),
});

/** The last simulation of a part of a study's plan; null if there was none. The caller must check who may see it. */
export async function getPlanSimulation(studyId: string, part: SimulatedPart): Promise<PlanSimulationState | null> {
  const job = await maybeRow(
    pool(),
    stateRow,
    sql`SELECT state::text AS state, progress, result, last_error, payload FROM job
      WHERE kind = ${planSimulationJobKind} AND dedupe_key = ${keyOf(studyId, part)}`,
  );
  if (!job) return null;
  const { studyId: _study, ...order } = payloadSchema.parse(job.payload);
  const isDone = job.state === "done";
  const progress = progressSchema.safeParse(isDone ? job.result : job.progress).data;
  return {
    state: isDone ? (progress ? "done" : "outdated") : job.state === "dead" ? "failed" : "working",
    done: progress?.done ?? 0,
    of: progress?.of ?? order.times,
    reason: job.last_error ?? "",
    order,
    simulation: progress?.simulation ?? null,
    points: progress?.points ?? [],
  };
}

/** The handler of the job. It stores its results every few seconds, and continues from them after an interruption. */
export async function simulatePlanInBackground(job: RunningJob): Promise<SimulationProgress> {
  const { studyId, part, times, seed, profile, aim } = payloadSchema.parse(job.payload);
  const simulated = await readSimulatedDesign(installation, studyId);
  if (!simulated) throw new PermanentJobError("The study no longer exists.");
  const { design } = simulated;
  const hash = designHash(design);
  const basis = canonicalJson({ hash, part, profile, seed, ...(part === "curves" ? { times, aim } : {}) });
  const storedProgress = await readStoredProgress(job.id, basis);
  const format = planSimulationFormat;
  const emptyProgress: SimulationProgress = { format, basis, simulation: null, points: [], done: 0, of: times };
  const progress = storedProgress ?? emptyProgress;
  try {
    if (part === "plan") {
      const startedSimulation = { format, design: hash, seed, times, profile };
      const tally =
        progress.simulation && progress.simulation.tally.studies <= times ? progress.simulation.tally : null;
      const store = (simulation: PlanSimulation) =>
        void job
          .progress({ ...progress, simulation, done: simulation.tally.studies, of: times })
          .catch(() => undefined);
      const simulation = await runPlanSimulation({ ...startedSimulation, tally }, design, store, job.signal);
      return { ...progress, simulation, done: times, of: times };
    }
    return await simulateCurves(job, progress, { design, profile, times, seed, hash, aim });
  } catch (error) {
    if (job.signal.aborted) throw new InterruptedJobError("The simulation continues when the application restarts.");
    if (error instanceof RangeError || error instanceof AppError) throw new PermanentJobError(error.message);
    throw error;
  }
}

async function simulateCurves(
  job: RunningJob,
  progress: SimulationProgress,
  {
    design,
    profile,
    times,
    seed,
    hash,
    aim,
  }: {
    design: SimulatedDesign;
    profile: GenerativeProfile;
    times: number;
    seed: string;
    hash: string;
    aim: PowerTarget;
  },
): Promise<SimulationProgress> {
  const scenarios = curveScenarios(design, profile, aim);
  const points = [...progress.points];
  const currentProgress = () => ({
    ...progress,
    points,
    done: points.length,
    of: Math.max(points.length, scenarios.length),
  });
  const next = (): CurveScenario | null =>
    scenarios[points.length] ?? findNextPeopleScenario(design, profile, points, aim);
  for (let scenario = next(); scenario; scenario = next()) {
    const startedSimulation = {
      format: progress.format,
      design: hash,
      seed,
      times,
      profile: scenario.profile,
    };
    const { tally } = await runPlanSimulation(
      { ...startedSimulation, tally: null },
      scenario.design,
      () => undefined,
      job.signal,
    );
    points.push(curvePoint(scenario, tally));
    // A simulation with another number of people may follow, so the work is not finished yet.
    await job.progress({ ...currentProgress(), of: Math.max(points.length + 1, scenarios.length) });
  }
  return currentProgress();
}

async function readStoredProgress(jobId: string, basis: string): Promise<SimulationProgress | null> {
  const row = await maybeRow(
    pool(),
    z.strictObject({ progress: json() }),
    sql`SELECT progress FROM job WHERE id = ${jobId}`,
  );
  const progress = progressSchema.safeParse(row?.progress).data;
  return progress?.basis === basis ? progress : null;
}

function keyOf(studyId: string, part: SimulatedPart): string {
  return `${planSimulationJobKind}/${part}/${studyId}`;
}
