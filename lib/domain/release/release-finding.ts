import type { Anonymity, AnonymityRemedy } from "./privacy.ts";
import type { ReleaseFacts } from "./release-dataset.ts";

/** One record that a finding is about. */
export interface FindingRow {
  text: string;
  /** The session of the record, which its page in the installation shows; null if it belongs to none. */
  session: string | null;
}

/** A finding of the checks before a release: errors must be resolved or overridden. */
export interface ReleaseFinding {
  severity: "error" | "warning";
  check: "anonymity" | "free text" | "names" | "external ids" | "data lock" | "ethics" | "author" | "empty";
  message: string;
  /** The locations of the finding, at most {@link mostFindingRows}. */
  rows: FindingRow[];
  /** Changes of the released columns that resolve it. */
  remedies?: AnonymityRemedy[];
}

export const maxFindingRows = 20;

/** What a release would contain or contains, and what the checks found. */
export interface ReleaseReport {
  findings: ReleaseFinding[];
  tables: { name: string; rows: number }[];
  /** Fields of NeurIPS 2026 that the description lacks. */
  missingForNeurips: string[];
  anonymity: Anonymity | null;
  /** What deposits state of the data; null if nothing was written. */
  facts: Pick<ReleaseFacts, "language" | "collected"> | null;
}
