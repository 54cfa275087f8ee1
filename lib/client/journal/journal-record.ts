import { type AnnotationDocument, documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { RevisionView } from "@/lib/domain/annotation/task.ts";
import type { Json } from "@/lib/domain/stories/items/kste-item.ts";

/** One state of the work on a task, which the server stores as a revision. */
export interface Work {
  document: AnnotationDocument;
  /** The data for undo, ticks and dismissals as JSON text; the server stores it without reading it. */
  undo: string | null;
}

/**
 * A revision to be sent to the server. After the first attempt it never changes, so it can be sent again with its ID.
 */
export interface SentRevision extends Work {
  revisionId: string;
  base: string | null;
  sha256: string;
}

/** A completion of the work on a task, sent after the last revision. */
export interface Closing {
  /** The last part of the address: "verdict", "park", "skip", "irreparable". */
  step: string;
  body: Record<string, Json>;
}

/**
 * A save that arrived too late: it is stored as a branch, apart from texts that another person or tab has saved since.
 */
export interface Conflict {
  branch: string;
  mine: RevisionView<AnnotationDocument>;
  /** Null if the other save had the same text and another lease. */
  theirs: RevisionView<AnnotationDocument> | null;
}

/** All data of this device about the work on one task. Stored here before it is sent. */
export interface JournalRecord {
  taskId: string;
  /** The name of the record in a list. */
  label: string;
  work: Work;
  /** Whether the work has changes that are in no stored revision and in no request in progress. */
  isUnsent: boolean;
  /** The base revision of the current text; null for the imported item. */
  base: string | null;
  sending: SentRevision | null;
  closing: Closing | null;
  conflict: Conflict | null;
  /** Whether a completion was undone that the server may have received; the server must then reopen the task first. */
  isReopening: boolean;
  /** The time of the last write, in milliseconds since 1970. */
  touchedAt: number;
}

/** The work of a record as a revision to be sent under this ID. */
export function createRevision({ work, base }: JournalRecord, revisionId: string): SentRevision {
  return { revisionId, base, ...work, sha256: documentHash(work.document) };
}

/** Whether the device has anything that the server has not confirmed. */
export function hasUnconfirmedWork(record: JournalRecord): boolean {
  return record.isUnsent || record.sending !== null || record.closing !== null || record.isReopening;
}

/** `guidelines`: a verdict waits until its author has read the newest version. */
export type WaitingReason = "offline" | "server" | "signed-out" | "guidelines";

/** A person's unsent work on this device on items other than the displayed one, by kind. */
export interface WaitingElsewhere {
  /** Number of unsent verdicts. */
  verdicts: number;
  /** Number of items whose parking or skipping is unsent. */
  putAside: number;
  /** Number of items with unsent texts. */
  texts: number;
  /** The reason why it is unsent; null if this tab has not tried yet. */
  reason: WaitingReason | null;
}

/**
 * Counts unsent work on this device, except that on one task. A reviewer's own drafts are stored here on purpose and
 * are not counted.
 */
export function countWaitingElsewhere(
  records: readonly JournalRecord[],
  taskId: string,
  reason: WaitingReason | null,
): WaitingElsewhere {
  const others = records.filter(
    (record) => record.taskId !== taskId && !record.taskId.startsWith("review-") && hasUnconfirmedWork(record),
  );
  const completionSteps = others.flatMap(({ closing }) => (closing === null ? [] : [closing.step]));
  const parkedOrSkipped = completionSteps.filter((step) => step === "park" || step === "skip").length;
  return {
    verdicts: completionSteps.length - parkedOrSkipped,
    putAside: parkedOrSkipped,
    texts: others.length - completionSteps.length,
    reason,
  };
}

/** Storage for records. Every call may fail: private windows, a full disk. */
export interface JournalStore {
  read(taskId: string): Promise<JournalRecord | null>;
  write(record: JournalRecord): Promise<void>;
  remove(taskId: string): Promise<void>;
  list(): Promise<JournalRecord[]>;
}
