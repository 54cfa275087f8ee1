import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { documentHash } from "../../lib/domain/annotation/documents/copy-document.ts";
import type { KsteDocument } from "../../lib/domain/annotation/documents/kste-document.ts";
import type { NextAnswer, TaskPayload } from "../../lib/domain/annotation/task.ts";
import type { Random } from "../../lib/domain/random.ts";
import { sendRequest } from "./send-request.ts";

/** A text for which the server confirmed, after COMMIT, that it is stored. */
export interface SavedText {
  taskId: string;
  revisionId: string;
  sha256: string;
}

export interface AnnotatorLog {
  saved: SavedText[];
  verdicts: { taskId: string; revisionId: string | null }[];
  /** Every lease that the server granted to this person. */
  leases: { taskId: string; fence: number }[];
  /** Tasks that were abandoned in the middle, as after a crash of the browser. */
  abandoned: string[];
  /** Saves that were stored as a branch. */
  late: number;
  /** Milliseconds of each kind of request, measured here. */
  times: Record<"open-next" | "save" | "verdict", number[]>;
  refusals: Record<string, number>;
}

export interface AnnotatorSettings {
  baseUrl: string;
  cookie: string;
  collectionId: string;
  random: Random;
  /** Share of tasks that are abandoned in the middle. */
  crashShare: number;
  /** Called for such a task, e.g. to let its lease run out. */
  onAbandon?: (taskId: string) => Promise<void>;
  /** When to stop opening tasks. */
  isOver: () => boolean;
  patienceMs: number;
  /** Milliseconds from one submission to the next of this person, the first at a random time within them; 0 for no pause. */
  submitEveryMs?: number;
}

interface Reply {
  status: number;
  body: unknown;
  milliseconds: number;
}

/**
 * One annotator at the workspace, by its own protocol: open the next task, save the text under an id of one's own until the
 * receipt carries its hash, give a verdict, go on. Anything without an answer is sent again, unchanged.
 */
export async function runAnnotator(settings: AnnotatorSettings): Promise<AnnotatorLog> {
  const log: AnnotatorLog = {
    saved: [],
    verdicts: [],
    leases: [],
    abandoned: [],
    late: 0,
    times: { "open-next": [], save: [], verdict: [] },
    refusals: {},
  };
  let task: TaskPayload | null = null;
  await sleep(settings.random.next() * (settings.submitEveryMs ?? 0));
  while (!settings.isOver()) {
    // The answer to a verdict brings the next task with its lease; one in four times the workspace is opened again.
    if (task && settings.random.next() < 0.75) {
      task = await workOn(settings, task, log);
      continue;
    }
    const opened = await insist(settings, "GET", `/api/v1/annotation/next?collection=${settings.collectionId}`);
    if (opened?.status !== 200) break;
    log.times["open-next"].push(opened.milliseconds);
    task = (opened.body as NextAnswer).task;
    if (!task) break;
    task = await workOn(settings, task, log);
  }
  return log;
}

/** Works on one task to its end; the next one when the server named it. */
async function workOn(
  settings: AnnotatorSettings,
  payload: TaskPayload,
  log: AnnotatorLog,
): Promise<TaskPayload | null> {
  const { id, fence } = payload.task;
  const submitAt = performance.now() + (settings.submitEveryMs ?? 0);
  log.leases.push({ taskId: id, fence: fence ?? 0 });
  const saves = settings.random.below(3);
  let text: Text = { base: payload.revisionId, document: payload.document };
  for (let number = 0; number < saves; number += 1) {
    const next = await save(settings, payload, text, log);
    if (!next) return null;
    text = next;
  }
  if (settings.random.next() < settings.crashShare) {
    log.abandoned.push(id);
    await settings.onAbandon?.(id);
    // The laptop is opened again: its unsent text is still sent, under the old lease.
    if (settings.random.next() < 0.5) await save(settings, payload, text, log);
    return null;
  }
  await sleep(submitAt - performance.now());
  const reply = await insist(settings, "POST", `/api/v1/annotation/tasks/${id}/verdict`, {
    revisionId: text.base,
    fence,
    verdict: text.base === null ? "sound" : "refined",
    codes: text.base === null ? [] : ["language"],
    checklist: {},
    dismissals: [],
    reason: "",
    activeMs: 0,
  });
  if (!reply) return null;
  if (reply.status !== 200) return count(log, `verdict ${reply.status}`);
  log.times.verdict.push(reply.milliseconds);
  log.verdicts.push({ taskId: id, revisionId: text.base });
  return (reply.body as { next: TaskPayload | null }).next;
}

interface Text {
  base: string | null;
  document: KsteDocument;
}

/** Saves the text with one more sentence; returns the resulting text, or null if it was not accepted. */
async function save(
  settings: AnnotatorSettings,
  { task }: TaskPayload,
  { base, document: before }: Text,
  log: AnnotatorLog,
): Promise<Text | null> {
  const document = { ...before, story: `${before.story} And so it went, ${randomUUID()}.` };
  const revisionId = randomUUID();
  const sha256 = documentHash(document);
  const body = { base, fence: task.fence, document, undo: null, sha256 };
  const reply = await insist(settings, "PUT", `/api/v1/annotation/tasks/${task.id}/revisions/${revisionId}`, body);
  if (!reply) return null;
  if (reply.status !== 200) return count(log, `save ${reply.status}`);
  log.times.save.push(reply.milliseconds);
  const { receipt } = reply.body as { receipt: { sha256: string; branch: string } };
  if (receipt.sha256 !== sha256) return count(log, "receipt of another text");
  log.saved.push({ taskId: task.id, revisionId, sha256 });
  if (receipt.branch !== "main") log.late += 1;
  return { base: revisionId, document };
}

function count(log: AnnotatorLog, what: string): null {
  log.refusals[what] = (log.refusals[what] ?? 0) + 1;
  return null;
}

/** Retries until the server responds without a server error; null after the last attempt. */
async function insist(
  settings: AnnotatorSettings,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply | null> {
  const giveUpAt = performance.now() + settings.patienceMs;
  for (let attempt = 0; performance.now() < giveUpAt; attempt += 1) {
    const began = performance.now();
    try {
      const { status, text } = await sendRequest(settings.baseUrl + path, {
        method,
        headers: { cookie: settings.cookie, origin: settings.baseUrl },
        body: body === undefined ? null : JSON.stringify(body),
      });
      if (status < 500 && status !== 429) {
        return { status, body: JSON.parse(text), milliseconds: performance.now() - began };
      }
    } catch {
      // The outcome is unknown, so the same request is sent again.
    }
    await sleep(Math.min(1_000, 50 * 2 ** attempt) * (0.5 + settings.random.next()));
  }
  return null;
}
