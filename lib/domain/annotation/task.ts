import type { KsteKind } from "../stories/items/kste-item.ts";
import type { Finding } from "../stories/lint/finding.ts";
import type { CollectionSettings } from "./collection-settings.ts";
import type { KsteDocument } from "./documents/kste-document.ts";

/** Where one copy of an item stands. A parked task stays its holder's; a returned one came back from review. */
export const taskStates = ["open", "leased", "parked", "submitted", "returned", "done", "irreparable"] as const;
export type TaskState = (typeof taskStates)[number];

/**
 * Where an item stands. `reviewed`: its review is done and the blind re-solve is awaited; `rejected`: the re-solve
 * did not bear it out. The rest as in the task states.
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

/** Why an item deserves a second look though no one asked for one. */
export const itemFlags = ["sibling-changed"] as const;
export type ItemFlag = (typeof itemFlags)[number];

/** Proof that a revision is stored: said only after COMMIT, with the hash of what was stored. */
export interface Receipt {
  revisionId: string;
  sha256: string;
  savedAt: string;
  /** Counts from 1 on each branch. */
  number: number;
  /** "main", or "late-1", "late-2" ... for a save that came after someone or something else had saved. */
  branch: string;
}

/** A stored revision, for a diff. Whose it is is not said. */
export interface RevisionView {
  revisionId: string;
  branch: string;
  number: number;
  savedAt: string;
  document: KsteDocument;
  /** Whether the person who reads this wrote it. */
  isMine: boolean;
}

/** Answer to a saved revision: 200 either way; `conflict` when it was stored as a branch. */
export interface SaveAnswer {
  receipt: Receipt;
  conflict: { mine: RevisionView; theirs: RevisionView | null } | null;
  /** Null when someone else holds the task now. */
  leaseEndsAt: string | null;
}

export interface LeaseAnswer {
  ok: true;
  fence: number;
  leaseEndsAt: string;
}

/** Another story of the same source. `story` and `character` serve the search for the same sentence. */
export interface SiblingView {
  externalId: string;
  kind: KsteKind;
  character: string | null;
  story: string;
}

/** What became of a cut in the siblings that were named: cut in their free copies, or told because someone is at one. */
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

/** Everything the workspace needs for one task. Nothing that another annotator, a model or the key says. */
export interface TaskPayload {
  task: {
    id: string;
    kind: KsteKind;
    copy: number;
    state: TaskState;
    /** Null while the reader does not hold the lease (a prefetched task). */
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
  /** The sibling original, read-only; null for an original, and for an item without one. */
  original: { externalId: string; document: KsteDocument } | null;
  /** The newest revision on main, else the given document. */
  document: KsteDocument;
  /**
   * What this copy's annotator was given: the item as it was imported, but for sentences that were cut in it from a story of
   * the same source before anyone began with it. What differs from it is their own work.
   */
  givenDocument: KsteDocument;
  revisionId: string | null;
  /** JSON text of the draft's history (`lib/domain/stories/history.ts`) as the workspace last sent it; kept, never read. */
  undo: string | null;
  /** The reasons of the reader's last submission of this copy, for work that is taken up again. */
  codes: readonly string[];
  findings: Finding[];
  /** Late branches of the reader that are not resolved yet, newest revision of each. */
  branches: RevisionView[];
  siblings: SiblingView[];
  collection: CollectionView;
  /** Tasks of the collection finished by anyone, of all. */
  position: {
    done: number;
    total: number;
    /** The same of this person alone: what they finished, of that and what they hold or may get. */
    mine: { done: number; total: number } | null;
  };
  /** In a training: what to look at in this step. */
  step: { title: string; task: string } | null;
}

export interface QueueCounts {
  /** Tasks that no one has taken yet. */
  open: number;
  /** Tasks that are not finished, whoever has them. */
  left: number;
  /** Of them, those that no one can finish as the team is; counted only where there is no task for this person. */
  blocked?: number;
  total: number;
  mine: { submitted: number; returned: number; parked: number };
}

export interface NextAnswer {
  /** What to show now, its lease taken; null when nothing is left for this person. */
  task: TaskPayload | null;
  /** What comes after it, offered but not leased: take its lease when it is shown. */
  prefetch: TaskPayload | null;
  counts: QueueCounts;
  /** The version of the guidelines to read before an item is given; null when the newest was read, or there are none. */
  guidelines: number | null;
  /** What stands between this person and the collection's items; null for nothing. */
  practice: PracticeGate | null;
}

/** A practice that must be passed first. The first verdict on each of its items counts. */
export interface PracticeGate {
  /** Null where the project has no practice yet. */
  trainingId: string | null;
  passMark: number;
  right: number;
  done: number;
  total: number;
  /** Items with a fault, and of them those whose fault was found. */
  faults: number;
  found: number;
}
