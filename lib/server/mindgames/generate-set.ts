import { setImmediate as otherWork } from "node:timers/promises";
import * as z from "zod";
import type { SetGeneration } from "@/lib/domain/epistemic/artefacts/training-set.ts";
import { generateProblems } from "@/lib/domain/epistemic/mindgames/generate/generate.ts";
import { describeShortCell } from "@/lib/domain/epistemic/mindgames/generate/generator-result.ts";
import {
  describeGeneration,
  type ProblemSetForm,
  problemSetFormSchema,
  settingsOfForm,
} from "@/lib/domain/epistemic/mindgames/generate/set-form.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import type { SetInProgress } from "@/lib/domain/epistemic/mindgames/set-under-way.ts";
import { itemOf } from "@/lib/domain/items/kinds/mindgames/mindgames-item.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { importItems } from "../items/import-items.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { InterruptedJobError, type JobHandler, PermanentJobError, type RunningJob } from "../platform/jobs/run-job.ts";
import { storeGeneration } from "./store-generation.ts";

export const generateJobKind = "mindgames-generate";

/**
 * Starts a background job that generates a set of problems as a separate benchmark. The settings and the seed are
 * stored in the audit log and in the benchmark's description. The command line generates the same problems from the
 * same settings.
 */
export async function requestProblemSet(actor: Actor, projectId: string, form: ProblemSetForm): Promise<void> {
  requireRight(actor, "research.write", projectId);
  const name = form.benchmark.trim();
  const dedupeKey = `${generateJobKind}/${projectId}/${name}`;
  await withTx(async (client) => {
    // Two simultaneous requests for the same name are serialised.
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${dedupeKey}, 0))`);
    const benchmarkCount = await rowCountOf(
      client,
      sql`SELECT FROM benchmark WHERE project_id = ${projectId} AND name = ${name}`,
    );
    if (benchmarkCount > 0) throw new AppError("conflict", "A benchmark with this name already exists.", "benchmark");
    const runningCount = await rowCountOf(
      client,
      sql`SELECT FROM job WHERE dedupe_key = ${dedupeKey} AND state IN ('waiting', 'running')`,
    );
    if (runningCount > 0) throw new AppError("conflict", "A set with this name is being generated.", "benchmark");
    const payload = { ...form, benchmark: name };
    await enqueueJob(
      { kind: generateJobKind, payload, projectId, createdById: actor.userId, dedupeKey, priority: 1 },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "problems.generate",
      subjectType: "project",
      subjectId: projectId,
      after: { benchmark: name, seed: form.seed.trim(), settings: settingsOfForm(form) },
    });
  });
}

const pendingSetRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  progress: json<{ found?: number; wanted?: number }>(),
  last_error: z.string().nullable(),
});

/** The sets of a project that are being generated or whose generation has failed since yesterday, newest first. */
export async function listPendingSets(actor: Actor, projectId: string): Promise<SetInProgress[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    pendingSetRow,
    sql`SELECT id, payload ->> 'benchmark' AS name, state::text AS state, progress, last_error FROM job
     WHERE kind = ${generateJobKind} AND project_id = ${projectId}
       AND (state IN ('waiting', 'running') OR (state = 'dead' AND run_after > now() - interval '1 day'))
     ORDER BY run_after DESC LIMIT 20`,
  );
  return rows.map(({ id, name, state, progress, last_error }) => ({
    id,
    name,
    found: progress.found ?? 0,
    wanted: progress.wanted ?? 0,
    problem: state === "dead" ? (last_error ?? "") : null,
  }));
}

const payloadSchema = z.object({ benchmark: z.string() }).loose();

const descriptionRow = z.strictObject({ description: z.string() });

/**
 * Generates the problems in steps of some milliseconds and stores them in one transaction. A second run changes
 * nothing.
 */
export const runGenerationJob: JobHandler = async (job) => {
  const { benchmark } = payloadSchema.parse(job.payload);
  const form = problemSetFormSchema.parse(job.payload);
  const projectId = job.projectId;
  if (projectId === null) throw new PermanentJobError("A set of problems requires a project.");
  const description = describeGeneration(form);
  const existing = await maybeRow(
    pool(),
    descriptionRow,
    sql`SELECT description FROM benchmark WHERE project_id = ${projectId} AND name = ${benchmark}`,
  );
  if (existing && existing.description !== description)
    throw new PermanentJobError("Another benchmark with this name now exists.");
  const { problems, shortCells } = await generateInSteps(job, form);
  const report = await importItems({
    projectId,
    benchmarkName: benchmark,
    description,
    fileName: "generated",
    lines: itemLines(problems),
    actorId: job.createdById,
  });
  const generation: SetGeneration = { settings: settingsOfForm(form), seed: form.seed.trim(), shortCells };
  await storeGeneration(report.benchmarkId, generation);
  return { benchmarkId: report.benchmarkId, problems: problems.length };
};

async function generateInSteps(
  job: RunningJob,
  form: ProblemSetForm,
): Promise<{ problems: MindgamesRow[]; shortCells: string[] }> {
  const steps = generateProblems(settingsOfForm(form), seededRandom(form.seed.trim()));
  let reportedCount = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      const result = step.value;
      if (result.ok)
        return {
          problems: result.splits.flatMap(({ rows }) => rows),
          shortCells: result.shortCells.map(describeShortCell),
        };
      throw new PermanentJobError(`There are not enough different problems: ${result.shortages.join("; ")}.`);
    }
    await otherWork();
    if (job.signal.aborted) throw new InterruptedJobError("The process is ending.");
    const { found, wanted } = step.value;
    if (found < reportedCount + wanted / 50) continue;
    reportedCount = found;
    await job.progress({ found, wanted });
  }
}

async function* itemLines(problems: readonly MindgamesRow[]): AsyncGenerator<string> {
  for (const row of problems) yield JSON.stringify(itemOf(row));
}
