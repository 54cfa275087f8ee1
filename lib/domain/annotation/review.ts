import type { LintFinding } from "../stories/lint/finding.ts";
import type { AnnotationDocument, AnswerDocument } from "./documents/copy-document.ts";
import type { KsteDocument } from "./documents/kste-document.ts";
import type { CopyVerdict } from "./requests.ts";
import type { CollectionView, ItemFlag, RevisionView, SchemaTask } from "./task.ts";

/** One annotator's finished copy of an item, as shown to a reviewer, without the identity of the annotator. */
export interface SubmissionView<Document extends AnnotationDocument = KsteDocument> {
  taskId: string;
  copy: number;
  /** Null if the imported text was accepted unchanged. */
  revisionId: string | null;
  document: Document;
  verdict: CopyVerdict;
  /** Why the copy was changed or given up (`reason-codes.ts`). */
  codes: string[];
  dismissals: { finding: string; reason: string }[];
  reason: string;
  submittedAt: string;
  /** Late versions that were not merged. */
  branches: RevisionView<Document>[];
}

/**
 * The texts on which a reviewer decides: the imported text and every finished copy. A decision names the task of one
 * copy.
 */
export interface ReviewPayload<Document extends AnnotationDocument = KsteDocument> {
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
  importedDocument: Document;
  original: { externalId: string; document: KsteDocument } | null;
  findings: LintFinding[];
  submissions: SubmissionView<Document>[];
  /** The reviewer's edited version, as last stored on the server; null if there is none. */
  draft: { taskId: string; revisionId: string | null; document: Document; undo: string | null } | null;
  /** The task schema; null for a story. */
  schema: SchemaTask | null;
  collection: CollectionView;
  position: { done: number; total: number };
}

/** A review of any collection. */
export type AnyReviewPayload = ReviewPayload | ReviewPayload<AnswerDocument>;

/** Whether a review is about an item of a task schema. */
export function isSchemaReview(review: AnyReviewPayload): review is ReviewPayload<AnswerDocument> {
  return review.schema !== null;
}

export interface ReviewNextAnswer {
  review: ReviewPayload | null;
  counts: { waiting: number; done: number };
}

export interface ReviewAnswer {
  ok: true;
  itemStatus: "accepted" | "reviewed" | "returned" | "irreparable";
}
