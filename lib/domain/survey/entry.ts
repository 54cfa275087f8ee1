import { refuseText } from "../text.ts";
import type { FormFields } from "./parse-answers.ts";

/** Who a recruiter says this is, read from the link. Kept apart from every answer. */
export interface Entry {
  source: "prolific" | "mturk" | "pid";
  externalId: string;
  /** The recruiter's other parameters: its study and session ids. */
  parameters: Record<string, string>;
  /** HMAC of the external id under the study's secret, where the link carries one. */
  signature: string | null;
}

/** The parameter names of each recruiter, the person's id first. */
const recruiters = [
  { source: "prolific", id: "PROLIFIC_PID", others: ["STUDY_ID", "SESSION_ID"] },
  { source: "mturk", id: "workerId", others: ["assignmentId", "hitId"] },
  { source: "pid", id: "pid", others: [] },
] as const;

/** All parameters that an entry link may carry on to the consent form. */
export const entryParameters: readonly string[] = [
  ...recruiters.flatMap((recruiter) => [recruiter.id, ...recruiter.others]),
  "sig",
];

export type ParsedEntry = { ok: true; entry: Entry | null } | { ok: false; field: string; message: string };

/**
 * Reads the entry parameters of Prolific, MTurk or a plain `pid=`; no parameter at all is an anonymous visitor. The
 * first recruiter whose id is there counts.
 */
export function parseEntry(fields: FormFields): ParsedEntry {
  for (const field of entryParameters) {
    const value = fields[field];
    if (value === undefined) continue;
    if (Array.isArray(value)) return { ok: false, field, message: "is given more than once" };
    const message = refuseText(value, 200);
    if (message) return { ok: false, field, message };
  }
  const read = (field: string) => (fields[field] as string | undefined)?.trim() ?? "";
  const recruiter = recruiters.find((candidate) => read(candidate.id) !== "");
  if (!recruiter) return { ok: true, entry: null };
  return {
    ok: true,
    entry: {
      source: recruiter.source,
      externalId: read(recruiter.id),
      parameters: Object.fromEntries(
        recruiter.others.filter((name) => read(name) !== "").map((name) => [name, read(name)]),
      ),
      signature: read("sig") || null,
    },
  };
}

/** Whether this is only MTurk's preview of a task that nobody has accepted yet. */
export function isTaskPreview(fields: FormFields): boolean {
  return fields.assignmentId === "ASSIGNMENT_ID_NOT_AVAILABLE";
}
