import { outcomes } from "../survey/protocol.ts";
import { findingTexts } from "../survey/recruiters/finding-texts.ts";
import type { LedgerFinding, LedgerLine } from "../survey/recruiters/ledger.ts";
import { submissionStatuses } from "../survey/recruiters/prolific.ts";
import type { ExportRecord, ExportTable } from "./export-table.ts";

/** A study's ledger as a file: one row per session or submission, the most urgent first. */
export const ledgerTable: ExportTable = {
  name: "ledger",
  description: "Outcomes in Parallax and at the recruiter, one row for each submission",
  columns: [
    {
      name: "verdict",
      description: "Result of comparing the session with the recruiter's submission",
      type: "text",
      values: Object.fromEntries(Object.entries(findingTexts).map(([finding, { means }]) => [finding, means])),
    },
    { name: "to_do", description: "Recommended action", type: "text" },
    { name: "session", description: "Session in Parallax; empty if none was started", type: "text" },
    { name: "submission", description: "Submission ID at the recruiter", type: "text" },
    { name: "person", description: "Participant ID at the recruiter", type: "text" },
    {
      name: "outcome",
      description: "Outcome of the session in Parallax; empty while it is in progress",
      type: "text",
      values: Object.fromEntries(outcomes.map((outcome) => [outcome, ""])),
    },
    {
      name: "recruiter_status",
      description: "The latest status at the recruiter",
      type: "text",
      values: Object.fromEntries(submissionStatuses.map((status) => [status, ""])),
    },
    { name: "recruiter_status_at", description: "Time of the latest status", type: "time" },
    { name: "recruiter_code", description: "Completion code that was submitted at the recruiter", type: "text" },
    { name: "started_at", description: "Start of the session in Parallax", type: "time" },
    { name: "ended_at", description: "End of the session in Parallax", type: "time" },
    { name: "marked_paid_at", description: "When a researcher marked the session as paid in Parallax", type: "time" },
  ],
  isAlwaysGuarded: true,
};

/** One line of the ledger as a record of the table. */
export function toLedgerRecord(
  line: LedgerLine & { startedAt: Date | null; endedAt: Date | null; paidAt: Date | null; isErased: boolean },
): ExportRecord {
  const finding: LedgerFinding = line.verdict;
  return {
    verdict: finding,
    to_do: findingTexts[finding].toDo,
    session: line.sessionId,
    submission: line.isErased ? "erased" : line.submission,
    person: line.isErased ? "erased" : line.person,
    outcome: line.outcome,
    recruiter_status: line.status,
    recruiter_status_at: line.at?.toISOString() ?? null,
    recruiter_code: line.code,
    started_at: line.startedAt?.toISOString() ?? null,
    ended_at: line.endedAt?.toISOString() ?? null,
    marked_paid_at: line.paidAt?.toISOString() ?? null,
  };
}
