import { createHash } from "node:crypto";
import type { FoldOptions } from "./fold-rows.ts";

/** The inputs of a result, as counters. */
export interface ResultFacts {
  projectId: string;
  /** A hash that changes whenever the document would change. */
  dataHash: string;
  /** The number of single answers to read, or an equivalent number that estimates the duration of the work. */
  answers: number;
  /** The study or the run with which the result is deleted. */
  studyId: string | null;
  runId: string | null;
}

/** The facts of a study's result from a row of counters; their text `said` is hashed. */
export function factsOfStudy(
  studyId: string,
  { projectId, said, answers }: { projectId: string; said: string; answers: number },
): ResultFacts {
  return { projectId, dataHash: createHash("sha256").update(said).digest("hex"), answers, studyId, runId: null };
}

/** One kind of result. */
export interface ResultDefinition<Document> {
  kind: string;
  /**
   * Must be increased when the same data produce a different document. Documents of other versions are computed again.
   */
  ruleVersion: number;
  /** The number of newest results that are kept per study, or per run; undefined if the number of subjects is limited. */
  keep?: number;
  /**
   * Whether the result depends on the current time. If so, it is computed for every request if there are few answers.
   */
  dependsOnClock?: true;
  /** Computed only on request, because it takes minutes. Pages show the stored result. */
  isOnRequest?: true;
  /** Whether an outdated document is not shown but computed again without a request. */
  hidesStale?: true;
  /** Describes the work in progress; by default "Reading the answers". */
  doing?: string;
  /** The maximum number of answers folded on the event loop; by default 1,000, less if each answer takes long. */
  foldedHere?: number;
  /** Null if the subject does not exist. */
  facts(subject: string): Promise<ResultFacts | null>;
  compute(subject: string, folding: FoldOptions): Promise<Document>;
}
