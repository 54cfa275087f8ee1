import { type AnnotationDocument, documentHash } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { RevisionView } from "@/lib/domain/annotation/task.ts";
import type { Json } from "@/lib/domain/stories/items/kste-item.ts";

/** One state of the work on a task, which the server stores as a revision. */
export interface Work {
  document: AnnotationDocument;
  /** The undo history, ticks and dismissals as JSON text; the server stores it unread. */
  undo: string | null;
}

/**
 * A revision to send to the server. It never changes after the first attempt, so it can be sent again with the same ID.
 */
export interface SentRevision extends Work {
  revisionId: string;
  base: string | null;
  sha256: string;
}

/** A completion of the work on a task, sent after the last revision. */
export interface Closing {
  /** The last segment of the address: "verdict", "park", "skip", "irreparable". */
  step: string;
  body: Record<string, Json>;
}

/** A save that came too late: another person or tab had saved in the meantime, so it is stored as a separate branch. */
export interface Conflict {
  branch: string;
  mine: RevisionView<AnnotationDocument>;
  /** The other version; null if the other save had the same text under another lease. */
  theirs: RevisionView<AnnotationDocument> | null;
}

/** All data on this device about the work on one task. They are stored here before they are sent. */
export interface JournalRecord {
  taskId: string;
  /** The name of the record in a list. */
  label: string;
  work: Work;
  /** Whether the work has changes that are neither in a stored revision nor in a request in progress. */
  isUnsent: boolean;
  /** The base revision of the current text; null for the imported item. */
  base: string | null;
  sending: SentRevision | null;
  closing: Closing | null;
  conflict: Conflict | null;
  /**
   * Whether a completion was undone after the server may have received it; the task must then be reopened on the
   * server.
   */
  isReopening: boolean;
  /** The time of the last write, in milliseconds since 1970. */
  touchedAt: number;
}

/** Creates a revision with this ID from the work of a record. */
export function createRevision({ work, base }: JournalRecord, revisionId: string): SentRevision {
  return { revisionId, base, ...work, sha256: documentHash(work.document) };
}

/** Whether this device has data that the server has not confirmed. */
export function hasUnconfirmedWork(record: JournalRecord): boolean {
  return record.isUnsent || record.sending !== null || record.closing !== null || record.isReopening;
}

/** `guidelines`: a verdict waits until its author has read the newest version. */
export type WaitingReason = "offline" | "server" | "signed-out" | "guidelines";

/** The number of a person's items with unsent work on this device, by kind, without the displayed item. */
export interface WaitingElsewhere {
  /** Number of unsent verdicts. */
  verdicts: number;
  /** Number of items whose parking or skipping is unsent. */
  putAside: number;
  /** Number of items with unsent texts. */
  texts: number;
  /** The reason why the work is unsent; null if no attempt has failed. */
  reason: WaitingReason | null;
}

/**
 * Counts the items with unsent work on this device, without the task `taskId`. Drafts of reviews are not counted,
 * because they are only stored on the device.
 */
export function countWaitingElsewhere(
  records: readonly JournalRecord[],
  taskId: string,
  reason: WaitingReason | null,
): WaitingElsewhere {
  const otherRecords = records.filter(
    (record) => record.taskId !== taskId && !record.taskId.startsWith("review-") && hasUnconfirmedWork(record),
  );
  const completionSteps = otherRecords.flatMap(({ closing }) => (closing === null ? [] : [closing.step]));
  const parkedOrSkipped = completionSteps.filter((step) => step === "park" || step === "skip").length;
  return {
    verdicts: completionSteps.length - parkedOrSkipped,
    putAside: parkedOrSkipped,
    texts: otherRecords.length - completionSteps.length,
    reason,
  };
}

/** Stores records on the device. Every call may fail, for example in a private window or on a full disk. */
export interface JournalStore {
  read(taskId: string): Promise<JournalRecord | null>;
  write(record: JournalRecord): Promise<void>;
  remove(taskId: string): Promise<void>;
  list(): Promise<JournalRecord[]>;
}
