import * as z from "zod";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { PendingError } from "../platform/errors/pending-error.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { type JobHandler, PermanentJobError } from "../platform/jobs/run-job.ts";
import type { FoldOptions } from "./fold-rows.ts";
import { jobProgress, resultStateRow, waitingForWorker } from "./job-progress.ts";
import type { ResultDefinition, ResultFacts } from "./result-definition.ts";

// A result of single answers or predictions is computed once for each change of its data. It is stored with its kind,
// the version of the rule, its subject and the hash of its data. The hash is computed from counters, so a page whose
// result is current reads no answers.

/** The maximum number of answers read during a page request, which takes well under a second. */
export const maxComputedWhileWaiting = 10_000;

/** The maximum number of answers folded on the event loop; more answers are folded in a thread. */
const maxFoldedInProcess = 1_000;

/** Names of the parts of a document that are read; null for the whole document. */
type Parts = readonly string[] | null;

/** How long a download waits for the job that computes its result before the response is "not ready". */
const maxWaitMs = 1_500;

/** The stored result of one subject for a page; see `loadStoredResults`. Null if the subject does not exist. */
export async function loadStoredResult<Document>(
  definition: ResultDefinition<Document>,
  subject: string,
  parts: Parts = null,
): Promise<ResultState<Document> | null> {
  const facts = await definition.facts(subject);
  return facts && (await loadStoredResults(definition, new Map([[subject, facts]]), parts)).get(subject)!;
}

/**
 * The stored results of several subjects. Results of few answers are updated immediately. For many answers, a job
 * computes missing results, and existing results are marked as outdated if the data have changed.
 *
 * @param wanted the facts of each subject
 */
export async function loadStoredResults<Document>(
  definition: ResultDefinition<Document>,
  wanted: ReadonlyMap<string, ResultFacts>,
  parts: Parts = null,
): Promise<Map<string, ResultState<Document>>> {
  const states = await readStates(definition, wanted, parts);
  const outdated = [...wanted].filter(([subject, facts]) => !isFresh(definition, facts, states.get(subject)!));
  if (definition.isOnRequest || outdated.length === 0) return states;
  if (outdated.reduce((sum, [, { answers }]) => sum + answers, 0) <= maxComputedWhileWaiting) {
    for (const [subject, facts] of outdated) await computeShared(definition, subject, facts);
    return readStates(definition, wanted, parts);
  }
  for (const [subject, { projectId }] of outdated) {
    const state = states.get(subject)!;
    if (state.stored || state.working || state.failed !== null) continue;
    await enqueueResultJob(definition, subject, projectId, null);
    states.set(subject, { ...state, working: { share: 0, doing: waitingForWorker } });
  }
  return states;
}

/**
 * The result for a download, never outdated; null if the subject does not exist. Computed immediately if there are few
 * answers, otherwise by a job.
 *
 * @throws PendingError while the job is running: the same request succeeds later
 */
export async function loadFreshResult<Document>(
  definition: ResultDefinition<Document>,
  subject: string,
  parts: Parts = null,
): Promise<{ document: Document; dataHash: string } | null> {
  const deadline = performance.now() + maxWaitMs;
  let isRequested = false;
  for (;;) {
    const facts = await definition.facts(subject);
    if (!facts) return null;
    if (facts.answers <= maxComputedWhileWaiting) return computeResult(definition, subject, parts);
    const { stored, working, failed } = await readState(definition, subject, facts, parts);
    if (stored && !stored.isStale) return stored;
    if (isRequested && failed !== null) throw new AppError("unavailable", describeFailure(failed));
    if (!working) await enqueueResultJob(definition, subject, facts.projectId, null);
    if (performance.now() > deadline) throw new PendingError(working ?? { share: 0, doing: waitingForWorker });
    isRequested = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The current result, computed in this process if needed; null if the subject does not exist. */
export async function computeResult<Document>(
  definition: ResultDefinition<Document>,
  subject: string,
  parts: Parts = null,
): Promise<{ document: Document; dataHash: string } | null> {
  const facts = await definition.facts(subject);
  if (!facts) return null;
  const state = await readState(definition, subject, facts, parts);
  if (isFresh(definition, facts, state)) return state.stored;
  await computeShared(definition, subject, facts);
  return (await readState(definition, subject, facts, parts)).stored;
}

const textRow = z.strictObject({ name: z.string(), text: z.string() });

/**
 * The parts of a stored document that are texts, by name; empty if no result is stored. Parsing a document of ten
 * megabytes blocks the event loop for 0.1 s; PostgreSQL separates its parts instead.
 */
export async function readStoredTexts(definition: ResultDefinition<unknown>, subject: string) {
  return manyRows(
    pool(),
    textRow,
    sql`SELECT part.key AS name, part.value #>> '{}' AS text FROM stored_result AS stored, json_each(stored.document) AS part
        WHERE stored.kind = ${definition.kind} AND stored.subject = ${shortenSubject(subject)}
          AND stored.rule_version = ${definition.ruleVersion} AND json_typeof(part.value) = 'string'`,
  );
}

const hashRow = z.strictObject({ dataHash: z.string() });

/** The hash of the data of the stored result; null if no result of this version is stored. */
export async function readStoredHash(definition: ResultDefinition<unknown>, subject: string): Promise<string | null> {
  const row = await maybeRow(
    pool(),
    hashRow,
    sql`SELECT data_hash AS "dataHash" FROM stored_result WHERE kind = ${definition.kind}
        AND subject = ${shortenSubject(subject)} AND rule_version = ${definition.ruleVersion}`,
  );
  return row?.dataHash ?? null;
}

const runningComputations = new Map<string, Promise<void>>();

/** Computes and stores a result. Concurrent requests for the same subject and data share one computation. */
async function computeShared(
  definition: ResultDefinition<unknown>,
  subject: string,
  facts: ResultFacts,
): Promise<void> {
  const key = [jobKind(definition), subject, facts.dataHash].join("\n");
  const noop = async () => undefined;
  const folding = { isInThread: facts.answers > (definition.foldedHere ?? maxFoldedInProcess), read: noop, step: noop };
  const compute = async () => storeResult(definition, subject, facts, await definition.compute(subject, folding));
  const work = runningComputations.get(key) ?? compute().finally(() => runningComputations.delete(key));
  runningComputations.set(key, work);
  await work;
}

function describeFailure(reason: string): string {
  return `The result could not be computed${reason === "" ? "." : `: ${reason}`} Try again, or ask the operator.`;
}

/** Requests that a result is computed again. Idempotent. */
export async function requestResult(
  actor: Actor,
  definition: ResultDefinition<unknown>,
  subject: string,
): Promise<void> {
  const facts = await definition.facts(subject);
  if (!facts) throw notFoundError();
  requireRight(actor, "research.read", facts.projectId);
  await enqueueResultJob(definition, subject, facts.projectId, actor.userId);
}

/** The background job that computes a kind of result. */
export function createResultJob(definition: ResultDefinition<unknown>): JobHandler {
  return async (job) => {
    const { subject } = job.payload as { subject: string };
    // The facts are read first, so that a later change makes the result outdated, never falsely current.
    const facts = await definition.facts(subject);
    if (!facts) throw new PermanentJobError("The subject of the result no longer exists.");
    const { doing = "Reading the answers" } = definition;
    await job.progress({ share: 0, doing });
    let reportedShare = 0;
    const step: FoldOptions["step"] = async (reached) => {
      const share = Math.min(0.95, reached.share);
      if (share < reportedShare + 0.02) return;
      reportedShare = share;
      await job.progress({ doing, ...reached, share });
    };
    const read = (rows: number) => step({ share: rows / Math.max(1, facts.answers) });
    await storeResult(definition, subject, facts, await definition.compute(subject, { isInThread: true, read, step }));
    return { dataHash: facts.dataHash };
  };
}

function isFresh(
  definition: ResultDefinition<unknown>,
  { answers }: ResultFacts,
  { stored }: ResultState<unknown>,
): boolean {
  return stored !== null && !stored.isStale && !(definition.dependsOnClock && answers <= maxComputedWhileWaiting);
}

async function enqueueResultJob(
  definition: ResultDefinition<unknown>,
  subject: string,
  projectId: string,
  createdById: string | null,
) {
  await enqueueJob({
    kind: jobKind(definition),
    payload: { subject },
    projectId,
    createdById,
    dedupeKey: jobKey(definition, subject),
    maxAttempts: 2,
    priority: 1,
  });
}

/** The kind of the jobs that compute a kind of result: a process of another version does not run them. */
export function jobKind({ kind, ruleVersion }: Pick<ResultDefinition<unknown>, "kind" | "ruleVersion">): string {
  return `${kind}/${ruleVersion}`;
}

function jobKey(definition: ResultDefinition<unknown>, subject: string): string {
  return `${jobKind(definition)}/${shortenSubject(subject)}`;
}

/** The maximum length of a key that fits into an index, with a margin. */
const maxKeyLength = 300;

/** The key under which a subject is stored: a subject that contains a whole query is too long for an index. */
function shortenSubject(subject: string): string {
  return subject.length <= maxKeyLength ? subject : `${subject.slice(0, maxKeyLength)}#${fingerprint(subject)}`;
}

async function readState<Document>(
  definition: ResultDefinition<Document>,
  subject: string,
  facts: ResultFacts,
  parts: Parts,
) {
  return (await readStates(definition, new Map([[subject, facts]]), parts)).get(subject)!;
}

/** The stored results of subjects and their progress. Read-only. */
async function readStates<Document>(
  definition: ResultDefinition<Document>,
  wanted: ReadonlyMap<string, ResultFacts>,
  parts: Parts,
): Promise<Map<string, ResultState<Document>>> {
  const subjects = [...wanted.keys()];
  const rows = await manyRows(
    pool(),
    resultStateRow,
    sql`
    SELECT CASE WHEN ${parts}::text[] IS NULL THEN stored.document
        ELSE (SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(stored.document)
          WHERE key = ANY(${parts}::text[])) END AS document,
      stored.data_hash AS "dataHash", stored.computed_at AS "computedAt", job.state::text, job.progress,
      job.last_error AS "lastError"
    FROM unnest(${subjects.map(shortenSubject)}::text[], ${subjects.map((subject) => jobKey(definition, subject))}::text[])
      WITH ORDINALITY AS wanted (subject, key, nth)
    LEFT JOIN stored_result AS stored ON stored.kind = ${definition.kind} AND stored.subject = wanted.subject
      AND stored.rule_version = ${definition.ruleVersion}
    LEFT JOIN job ON job.dedupe_key = wanted.key ORDER BY nth`,
  );
  return new Map(
    subjects.map((subject, index) => {
      const { document, dataHash, computedAt, ...job } = rows[index]!;
      const isStale = dataHash !== wanted.get(subject)!.dataHash;
      const isShown = dataHash !== null && computedAt !== null && !(isStale && definition.hidesStale);
      const stored = isShown ? { document: document as Document, dataHash, computedAt, isStale } : null;
      return [subject, { kind: definition.kind, subject, stored, ...jobProgress(job) }];
    }),
  );
}

async function storeResult(
  definition: ResultDefinition<unknown>,
  subject: string,
  facts: ResultFacts,
  document: unknown,
) {
  const { studyId, runId, dataHash } = facts;
  await pool().query(sql`
    INSERT INTO stored_result (kind, rule_version, subject, data_hash, document, study_id, run_id)
    VALUES (${definition.kind}, ${definition.ruleVersion}, ${shortenSubject(subject)}, ${dataHash}, ${JSON.stringify(document)},
      ${studyId}, ${runId})
    ON CONFLICT (kind, subject) DO UPDATE SET rule_version = excluded.rule_version, data_hash = excluded.data_hash,
      document = excluded.document, computed_at = clock_timestamp()`);
  if (definition.keep === undefined) return;
  await pool().query(sql`
    DELETE FROM stored_result WHERE kind = ${definition.kind} AND subject IN (
      SELECT subject FROM stored_result WHERE kind = ${definition.kind} AND study_id IS NOT DISTINCT FROM ${studyId}
        AND run_id IS NOT DISTINCT FROM ${runId}
      ORDER BY computed_at DESC OFFSET ${definition.keep})`);
}
