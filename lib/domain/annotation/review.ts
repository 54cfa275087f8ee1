import type { LintFinding } from "../stories/lint/finding.ts";
import type { KsteDocument } from "./documents/kste-document.ts";
import type { AnnotationVerdict } from "./requests.ts";
import type { CollectionView, ItemFlag, RevisionView } from "./task.ts";

/** One annotator's finished copy of an item, as shown to a reviewer, without the person's identity. */
export interface SubmissionView {
  taskId: string;
  copy: number;
  /** Null if the imported text was accepted unchanged. */
  revisionId: string | null;
  document: KsteDocument;
  verdict: AnnotationVerdict;
  /** Why it was changed or given up (`reason-codes.ts`). */
  codes: string[];
  dismissals: { finding: string; reason: string }[];
  reason: string;
  submittedAt: string;
  /** Late branches that were not merged. */
  branches: RevisionView[];
}

/** What a reviewer decides on: the imported text and every finished copy. A decision names the task of one copy. */
export interface ReviewPayload {
  /** The task that the workspace shows first: the most recently changed copy. */
  taskId: string;
  leaseEndsAt: string;
  item: {
    id: string;
    externalId: string;
    genre: string;
    knowledgeType: string | null;
    flags: ItemFlag[];
    groupSize: number;
  };
  importedDocument: KsteDocument;
  original: { externalId: string; document: KsteDocument } | null;
  findings: LintFinding[];
  submissions: SubmissionView[];
  /** The reviewer's own version as last stored on the server; null without one. */
  draft: { taskId: string; revisionId: string | null; document: KsteDocument; undo: string | null } | null;
  collection: CollectionView;
  position: { done: number; total: number };
}

export interface ReviewNextAnswer {
  review: ReviewPayload | null;
  counts: { waiting: number; done: number };
}

export interface ReviewAnswer {
  ok: true;
  itemStatus: "accepted" | "reviewed" | "returned" | "irreparable";
}
