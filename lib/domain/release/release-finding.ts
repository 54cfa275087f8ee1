import type { Anonymity, AnonymityRemedy } from "./privacy.ts";
import type { ReleaseFacts } from "./release-dataset.ts";

/** One record that a finding is about. */
export interface FindingRow {
  text: string;
  /** The ID of the record’s session, to link to its page; null if the record has no session. */
  session: string | null;
}

/** A finding of the checks before a release: errors must be resolved or overridden. */
export interface ReleaseFinding {
  severity: "error" | "warning";
  check:
    | "anonymity"
    | "free text"
    | "names"
    | "external ids"
    | "data lock"
    | "ethics"
    | "licence"
    | "canary"
    | "wide table"
    | "author"
    | "empty";
  message: string;
  /** The locations of the finding, at most {@link maxFindingRows}. */
  rows: FindingRow[];
  /** Changes of the released columns that resolve the finding. */
  remedies?: AnonymityRemedy[];
}

export const maxFindingRows = 20;

/** The content of a planned or written release, and the findings of the checks. */
export interface ReleaseReport {
  findings: ReleaseFinding[];
  tables: { name: string; rows: number }[];
  /** Fields of NeurIPS 2026 that the description lacks. */
  missingForNeurips: string[];
  anonymity: Anonymity | null;
  /** The facts that deposits state about the data; null if no release was written. */
  facts: Pick<ReleaseFacts, "language" | "collected"> | null;
}
