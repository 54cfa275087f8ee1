import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Actor } from "../../platform/access/access.ts";
import { JobState } from "../../platform/database/generated/enums.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { type JobHandler, PermanentJobError } from "../../platform/jobs/run-job.ts";
import { lockStudy } from "../../studies/study-where.ts";
import { findEndpoints, type OpenEndpoints } from "./public-endpoints.ts";
import { type SimulationProfile, type SimulationResult, simulateStudy } from "./simulate-study.ts";

export const simulationJobKind = "simulate-study";

const payloadSchema = z.object({
  studyId: z.uuid(),
  participants: z.int().min(1).max(1_000_000),
  seed: z.string(),
  accuracy: z.number().min(0).max(1),
  localisation: z.number().min(0).max(1).optional(),
  dropOut: z.number().min(0).max(1),
  behaviours: z.boolean().optional(),
});

/** The progress of the last simulation of a study; null if there was none. */
export type SimulationState =
  | { state: "working"; done: number; participants: number }
  | { state: "done"; participants: number; result: SimulationResult }
  | { state: "failed"; reason: string };

/** Requests a simulation of a study. No second simulation is started while one is in progress. */
export async function requestSimulation(actor: Actor, studyId: string, profile: SimulationProfile): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    await enqueueJob(
      {
        kind: simulationJobKind,
        payload: { studyId, ...profile },
        projectId: study.project_id,
        createdById: actor.userId,
        dedupeKey: jobKey(studyId, profile.behaviours === true),
        maxAttempts: 2,
      },
      client,
    );
  });
}

const simulationRow = z.strictObject({
  state: z.enum(JobState),
  progress: json<{ done?: unknown }>(),
  result: json().nullable(),
  last_error: z.string().nullable(),
  payload: json(),
});

/** Number of scripted participants whose behaviours give the rates of cleaning rules. */
const behaviourParticipants = 200;

/**
 * Requests scripted participants who behave either attentively or in one of the ways that the cleaning rules describe.
 */
export function requestBehaviours(actor: Actor, studyId: string): Promise<void> {
  return requestSimulation(actor, studyId, {
    participants: behaviourParticipants,
    seed: `behaviours/${randomUUID()}`,
    accuracy: 0.8,
    dropOut: 0,
    behaviours: true,
  });
}

function jobKey(studyId: string, withBehaviours: boolean): string {
  return `${simulationJobKind}/${studyId}${withBehaviours ? "/behaviours" : ""}`;
}

/**
 * The state of a study's last simulation. The caller has checked the right to see the study.
 *
 * @param withBehaviours selects the simulation with scripted behaviours
 */
export async function getSimulation(studyId: string, withBehaviours = false): Promise<SimulationState | null> {
  const job = await maybeRow(
    pool(),
    simulationRow,
    sql`
    SELECT state::text AS state, progress, result, last_error, payload FROM job
    WHERE kind = ${simulationJobKind} AND dedupe_key = ${jobKey(studyId, withBehaviours)}
  `,
  );
  if (!job) return null;
  const { participants } = payloadSchema.parse(job.payload);
  if (job.state === "done") return { state: "done", participants, result: job.result as SimulationResult };
  if (job.state === "dead") return { state: "failed", reason: job.last_error ?? "" };
  return { state: "working", done: Number(job.progress.done ?? 0), participants };
}

/**
 * Runs the scripted participants in the background and reports progress.
 *
 * @param openEndpoints returns the endpoints of the study with this slug
 */
export async function runSimulationJob(
  job: Parameters<JobHandler>[0],
  openEndpoints: OpenEndpoints = findEndpoints,
): Promise<SimulationResult> {
  const { studyId, ...profile } = payloadSchema.parse(job.payload);
  let lastReport: Promise<void> = Promise.resolve();
  // The progress report is not awaited, and its failure does not stop the simulation.
  const onProgress = (done: number) => {
    lastReport = job.progress({ done }).catch(() => undefined);
  };
  const result = await simulateStudy(studyId, profile, openEndpoints, { onProgress, signal: job.signal });
  await lastReport;
  if (!result) throw new PermanentJobError("The study no longer exists.");
  return result;
}
