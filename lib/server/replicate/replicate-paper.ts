import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import type { Replication } from "@/lib/domain/replicate/paper-table.ts";
import { getReplicatedPaper, type ReplicatedPaper, replicatedPapers } from "@/lib/domain/replicate/papers.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { runInThread } from "../platform/threads/run-in-thread.ts";
import { readObservations } from "./read-observations.ts";
import {
  findProjectBenchmark,
  importReplicationData,
  listMissingItems,
  openReplicationData,
  readReplicationData,
} from "./replication-data.ts";
import { askEndpoints, requireEndpoints } from "./replication-evaluations.ts";
import { chooseJudge, judgeLogs } from "./replication-judging.ts";
import { importLogs, listImportedRuns, listLogs } from "./replication-logs.ts";
import { findOrCreateStudies, requireReplicationStudy } from "./replication-studies.ts";

/** The paper, its source and the endpoints of a replication. */
export interface ReplicationRequest {
  projectId: string;
  paper: string;
  /** A local file, folder or zip archive, or a benchmark of the project by its ID or name. */
  data: { path: string } | { benchmark: string };
  /** Names of endpoints. */
  endpoints: readonly string[];
  /** Local files, folders or zip archives. */
  logs: readonly string[];
  /** Whether answers from logs that were previously imported into the benchmark are also used. */
  imported?: boolean;
  /** The study to use instead of a new one. */
  study: string | null;
  /** The cost limit of all evaluations together, in US dollars. */
  maxCostUsd: number | null;
}

/** Reports the progress of a replication and can stop it. */
export interface ReplicationWatch {
  onProgress: (words: string) => Promise<void> | void;
  signal: AbortSignal;
}

/** The result of a replication: the tables, and links to its parts. */
export interface ReplicationResult {
  replication: Replication;
  benchmark: { id: string; name: string };
  studies: { slug: string; kind: string }[];
}

/** The paper with this ID. Throws an AppError that lists the available IDs. */
export function requirePaper(id: string): ReplicatedPaper {
  const paper = getReplicatedPaper(id);
  if (paper) return paper;
  const ids = replicatedPapers.map((one) => one.id).join(", ");
  throw new AppError("invalid", `the paper must be one of ${ids}, not "${id}"`, "paper");
}

/**
 * Replicates a paper: creates the benchmark from the data and the studies from the paper's presets, asks the endpoints,
 * imports the logs, and computes every table with the printed values. Existing parts are found by their content, so a
 * second call with the same request continues where the first one stopped, and asks no question twice.
 *
 * An invalid request is rejected with an AppError before anything is stored; later failures are listed in `missing`.
 * Any process with background workers runs the evaluations.
 *
 * @param folder receives the files of archives
 */
export async function replicatePaper(
  actor: Actor,
  request: ReplicationRequest,
  watch: ReplicationWatch,
  folder: string,
): Promise<ReplicationResult> {
  const { projectId, maxCostUsd } = request;
  requireRight(actor, "research.write", projectId);
  const paper = requirePaper(request.paper);
  const endpoints = await requireEndpoints(actor, projectId, request.endpoints, maxCostUsd);
  await watch.onProgress("Reading the data");
  const files = await listLogs(request.logs, folder, watch.signal);
  const { data, stored } = await readData(request, paper, folder, watch.signal);
  const chosenStudy =
    request.study === null ? null : await requireReplicationStudy(projectId, request.study, paper, data);

  await watch.onProgress("Importing the items");
  const benchmarkName = chosenStudy?.benchmark.name ?? stored?.name ?? `${paper.label} (${data.hash.slice(0, 8)})`;
  const importResult = stored
    ? { benchmarkId: stored.id, missing: await listMissingItems(stored.id, data) }
    : await importReplicationData(projectId, benchmarkName, actor.userId, data);
  const benchmarkId = chosenStudy?.benchmark.id ?? importResult.benchmarkId;
  await watch.onProgress("Creating the studies");
  const studyParts = await findOrCreateStudies(actor, projectId, { paper, benchmarkId, data, named: chosenStudy });

  const answers = [...data.answers, ...files.map((path) => ({ path, model: null }))];
  const logs = await importLogs(answers, { projectId, benchmarkId, actorId: actor.userId, signal: watch.signal });
  const importedRuns = request.imported ? await listImportedRuns(benchmarkId) : [];
  const evaluationInput = {
    projectId,
    paper,
    benchmarkId,
    kinds: data.kinds,
    studies: studyParts.studies,
    endpoints,
    logRunIds: [...logs.runIds, ...importedRuns],
    maxCostUsd,
    ...watch,
  };
  const askedParts = await askEndpoints(actor, evaluationInput);
  const unjudgedParts = await judgeLogs(actor, evaluationInput);
  await watch.onProgress("Computing the tables");
  const readResult = await readObservations(
    benchmarkId,
    [...evaluationInput.logRunIds, ...askedParts.runIds],
    studyParts.studies,
  );
  const noModels: MissingPart[] =
    endpoints.length + answers.length + importedRuns.length > 0
      ? []
      : [{ what: "the models", why: "no endpoint and no log was named" }];
  const missingParts = [
    importResult,
    studyParts,
    { missing: noModels },
    logs,
    askedParts,
    { missing: unjudgedParts },
    readResult,
  ].flatMap((part) => part.missing);
  const { replicationWorker } = await import("./replication-worker.generated.ts");
  const observations = { ...readResult.observations, triples: data.triples };
  const replication = await runInThread(
    replicationWorker,
    { paper: paper.id, observations, missing: missingParts },
    undefined,
    {
      signal: watch.signal,
    },
  );
  const judge = paper.evaluations.some(({ isJudged }) => isJudged) ? chooseJudge(endpoints) : null;
  const judgingNote = `Open-ended answers are judged by ${judge?.name}. Verdicts of people, and runs that another model has judged completely, are kept. In a partly judged run, ${judge?.name} judges all answers.`;
  const notes = judge ? [...replication.notes, judgingNote] : replication.notes;
  return {
    replication: { ...replication, notes },
    benchmark: { id: benchmarkId, name: benchmarkName },
    studies: studyParts.studies.map(({ slug, kind }) => ({ slug, kind })),
  };
}

async function readData(
  { projectId, data }: ReplicationRequest,
  paper: ReplicatedPaper,
  folder: string,
  signal: AbortSignal,
) {
  if ("path" in data) return { data: await openReplicationData(data.path, paper, folder, signal), stored: null };
  const stored = await findProjectBenchmark(projectId, data.benchmark);
  if (!stored) throw new AppError("invalid", `there is no benchmark "${data.benchmark}"`, "data");
  return { data: await readReplicationData(stored, paper), stored };
}
