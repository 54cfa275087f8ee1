import { setImmediate as otherWork } from "node:timers/promises";
import * as z from "zod";
import {
  type ArtefactSummary,
  artefactSteps,
  summaryOfArtefacts,
} from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { type Actor, inProjectsWith, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { JobState } from "../platform/database/generated/enums.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { notThere } from "../platform/errors/app-error.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { HopelessJobError, type JobHandler } from "../platform/jobs/run-job.ts";
import { isId } from "../studies/study-where.ts";
import { problemSetFingerprint, readProblems } from "./read-problem-set.ts";

export type ArtefactState =
  | { state: "none" }
  | { state: "working" /** 0 to 1. */; share: number }
  | { state: "done"; report: ArtefactSummary }
  | { state: "failed"; reason: string };

export const artefactJobKind = "mindgames-artefacts";

const folds = 5;
/** Decides which premises share a fold; the command line's default, so that both give the same report. */
const seed = "1";

const artefactStateRow = z.strictObject({
  project_id: z.string().nullable(),
  state: z.enum(JobState),
  progress: json<{ share?: unknown }>(),
  result: json<ArtefactSummary>().nullable(),
  last_error: z.string().nullable(),
});

/** How far the artefact report of these very problems is; a changed set has none until it is asked for again. */
export async function getArtefactState(
  actor: Actor,
  benchmarkId: string,
  setFingerprint: string,
): Promise<ArtefactState> {
  const row = await maybeRow(
    pool(),
    artefactStateRow,
    sql`
    SELECT project_id, state::text AS state, progress, result, last_error FROM job
    WHERE kind = ${artefactJobKind} AND dedupe_key = ${keyOf(benchmarkId, setFingerprint)}
  `,
  );
  return stateOf(actor, row);
}

/** The same for the report that was asked for last, whatever the set has become: for anyone who waits for it. */
export async function getArtefactProgress(actor: Actor, benchmarkId: string): Promise<ArtefactState> {
  await requireReadable(actor, benchmarkId);
  const row = await maybeRow(
    pool(),
    artefactStateRow,
    sql`
    SELECT project_id, state::text AS state, progress, result, last_error FROM job
    WHERE kind = ${artefactJobKind} AND payload ->> 'benchmarkId' = ${benchmarkId}
    ORDER BY run_after DESC LIMIT 1
  `,
  );
  return stateOf(actor, row);
}

function stateOf(actor: Actor, job: z.infer<typeof artefactStateRow> | undefined): ArtefactState {
  if (!job?.project_id) return { state: "none" };
  requireRight(actor, "research.read", job.project_id);
  switch (job.state) {
    case "done":
      if (job.result === null) return { state: "none" };
      return { state: "done", report: job.result };
    case "dead":
      return { state: "failed", reason: job.last_error ?? "" };
    default:
      return { state: "working", share: Number(job.progress.share ?? 0) };
  }
}

/** Asks for the report of a set as it is now. Asking twice makes one piece of work; a finished report is kept. */
export async function requestArtefactReport(actor: Actor, benchmarkId: string): Promise<void> {
  const benchmark = await requireReadable(actor, benchmarkId);
  const { problems } = await readProblems(benchmarkId);
  const key = keyOf(benchmarkId, problemSetFingerprint(problems));
  const known = await rowCountOf(pool(), sql`SELECT 1 FROM job WHERE dedupe_key = ${key} AND state = 'done'`);
  if (known) return;
  await enqueueJob({
    kind: artefactJobKind,
    payload: { benchmarkId },
    projectId: benchmark.projectId,
    createdById: actor.userId,
    dedupeKey: key,
  });
}

async function requireReadable(actor: Actor, benchmarkId: string): Promise<{ projectId: string }> {
  const benchmark = isId(benchmarkId)
    ? await db().benchmark.findFirst({
        where: { id: benchmarkId, ...inProjectsWith(actor, "research.read") },
        select: { projectId: true },
      })
    : null;
  if (!benchmark) throw notThere();
  return benchmark;
}

const payloadSchema = z.object({ benchmarkId: z.string() });

/**
 * Computes a set's report in steps of some milliseconds, letting requests through in between: some seconds for the
 * released set of 3,725 rows.
 */
export const reportArtefactsInSteps: JobHandler = async (job) => {
  const { benchmarkId } = payloadSchema.parse(job.payload);
  const { problems } = await readProblems(benchmarkId);
  const steps = artefactSteps(
    problems.map(({ row }) => row),
    folds,
    seededRandom(seed),
  );
  let told = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    await otherWork();
    if (step.value < told + 0.02) continue;
    told = step.value;
    await job.progress({ share: told });
  }
  if (!step.value.ok) throw new HopelessJobError("There are fewer than two different premises to learn from.");
  return summaryOfArtefacts(step.value.report);
};

function keyOf(benchmarkId: string, setFingerprint: string): string {
  return `${artefactJobKind}/${benchmarkId}/${setFingerprint}`;
}
