import { createHash } from "node:crypto";
import * as z from "zod";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";
import { PendingError } from "../platform/errors/pending-error.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { HopelessJobError, type JobHandler } from "../platform/jobs/run-job.ts";
import type { Folding } from "./fold-rows.ts";

// What a page shows of single answers or predictions is computed once for each change of them and stored with the hash of
// its data. The hash is made of counters, so a page that has its result reads no answer.

/** What a result is computed from, as counters tell. */
export interface ResultFacts {
  projectId: string;
  /** Changes whenever the document would. */
  dataHash: string;
  /** How many single answers have to be read, or how many could be read in the time that the work takes. */
  answers: number;
  /** With whom the result goes when it is deleted. */
  studyId: string | null;
  runId: string | null;
}

/** The facts of a study's result as a row of counters tells them: all that is `said` there goes into the hash. */
export function factsOfStudy(
  studyId: string,
  { projectId, said, answers }: { projectId: string; said: string; answers: number },
): ResultFacts {
  return { projectId, dataHash: createHash("sha256").update(said).digest("hex"), answers, studyId, runId: null };
}

/** One kind of result. */
export interface ResultMaker<Document> {
  /** Name and version of the form of the document, "errors/1"; also the kind of the job. */
  kind: string;
  /** As many of its results as are kept for one study, the newest; left out where there are only so many subjects. */
  keep?: number;
  /** Whether it changes with time alone, too: then, of few answers, it is computed at every look. */
  dependsOnClock?: true;
  /** What its work is called while it is under way; left out: reading the answers. */
  doing?: string;
  /** Null where the subject is not, or no longer, there. */
  facts(subject: string): Promise<ResultFacts | null>;
  compute(subject: string, folding: Folding): Promise<Document>;
}

/** As many answers as are read while someone waits for a page: well under a second. */
export const computedWhileWaiting = 10_000;

/** As many as are folded on the event loop itself; more need a thread. */
const foldedHere = 1_000;

/** How long a download waits for the job that computes it before the answer is "not ready". */
const patienceMs = 1_500;

/**
 * The stored result of a subject for a page. Of few answers it is brought up to date at once; of many a job computes it where
 * there is none yet, and it is shown as stale where the data have changed. Null where the subject is not there.
 */
export async function readResult<Document>(
  maker: ResultMaker<Document>,
  subject: string,
): Promise<ResultState<Document> | null> {
  const facts = await maker.facts(subject);
  if (!facts) return null;
  const [stored, job] = await Promise.all([readStored<Document>(maker.kind, subject, facts), readJob(maker, subject)]);
  const state = { kind: maker.kind, subject, stored, ...job };
  if (stored && isFresh(maker, facts, stored)) return state;
  if (facts.answers <= computedWhileWaiting) {
    await computeShared(maker, subject, facts);
    return { ...state, stored: await readStored<Document>(maker.kind, subject, facts) };
  }
  if (stored || job.working || job.failed !== null) return state;
  await ask(maker, subject, facts.projectId, null);
  return { ...state, working: { share: 0, doing: waitingForWorker } };
}

/**
 * The result for a download, never stale; null where the subject is not there. Of few answers it is computed at once, of many
 * by a job.
 *
 * @throws PendingError while the job is at work: the same request succeeds later
 */
export async function takeResult<Document>(
  maker: ResultMaker<Document>,
  subject: string,
): Promise<{ document: Document; dataHash: string } | null> {
  const giveUpAt = performance.now() + patienceMs;
  let isAsked = false;
  for (;;) {
    const facts = await maker.facts(subject);
    if (!facts) return null;
    if (facts.answers <= computedWhileWaiting) return computeResult(maker, subject);
    const [stored, job] = await Promise.all([
      readStored<Document>(maker.kind, subject, facts),
      readJob(maker, subject),
    ]);
    if (stored && !stored.isStale) return stored;
    if (isAsked && job.failed !== null) throw new AppError("unavailable", failedSentence(job.failed));
    if (!job.working) await ask(maker, subject, facts.projectId, null);
    if (performance.now() > giveUpAt) throw new PendingError(job.working ?? { share: 0, doing: waitingForWorker });
    isAsked = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The current result, computed in this process where need be; null where the subject is not there. */
export async function computeResult<Document>(
  maker: ResultMaker<Document>,
  subject: string,
): Promise<{ document: Document; dataHash: string } | null> {
  const facts = await maker.facts(subject);
  if (!facts) return null;
  const stored = await readStored<Document>(maker.kind, subject, facts);
  if (stored && isFresh(maker, facts, stored)) return stored;
  await computeShared(maker, subject, facts);
  return readStored<Document>(maker.kind, subject, facts);
}

const underWay = new Map<string, Promise<void>>();

/** Computes and stores a result. Requests for the same subject and data that come meanwhile wait for the same computation. */
async function computeShared(maker: ResultMaker<unknown>, subject: string, facts: ResultFacts): Promise<void> {
  const key = [maker.kind, subject, facts.dataHash].join("\n");
  const isInThread = facts.answers > foldedHere;
  const compute = async () =>
    store(maker, subject, facts, await maker.compute(subject, { isInThread, read: async () => undefined }));
  const work = underWay.get(key) ?? compute().finally(() => underWay.delete(key));
  underWay.set(key, work);
  await work;
}

function failedSentence(reason: string): string {
  return `The result could not be computed${reason === "" ? "." : `: ${reason}`} Try again, or ask the operator.`;
}

/** Asks for a result to be computed again. Asking twice makes one piece of work. */
export async function requestResult(actor: Actor, maker: ResultMaker<unknown>, subject: string): Promise<void> {
  const facts = await maker.facts(subject);
  if (!facts) throw notThere();
  requireRight(actor, "research.read", facts.projectId);
  await ask(maker, subject, facts.projectId, actor.userId);
}

/** The background work that computes a kind of result. */
export function resultJob(maker: ResultMaker<unknown>): JobHandler {
  return async (job) => {
    const { subject } = job.payload as { subject: string };
    // Taken first: what changes meanwhile makes the result stale, never falsely fresh.
    const facts = await maker.facts(subject);
    if (!facts) throw new HopelessJobError("What was to be computed is no longer there.");
    const { doing = "Reading the answers" } = maker;
    await job.progress({ share: 0, doing });
    let told = 0;
    const read = async (rows: number) => {
      const share = Math.min(0.95, rows / Math.max(1, facts.answers));
      if (share < told + 0.02) return;
      told = share;
      await job.progress({ share, doing });
    };
    await store(maker, subject, facts, await maker.compute(subject, { isInThread: true, read }));
    return { dataHash: facts.dataHash };
  };
}

const waitingForWorker = "Waiting for a worker";

function isFresh(
  { dependsOnClock }: Pick<ResultMaker<unknown>, "dependsOnClock">,
  { answers }: ResultFacts,
  { isStale }: { isStale: boolean },
): boolean {
  return !isStale && !(dependsOnClock && answers <= computedWhileWaiting);
}

async function ask(maker: ResultMaker<unknown>, subject: string, projectId: string, createdById: string | null) {
  await enqueueJob({
    kind: maker.kind,
    payload: { subject },
    projectId,
    createdById,
    dedupeKey: jobKey(maker, subject),
    maxAttempts: 2,
    priority: 1,
  });
}

function jobKey(maker: Pick<ResultMaker<unknown>, "kind">, subject: string): string {
  return `${maker.kind}/${shortened(subject)}`;
}

/** What fits into an index, with room to spare. */
const longestKey = 300;

/** A subject as it is stored and found: one that names a whole address is too long for an index. */
function shortened(subject: string): string {
  return subject.length <= longestKey ? subject : `${subject.slice(0, longestKey)}#${fingerprint(subject)}`;
}

const storedRow = z.strictObject({ document: json(), dataHash: z.string(), computedAt: z.date() });

async function readStored<Document>(
  kind: string,
  subject: string,
  facts: ResultFacts,
): Promise<ResultState<Document>["stored"]> {
  const row = await maybeRow(
    pool(),
    storedRow,
    `SELECT document, data_hash AS "dataHash", computed_at AS "computedAt" FROM stored_result
     WHERE kind = $1 AND subject = $2`,
    [kind, shortened(subject)],
  );
  return row ? { ...row, document: row.document as Document, isStale: row.dataHash !== facts.dataHash } : null;
}

async function store(maker: ResultMaker<unknown>, subject: string, facts: ResultFacts, document: unknown) {
  await pool().query(
    `INSERT INTO stored_result (kind, subject, data_hash, document, study_id, run_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (kind, subject) DO UPDATE SET data_hash = excluded.data_hash, document = excluded.document,
       computed_at = clock_timestamp()`,
    [maker.kind, shortened(subject), facts.dataHash, JSON.stringify(document), facts.studyId, facts.runId],
  );
  if (maker.keep === undefined) return;
  await pool().query(
    `DELETE FROM stored_result WHERE kind = $1 AND subject IN (
       SELECT subject FROM stored_result WHERE kind = $1 AND study_id = $2 ORDER BY computed_at DESC OFFSET $3)`,
    [maker.kind, facts.studyId, maker.keep],
  );
}

const jobRow = z.strictObject({
  state: z.string(),
  progress: json<{ share?: number; doing?: string }>(),
  last_error: z.string().nullable(),
});

async function readJob(
  maker: ResultMaker<unknown>,
  subject: string,
): Promise<Pick<ResultState<unknown>, "working" | "failed">> {
  const job = await maybeRow(
    pool(),
    jobRow,
    "SELECT state::text, progress, last_error FROM job WHERE dedupe_key = $1",
    [jobKey(maker, subject)],
  );
  if (!job || job.state === "done") return { working: null, failed: null };
  if (job.state === "dead") return { working: null, failed: job.last_error ?? "" };
  const { share = 0, doing = waitingForWorker } = job.progress;
  return { working: { share, doing }, failed: null };
}
