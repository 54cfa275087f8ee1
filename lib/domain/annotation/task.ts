import type { KsteKind } from "../stories/items/kste-item.ts";
import type { LintFinding } from "../stories/lint/finding.ts";
import type { TaskFields } from "../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../tasks/schema/task-schema.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import type { AnnotationDocument, AnswerDocument } from "./documents/copy-document.ts";
import type { KsteDocument } from "./documents/kste-document.ts";

/** Status of one copy of an item. A parked task stays with its holder; a returned task was sent back by review. */
export const taskStates = ["open", "leased", "parked", "submitted", "returned", "done", "irreparable"] as const;
export type TaskState = (typeof taskStates)[number];

/**
 * Status of an item. `reviewed`: review is complete, the blind re-solve is pending. `rejected`: the item failed its
 * re-solve. The other values correspond to the task states.
 */
export const itemStatuses = [
  "open",
  "in-work",
  "submitted",
  "in-review",
  "returned",
  "reviewed",
  "accepted",
  "rejected",
  "irreparable",
] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Why an item should be reviewed although no one asked for it. */
export const itemFlags = ["sibling-changed"] as const;
export type ItemFlag = (typeof itemFlags)[number];

/** Confirms that a revision is stored: sent only after COMMIT, with the hash of the stored document. */
export interface Receipt {
  revisionId: string;
  sha256: string;
  savedAt: string;
  /** Revisions are numbered from 1 on each branch. */
  number: number;
  /** "main", or "late-1", "late-2" ... for a save that arrived after another save. */
  branch: string;
}

/** A stored revision for a diff, without the name of its author. */
export interface RevisionView<Document extends AnnotationDocument = KsteDocument> {
  revisionId: string;
  branch: string;
  number: number;
  savedAt: string;
  document: Document;
  /** Whether the reader is the author of the revision. */
  isMine: boolean;
}

/** Response to a saved revision: always 200; `conflict` if it was stored as a branch. */
export interface SaveAnswer<Document extends AnnotationDocument = KsteDocument> {
  receipt: Receipt;
  conflict: { mine: RevisionView<Document>; theirs: RevisionView<Document> | null } | null;
  /** Null if someone else holds the task now. */
  leaseEndsAt: string | null;
}

export interface LeaseAnswer {
  ok: true;
  fence: number;
  leaseEndsAt: string;
}

/** Another story of the same source. `story` and `character` are used to find the same sentence in it. */
export interface SiblingView {
  externalId: string;
  kind: KsteKind;
  character: string | null;
  story: string;
}

/** Result of a cut in the named siblings: the cut was applied to free copies and only reported for copies in work. */
export interface SiblingCutReport {
  cut: string[];
  told: string[];
}

export interface CollectionView {
  id: string;
  name: string;
  isTraining: boolean;
  settings: Pick<CollectionSettings, "leaseMinutes" | "payPerHour" | "currency" | "instructions">;
}

/** The task schema of an item: its fields, its questions, and suggestions unless they are hidden. */
export interface SchemaTask {
  version: number;
  schema: TaskSchema;
  fields: TaskFields;
  /**
   * The suggested answers that the annotator corrects, and the model that made them; null if there are none or if they
   * are hidden.
   */
  suggestion: { model: string; score: number | null } | null;
}

/**
 * Everything that the workspace needs for one task. Contains no data of other annotators, no model answers (except a
 * suggestion that is shown to annotators) and no key.
 */
export interface TaskPayload<Document extends AnnotationDocument = KsteDocument> {
  task: {
    id: string;
    kind: Document["kind"];
    copy: number;
    state: TaskState;
    /** Null if the reader does not hold the lease (a prefetched task). */
    fence: number | null;
    leaseEndsAt: string | null;
    /** The reviewer's reason while the task is returned. */
    returnReason: string | null;
  };
  item: {
    id: string;
    externalId: string;
    genre: string;
    knowledgeType: string | null;
    flags: ItemFlag[];
    groupSize: number;
  };
  /** The original of an erroneous story, read-only; null for an original and for an item without an original. */
  original: { externalId: string; document: KsteDocument } | null;
  /** The newest revision on the main branch, or the given document if there is none. */
  document: Document;
  /**
   * The document that this copy's annotator was given: the item as imported, without sentences that were cut because of
   * a story of the same source before anyone began. Every difference from it is the work of the annotator.
   */
  givenDocument: Document;
  revisionId: string | null;
  /**
   * JSON of the draft's history (`lib/domain/stories/history.ts`) as last sent by the workspace. Stored without
   * parsing.
   */
  undo: string | null;
  /** The reason codes of the reader's last submission of this copy, to resume the work. */
  codes: readonly string[];
  findings: LintFinding[];
  /** Unresolved late branches of the reader, the newest revision of each branch. */
  branches: RevisionView<Document>[];
  siblings: SiblingView[];
  /** Null for a story. */
  schema: SchemaTask | null;
  collection: CollectionView;
  /** Tasks of the collection finished by anyone, and the total. */
  position: {
    done: number;
    total: number;
    /** The progress of this person: finished tasks, and the total of finished, held and available tasks. */
    mine: { done: number; total: number } | null;
  };
  /** In a training: the instruction for this step. */
  step: { title: string; task: string } | null;
}

/** A task of any collection. */
export type AnyTaskPayload = TaskPayload | TaskPayload<AnswerDocument>;

/** Whether a task belongs to an item of a task schema. */
export function isSchemaTask(payload: AnyTaskPayload): payload is TaskPayload<AnswerDocument> {
  return payload.schema !== null;
}

export interface QueueCounts {
  /** Tasks that no one has taken. */
  open: number;
  /** Unfinished tasks of all people. */
  left: number;
  /**
   * Number of unfinished tasks that no one in the current team can finish; counted only if there is no task for this
   * person.
   */
  blocked?: number;
  total: number;
  mine: { submitted: number; returned: number; parked: number };
}

export interface NextAnswer {
  /** The task to show now, already leased; null if no task is left for this person. */
  task: TaskPayload | null;
  /** The next task, not leased yet: lease it when it is shown. */
  prefetch: TaskPayload | null;
  counts: QueueCounts;
  /**
   * The version of the guidelines that must be read before the first item; null if the newest version was read or if
   * there are no guidelines.
   */
  guidelines: number | null;
  /** The practice that this person must pass to get items of the collection; null if none. */
  practice: PracticeGate | null;
}

/** A practice that must be passed before work begins. Only the first verdict on each of its items counts. */
export interface PracticeGate {
  /** The type of practice: verdicts on stories, or answers to a task schema. */
  of: "verdicts" | "answers";
  /** Null if the project has no practice yet. */
  trainingId: string | null;
  passMark: number;
  right: number;
  done: number;
  total: number;
  /**
   * For verdicts: items with a fault, and the number of these whose fault was found. For answers: items whose expected
   * answers are not the most common ones, and the number answered correctly, so that giving one answer to all items
   * fails.
   */
  faults: number;
  found: number;
}
