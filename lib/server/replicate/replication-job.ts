import { join } from "node:path";
import * as z from "zod";
import { getReplicatedPaper, type ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import { deleteUploads, requireUpload, writeUpload } from "../imports/stored-upload.ts";
import { type Actor, installation, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { InterruptedJobError, type JobHandler, PermanentJobError } from "../platform/jobs/run-job.ts";
import { type ReplicationResult, replicatePaper, requirePaper } from "./replicate-paper.ts";
import { findProjectBenchmark, readReplicationData, requireItemsOf } from "./replication-data.ts";
import { requireEndpoints } from "./replication-evaluations.ts";
import { requireReplicationStudy } from "./replication-studies.ts";
import { replicationJobKind } from "./replication-upload.ts";

/** A request from the page: uploaded data or a stored benchmark, and named endpoints. */
export const replicationFormSchema = z.strictObject({
  paper: z.string().max(40),
  /** Required without `data`. */
  benchmark: z.uuid("must be chosen").optional(),
  /** An upload with the released data. */
  data: z.uuid("must be an upload").optional(),
  /** An upload with logs of models. */
  logs: z.uuid("must be an upload").optional(),
  endpoints: z.array(z.string().max(200)).max(50),
  study: z.string().max(60),
  /** Whether the answers of imported logs are also used. */
  imported: z.boolean().optional(),
  maxCostUsd: z.number("must be a number").min(0, "must be at least 0").max(1_000_000).nullable(),
});
export type ReplicationForm = z.infer<typeof replicationFormSchema>;

/** Maximum size of a benchmark whose items a request compares with those of its study; the job compares larger ones. */
const comparedAtOnce = 2_000;

/**
 * Replicates a paper in the background from uploaded data or a benchmark of the project. An invalid request is rejected
 * immediately; uploaded data are read in the background. A project has at most one replication in progress, and keeps
 * the newest replication of each paper.
 */
export async function requestReplication(actor: Actor, projectId: string, form: ReplicationForm): Promise<void> {
  requireRight(actor, "research.write", projectId);
  const paper = requirePaper(form.paper);
  await requireUpload(projectId, form.data, "data");
  await requireUpload(projectId, form.logs, "logs");
  if (form.data === undefined) await requireStoredItems(projectId, form, paper);
  else if (form.benchmark !== undefined)
    throw new AppError("invalid", "must be empty if a benchmark is chosen", "data");
  await requireEndpoints(actor, projectId, form.endpoints, form.maxCostUsd);
  await withTx(async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${replicationJobKind}/${projectId}`}, 0))`);
    const activeCount = await rowCountOf(
      client,
      sql`SELECT FROM job WHERE kind = ${replicationJobKind} AND project_id = ${projectId}::uuid AND state IN ('waiting', 'running')`,
    );
    if (activeCount > 0) throw new AppError("conflict", "A replication is already running in this project.");
    const dedupeKey = keyOf(projectId, paper.id);
    await enqueueJob(
      {
        kind: replicationJobKind,
        payload: { ...form },
        projectId,
        createdById: actor.userId,
        dedupeKey,
        maxAttempts: 3,
      },
      client,
    );
    await client.query(sql`UPDATE job SET progress = '{}', last_error = NULL WHERE dedupe_key = ${dedupeKey}`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "paper.replicate",
      subjectType: "project",
      subjectId: projectId,
      after: { ...form },
    });
  });
}

async function requireStoredItems(
  projectId: string,
  { benchmark: id, study }: ReplicationForm,
  paper: ReplicatedPaper,
): Promise<void> {
  if (id === undefined) throw new AppError("invalid", "must be chosen, or the data uploaded", "benchmark");
  const benchmark = await findProjectBenchmark(projectId, id);
  if (!benchmark) throw new AppError("invalid", "must be a benchmark of this project", "benchmark");
  const items = await requireItemsOf(benchmark, paper);
  if (study !== "" && items <= comparedAtOnce)
    await requireReplicationStudy(projectId, study, paper, await readReplicationData(benchmark, paper));
}

/** Runs the requested replication; a second run continues where the first one stopped. */
export const replicateInBackground: JobHandler = async (job) => {
  const { projectId } = job;
  if (projectId === null) throw new PermanentJobError("A replication belongs to a project.");
  const {
    paper,
    benchmark = "",
    data,
    logs,
    endpoints,
    study,
    maxCostUsd,
    imported,
  } = replicationFormSchema.parse(job.payload);
  const uploads = [data, logs].filter((upload) => upload !== undefined);
  try {
    const result = await withTemporaryFolder(async (folder) =>
      replicatePaper(
        { ...installation, userId: job.createdById },
        {
          projectId,
          paper,
          data: data === undefined ? { benchmark } : { path: await writeUpload(data, join(folder, "uploaded")) },
          endpoints,
          logs: logs === undefined ? [] : [await writeUpload(logs, join(folder, "logs"))],
          imported: imported ?? false,
          study: study === "" ? null : study,
          maxCostUsd,
        },
        { onProgress: (words) => job.progress({ words }), signal: job.signal },
        join(folder, "unpacked"),
      ),
    );
    await deleteUploads(uploads);
    return result;
  } catch (error) {
    if (job.signal.aborted) throw new InterruptedJobError();
    if (!(error instanceof AppError)) throw error;
    await deleteUploads(uploads);
    throw new PermanentJobError(error.message);
  }
};
replicateInBackground.mostlyWaits = true;

/** The progress and the result of the newest replication of a paper. */
export interface ReplicationState {
  paper: string;
  isRunning: boolean;
  /** The current step. */
  words: string;
  /** Why the replication failed; null if it did not. */
  problem: string | null;
  /** When the newest completed replication finished. */
  finishedAt: Date | null;
}

const stateColumns = fragment`payload ->> 'paper' AS paper, state IN ('waiting', 'running') AS "isRunning",
  coalesce(progress ->> 'words', '') AS words, CASE WHEN state = 'dead' THEN last_error END AS problem,
  CASE WHEN state = 'done' THEN finished_at END AS "finishedAt"`;

const stateRow = z.strictObject({
  paper: z.string(),
  isRunning: z.boolean(),
  words: z.string(),
  problem: z.string().nullable(),
  finishedAt: z.date().nullable(),
}) satisfies z.ZodType<ReplicationState>;

/** The newest replication of each paper in a project. */
export async function listReplications(actor: Actor, projectId: string): Promise<ReplicationState[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    stateRow,
    sql`SELECT ${stateColumns} FROM job WHERE kind = ${replicationJobKind} AND project_id = ${projectId}::uuid ORDER BY payload ->> 'paper'`,
  );
  return rows.filter(({ paper }) => getReplicatedPaper(paper) !== null);
}

const replicationRow = stateRow.extend({ result: json<ReplicationResult>().nullable() });

/** The newest replication of a paper with its tables; null if there is none. */
export async function getReplication(
  actor: Actor,
  projectId: string,
  paper: string,
): Promise<(ReplicationState & { result: ReplicationResult | null }) | null> {
  requireRight(actor, "research.read", projectId);
  const row = await maybeRow(
    pool(),
    replicationRow,
    sql`SELECT ${stateColumns}, result FROM job WHERE dedupe_key = ${keyOf(projectId, paper)}`,
  );
  if (!row) return null;
  // A result without the status may contain tests of interim data.
  return row.result && !("peopleStatus" in row.result.replication)
    ? { ...row, result: null, problem: row.problem ?? noStatusProblem }
    : row;
}

const noStatusProblem = "its tables were computed by an earlier version, without the status of people’s answers";

function keyOf(projectId: string, paper: string): string {
  return `${replicationJobKind}/${projectId}/${paper}`;
}
