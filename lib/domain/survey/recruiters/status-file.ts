import { findTextProblem } from "../../text.ts";
import { readStatus, type SubmissionStatus } from "./prolific.ts";

/** The status of one submission in a line of a recruiter's export file. */
export interface StatusRow {
  submission: string;
  person: string | null;
  status: SubmissionStatus;
  /** The completion code that the person entered at the recruiter. */
  code: string | null;
  /** Time of the status; null if the file does not state it. The time of the import is then used. */
  at: Date | null;
}

export type ReadStatusRow = { ok: true; row: StatusRow } | { ok: false; field: string; message: string };

/** The names of the columns by meaning; an empty name means that the column is missing. */
export interface StatusColumns {
  submission: string;
  person: string;
  status: string;
  code: string;
  time: string;
  /** The file's words for statuses, in lower case, with the status of each. */
  words: Readonly<Record<string, SubmissionStatus>>;
}

export type StatusFile =
  | { format: "prolific"; columns: Record<ProlificColumn, string | undefined> }
  | { format: "mturk" }
  | { format: "columns"; columns: StatusColumns };

type ProlificColumn = "submission" | "person" | "status" | "code" | "started" | "completed" | "reviewed";

/** The columns of Prolific's demographic export, with their current and earlier names. */
const prolificColumns: Record<ProlificColumn, readonly string[]> = {
  submission: ["Submission id", "session_id"],
  person: ["Participant id", "participant_id"],
  status: ["Status", "status"],
  code: ["Completion code", "entered_code"],
  started: ["Started at", "started_datetime"],
  completed: ["Completed at", "completed_date_time"],
  reviewed: ["Reviewed at", "reviewed_at_datetime"],
};

const mturkColumns = ["AssignmentId", "WorkerId", "AssignmentStatus"] as const;

/** Words for statuses in files of panels, in addition to Prolific's; a researcher may add others. */
const commonStatusWords: Readonly<Record<string, SubmissionStatus>> = {
  paid: "APPROVED",
  accepted: "APPROVED",
  complete: "AWAITING REVIEW",
  completed: "AWAITING REVIEW",
  submitted: "AWAITING REVIEW",
  pending: "AWAITING REVIEW",
  started: "ACTIVE",
  "in progress": "ACTIVE",
  abandoned: "RETURNED",
  "dropped out": "RETURNED",
  expired: "TIMED-OUT",
  terminated: "SCREENED OUT",
  screenout: "SCREENED OUT",
  "screened-out": "SCREENED OUT",
  "quota full": "SCREENED OUT",
  "over quota": "SCREENED OUT",
  declined: "REJECTED",
};

/**
 * Recognises the file by its header: Prolific's demographic export (current and earlier column names), MTurk's batch
 * results, or any table with specified columns.
 *
 * @returns an error sentence if the format is not recognised
 */
export function recogniseStatusFile(
  header: readonly string[],
  named: StatusColumns | null,
): { ok: true; file: StatusFile } | { ok: false; message: string } {
  if (named) {
    const usedColumns = [named.submission, named.person, named.status, named.code, named.time].filter(
      (name) => name !== "",
    );
    const missing = usedColumns.find((name) => !header.includes(name));
    if (missing !== undefined)
      return { ok: false, message: `has no column "${missing}". Its columns are ${formatColumnNames(header)}.` };
    if (named.status === "" || (named.submission === "" && named.person === ""))
      return { ok: false, message: "needs a column with the status, and one with the submission or the person." };
    return { ok: true, file: { format: "columns", columns: named } };
  }
  if (mturkColumns.every((name) => header.includes(name))) return { ok: true, file: { format: "mturk" } };
  const columns = Object.fromEntries(
    Object.entries(prolificColumns).map(([part, names]) => [part, names.find((name) => header.includes(name))]),
  ) as Record<ProlificColumn, string | undefined>;
  if (columns.submission && columns.person && columns.status)
    return { ok: true, file: { format: "prolific", columns } };
  return {
    ok: false,
    message: `is neither Prolific's demographic export nor MTurk's batch results. Name its columns: they are ${formatColumnNames(header)}.`,
  };
}

/** Parses one row by its column names. */
export function readStatusRow(file: StatusFile, cells: Readonly<Record<string, string>>, now: Date): ReadStatusRow {
  const tooLong = Object.entries(cells).find(([, value]) => findTextProblem(value, 10_000) !== null);
  if (tooLong)
    return { ok: false, field: tooLong[0].slice(0, 100), message: findTextProblem(tooLong[1], 10_000) ?? "" };
  switch (file.format) {
    case "prolific":
      return readProlificRow(file.columns, cells, now);
    case "mturk":
      return readMturkRow(cells, now);
    case "columns":
      return readNamedRow(file.columns, cells, now);
  }
}

function readProlificRow(
  columns: Record<ProlificColumn, string | undefined>,
  cells: Readonly<Record<string, string>>,
  now: Date,
): ReadStatusRow {
  const read = (part: ProlificColumn) => (cells[columns[part] ?? ""] ?? "").trim();
  const status = readStatus(read("status"));
  if (!status) return unknownStatus(columns.status ?? "", read("status"));
  // An old file must not override newer events: a submission in progress has the time of its start. For a returned
  // submission the file may not state the time; the time of the import is then used.
  const parts: Record<string, readonly ProlificColumn[]> = {
    ACTIVE: ["started"],
    RESERVED: ["started"],
    RETURNED: ["completed"],
    "TIMED-OUT": ["completed"],
    "AWAITING REVIEW": ["completed", "started"],
  };
  const timeColumn = (parts[status] ?? ["reviewed", "completed", "started"]).find((part) => read(part) !== "");
  const row = { submission: read("submission"), person: read("person"), status, code: read("code") };
  return finishRow(
    row,
    timeColumn ? { field: columns[timeColumn] ?? "", text: read(timeColumn) } : null,
    now,
    columns.submission ?? "",
  );
}

const mturkStatuses: Readonly<Record<string, { status: SubmissionStatus; time: string }>> = {
  submitted: { status: "AWAITING REVIEW", time: "SubmitTime" },
  approved: { status: "APPROVED", time: "ApprovalTime" },
  rejected: { status: "REJECTED", time: "RejectionTime" },
};

function readMturkRow(cells: Readonly<Record<string, string>>, now: Date): ReadStatusRow {
  const read = (name: string) => (cells[name] ?? "").trim();
  const mturkStatus = getOwnProperty(mturkStatuses, read("AssignmentStatus").toLowerCase());
  if (!mturkStatus) return unknownStatus("AssignmentStatus", read("AssignmentStatus"));
  const dateColumn = [mturkStatus.time, "SubmitTime"].find((name) => read(name) !== "");
  const row = {
    submission: read("AssignmentId"),
    person: read("WorkerId"),
    status: mturkStatus.status,
    code: read("Answer.code"),
  };
  return finishRow(row, dateColumn ? { field: dateColumn, text: read(dateColumn) } : null, now, "AssignmentId");
}

function readNamedRow(columns: StatusColumns, cells: Readonly<Record<string, string>>, now: Date): ReadStatusRow {
  const read = (name: string) => (name === "" ? "" : (cells[name] ?? "").trim());
  const word = read(columns.status).toLowerCase().replace(/\s+/g, " ");
  const status = getOwnProperty(columns.words, word) ?? readStatus(word) ?? getOwnProperty(commonStatusWords, word);
  if (!status) return unknownStatus(columns.status, read(columns.status));
  const person = read(columns.person);
  const time = read(columns.time);
  const row = { submission: read(columns.submission) || person, person, status, code: read(columns.code) };
  return finishRow(row, time ? { field: columns.time, text: time } : null, now, columns.submission || columns.person);
}

function finishRow(
  row: { submission: string; person: string; status: SubmissionStatus; code: string },
  dated: { field: string; text: string } | null,
  now: Date,
  submissionField: string,
): ReadStatusRow {
  if (row.submission === "") return { ok: false, field: submissionField, message: "is empty" };
  if (row.submission.length > 200 || row.person.length > 200)
    return { ok: false, field: submissionField, message: "is longer than 200 characters" };
  const at = dated && readTime(dated.text);
  if (dated && !at)
    return {
      ok: false,
      field: dated.field,
      message: `"${dated.text.slice(0, 40)}" is not a time; write 2026-01-31T10:00:00Z`,
    };
  if (dated && at && at.getTime() > now.getTime() + 86_400_000)
    return { ok: false, field: dated.field, message: `"${dated.text.slice(0, 40)}" lies in the future` };
  return { ok: true, row: { ...row, person: row.person || null, code: row.code.slice(0, 200) || null, at } };
}

/**
 * Parses a time in a file: ISO 8601 (without a zone: UTC), a date alone, seconds or milliseconds since 1970, or MTurk's
 * "Tue Mar 03 12:44:17 PST 2026"; null for anything else.
 */
export function readTime(text: string): Date | null {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text);
  if (iso) {
    const [, date, minutes = "00:00", seconds = ":00", fraction = "", zone = "Z"] = iso;
    return validDate(`${date}T${minutes}${seconds}${fraction.slice(0, 4)}${zone === "UTC" ? "Z" : zone}`);
  }
  if (/^\d{10}(\.\d+)?$|^\d{13}$/.test(text)) return validDate(Number(text) * (text.length === 13 ? 1 : 1000));
  const mturk = /^\w{3} (\w{3}) (\d\d) (\d\d:\d\d:\d\d) (PST|PDT|UTC|GMT) (\d{4})$/.exec(text);
  if (!mturk) return null;
  const [, month = "", day, time, zone = "", year] = mturk;
  const number = months.indexOf(month) + 1;
  if (number === 0) return null;
  const offset = { PST: "-08:00", PDT: "-07:00" }[zone] ?? "Z";
  return validDate(`${year}-${String(number).padStart(2, "0")}-${day}T${time}${offset}`);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function validDate(value: string | number): Date | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A word in a file may equal the name of an inherited object property. */
function getOwnProperty<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function unknownStatus(field: string, text: string): ReadStatusRow {
  if (text === "") return { ok: false, field, message: "is empty" };
  return { ok: false, field, message: `"${text.slice(0, 40)}" is not a known status` };
}

function formatColumnNames(header: readonly string[]): string {
  const names = header.slice(0, 20).map((name) => `"${name.slice(0, 40)}"`);
  return names.join(", ") + (header.length > 20 ? " and more" : "");
}
