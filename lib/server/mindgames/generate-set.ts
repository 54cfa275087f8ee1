import { setImmediate as otherWork } from "node:timers/promises";
import * as z from "zod";
import type { SetGeneration } from "@/lib/domain/epistemic/artefacts/training-set.ts";
import { generateProblems } from "@/lib/domain/epistemic/mindgames/generate/generate.ts";
import { shortCellText } from "@/lib/domain/epistemic/mindgames/generate/generator-result.ts";
import {
  describeGeneration,
  type ProblemSetForm,
  problemSetFormSchema,
  settingsOfForm,
} from "@/lib/domain/epistemic/mindgames/generate/set-form.ts";
import { itemOf } from "@/lib/domain/epistemic/mindgames/item.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import type { SetUnderWay } from "@/lib/domain/epistemic/mindgames/set-under-way.ts";
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
 * Starts a background job that generates a set of problems as a separate benchmark. Its settings and seed are in the
 * audit log and in the benchmark's description; the command line generates the same problems from the same settings.
 */
export async function requestProblemSet(actor: Actor, projectId: string, form: ProblemSetForm): Promise<void> {
  requireRight(actor, "research.write", projectId);
  const name = form.benchmark.trim();
  const dedupeKey = `${generateJobKind}/${projectId}/${name}`;
  await withTx(async (client) => {
    // Two simultaneous requests for one name are serialized.
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${dedupeKey}, 0))`);
    const taken = await rowCountOf(
      client,
      sql`SELECT FROM benchmark WHERE project_id = ${projectId} AND name = ${name}`,
    );
    if (taken > 0) throw new AppError("conflict", "There is a benchmark of this name already.", "benchmark");
    const made = await rowCountOf(
      client,
      sql`SELECT FROM job WHERE dedupe_key = ${dedupeKey} AND state IN ('waiting', 'running')`,
    );
    if (made > 0) throw new AppError("conflict", "A set of this name is being made.", "benchmark");
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

const underWayRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  progress: json<{ found?: number; wanted?: number }>(),
  last_error: z.string().nullable(),
});

/** The sets of a project that are being generated, and those that failed since yesterday; newest first. */
export async function listSetsUnderWay(actor: Actor, projectId: string): Promise<SetUnderWay[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    underWayRow,
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
export const generateSet: JobHandler = async (job) => {
  const { benchmark } = payloadSchema.parse(job.payload);
  const form = problemSetFormSchema.parse(job.payload);
  const projectId = job.projectId;
  if (projectId === null) throw new PermanentJobError("A set of problems belongs to a project.");
  const description = describeGeneration(form);
  const known = await maybeRow(
    pool(),
    descriptionRow,
    sql`SELECT description FROM benchmark WHERE project_id = ${projectId} AND name = ${benchmark}`,
  );
  if (known && known.description !== description)
    throw new PermanentJobError("There is another benchmark of this name now.");
  const { problems, shortCells } = await generate(job, form);
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

async function generate(
  job: RunningJob,
  form: ProblemSetForm,
): Promise<{ problems: MindgamesRow[]; shortCells: string[] }> {
  const steps = generateProblems(settingsOfForm(form), seededRandom(form.seed.trim()));
  let told = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      const result = step.value;
      if (result.ok)
        return {
          problems: result.splits.flatMap(({ rows }) => rows),
          shortCells: result.shortCells.map(shortCellText),
        };
      throw new PermanentJobError(`There are not enough different problems: ${result.shortages.join("; ")}.`);
    }
    await otherWork();
    if (job.signal.aborted) throw new InterruptedJobError("The process ends.");
    const { found, wanted } = step.value;
    if (found < told + wanted / 50) continue;
    told = found;
    await job.progress({ found, wanted });
  }
}

async function* itemLines(problems: readonly MindgamesRow[]): AsyncGenerator<string> {
  for (const row of problems) yield JSON.stringify(itemOf(row));
}
