import { setImmediate as otherWork } from "node:timers/promises";
import { z } from "zod";
import {
  type ShortcutSummary,
  shortcutSteps,
  summaryOfShortcuts,
} from "@/lib/domain/epistemic/shortcuts/shortcut-report.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { type Actor, inProjectsWith, requireRight } from "../access.ts";
import { db } from "../database/client.ts";
import { pool } from "../database/pool.ts";
import { sql } from "../database/sql.ts";
import { notThere } from "../http/app-error.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import { HopelessJobError, type JobHandler } from "../jobs/run-job.ts";
import { isId } from "../studies/study-where.ts";
import { problemSetFingerprint, readProblems } from "./read-problem-set.ts";

export type ShortcutState =
  | { state: "none" }
  | { state: "working" /** 0 to 1. */; share: number }
  | { state: "done"; report: ShortcutSummary }
  | { state: "failed"; reason: string };

export const shortcutJobKind = "mindgames-shortcuts";

const folds = 5;
/** Decides which premises share a fold; the command line's default, so that both give the same report. */
const seed = "1";

/** How far the shortcut report of these very problems is; a changed set has none until it is asked for again. */
export async function getShortcutState(
  actor: Actor,
  benchmarkId: string,
  setFingerprint: string,
): Promise<ShortcutState> {
  const { rows } = await pool().query(sql`
    SELECT project_id, state::text AS state, progress, result, last_error FROM job
    WHERE kind = ${shortcutJobKind} AND dedupe_key = ${keyOf(benchmarkId, setFingerprint)}
  `);
  return stateOf(actor, rows[0]);
}

/** The same for the report that was asked for last, whatever the set has become: for whoever waits for it. */
export async function getShortcutProgress(actor: Actor, benchmarkId: string): Promise<ShortcutState> {
  await requireReadable(actor, benchmarkId);
  const { rows } = await pool().query(sql`
    SELECT project_id, state::text AS state, progress, result, last_error FROM job
    WHERE kind = ${shortcutJobKind} AND payload ->> 'benchmarkId' = ${benchmarkId}
    ORDER BY run_after DESC LIMIT 1
  `);
  return stateOf(actor, rows[0]);
}

function stateOf(
  actor: Actor,
  job?: {
    project_id: string;
    state: string;
    progress: { share?: unknown };
    result: unknown;
    last_error: string | null;
  },
): ShortcutState {
  if (!job) return { state: "none" };
  requireRight(actor, "research.read", job.project_id);
  switch (job.state) {
    case "done":
      return { state: "done", report: job.result as ShortcutSummary };
    case "dead":
      return { state: "failed", reason: job.last_error ?? "" };
    default:
      return { state: "working", share: Number(job.progress.share ?? 0) };
  }
}

/** Asks for the report of a set as it is now. Asking twice makes one piece of work; a finished report is kept. */
export async function requestShortcutReport(actor: Actor, benchmarkId: string): Promise<void> {
  const benchmark = await requireReadable(actor, benchmarkId);
  const { problems } = await readProblems(benchmarkId);
  const key = keyOf(benchmarkId, problemSetFingerprint(problems));
  const known = await pool().query(sql`SELECT 1 FROM job WHERE dedupe_key = ${key} AND state = 'done'`);
  if (known.rowCount) return;
  await enqueueJob({
    kind: shortcutJobKind,
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
export const reportShortcutsInSteps: JobHandler = async (job) => {
  const { benchmarkId } = payloadSchema.parse(job.payload);
  const { problems } = await readProblems(benchmarkId);
  const steps = shortcutSteps(
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
  return summaryOfShortcuts(step.value.report);
};

function keyOf(benchmarkId: string, setFingerprint: string): string {
  return `${shortcutJobKind}/${benchmarkId}/${setFingerprint}`;
}
