import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { Rejection } from "@/lib/domain/interchange/import-report.ts";
import { isReturnedOrTimedOut } from "@/lib/domain/survey/recruiters/ledger.ts";
import { readStatus, type SubmissionStatus } from "@/lib/domain/survey/recruiters/prolific.ts";
import type { StatusColumns, StatusFile, StatusRow } from "@/lib/domain/survey/recruiters/status-file.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { ImportTally } from "../items/import-report.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows, oneRow, text } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { boundedBytes } from "../platform/files/bounded-bytes.ts";
import { withYields } from "../platform/files/with-yields.ts";
import { withTransferPermit } from "../platform/http/transfer-permit.ts";
import { isForgotten, replaceForgottenIds } from "../studies/flow/forgotten-submissions.ts";
import { type LedgerStudy, requireLedgerStudy } from "./ledger-study.ts";
import { openStatusFile } from "./open-status-file.ts";
import { releaseReturned } from "./release-returned.ts";
import type { StatusFileRow } from "./status-worker.ts";

/** A hundred thousand lines of Prolific's export are 30 MB. */
const maxFileBytes = 32 * 1024 * 1024;
const maxRows = 200_000;
const batchSize = 500;

/** The names of the columns in another recruiter's file; undefined for Prolific's and MTurk's own files. */
export const statusColumnsSchema = z.strictObject({
  submission: boundedText(200).default(""),
  person: boundedText(200).default(""),
  status: boundedText(200).default(""),
  code: boundedText(200).default(""),
  time: boundedText(200).default(""),
  /** The file's texts for each status, separated by commas. */
  paid: boundedText(500).default(""),
  waiting: boundedText(500).default(""),
  returned: boundedText(500).default(""),
  screenedOut: boundedText(500).default(""),
  rejected: boundedText(500).default(""),
  fileName: boundedText(300).default(""),
});

export interface StatusImportReport {
  rows: number;
  inserted: number;
  unchanged: number;
  rejected: number;
  rejections: Rejection[];
}

/**
 * Imports a recruiter's export file into a study's ledger. A line that is already stored is unchanged, so importing the
 * same file twice changes nothing, and files may be imported in any order. Invalid lines are reported and do not stop
 * the others. Slots of sessions that were returned according to the file are released immediately. One transaction.
 */
export async function importStatusFile(
  actor: Actor,
  address: string,
  options: z.infer<typeof statusColumnsSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<StatusImportReport> {
  const ledger = await requireLedgerStudy(actor, address);
  requireRight(actor, "research.write", ledger.study.projectId);
  return withTransferPermit(async () => {
    const bytes = boundedBytes(body, maxFileBytes, fileTooLargeError);
    const { format, rows, close } = await openStatusFile(bytes, readColumns(options));
    try {
      requireFormat(ledger, format);
      return await storeFile(actor, ledger, rows);
    } finally {
      await close();
    }
  });
}

function storeFile(actor: Actor, ledger: LedgerStudy, rows: AsyncIterable<StatusFileRow>): Promise<StatusImportReport> {
  return withTx(async (client) => {
    // A file may arrive slowly over a network.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
    const report = await storeRows(client, ledger, rows);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: ledger.study.projectId,
      action: "study.import-recruiter-file",
      subjectType: "study",
      subjectId: ledger.study.id,
      after: { rows: report.rows, inserted: report.inserted, rejected: report.rejected },
    });
    return report;
  });
}

function readColumns(options: z.infer<typeof statusColumnsSchema>): StatusColumns | null {
  const { submission, person, status, code, time } = options;
  if ([submission, person, status, code, time].every((name) => name === "")) return null;
  const textsByStatus: [string, SubmissionStatus][] = [
    [options.paid, "APPROVED"],
    [options.waiting, "AWAITING REVIEW"],
    [options.returned, "RETURNED"],
    [options.screenedOut, "SCREENED OUT"],
    [options.rejected, "REJECTED"],
  ];
  const statusWords = textsByStatus.flatMap(([text, meaning]) =>
    text
      .split(",")
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== "")
      .map((word) => [word, meaning] as const),
  );
  return { submission, person, status, code, time, words: Object.fromEntries(statusWords) };
}

const recruiterNames = { prolific: "Prolific", mturk: "MTurk" } as const;

function requireFormat(ledger: LedgerStudy, format: StatusFile["format"]): void {
  if (format === "columns" || format === ledger.recruiter) return;
  const message = `This is a file of ${recruiterNames[format]}, but the study is not recruited there. Choose the recruiter in the study's form first.`;
  throw new AppError("invalid", message);
}

const nowRow = z.strictObject({ now: z.date() });

async function storeRows(
  client: PoolClient,
  ledger: LedgerStudy,
  rows: AsyncIterable<StatusFileRow>,
): Promise<StatusImportReport> {
  const clock = await oneRow(client, nowRow, "SELECT clock_timestamp() AS now");
  const now: Date = clock.now;
  const tally = new ImportTally();
  const returnedSubmissions: string[] = [];
  let batch: StatusRow[] = [];
  const flush = async () => {
    const stored = await storeBatch(client, ledger, batch, now);
    for (let place = 0; place < batch.length; place += 1) tally.count(place < stored.length ? "inserted" : "unchanged");
    for (const row of stored)
      if (isReturnedOrTimedOut(readStatus(row.status) ?? "ACTIVE")) returnedSubmissions.push(row.submission);
    batch = [];
  };
  for await (const read of withYields(rows)) {
    if (!read.ok) {
      tally.reject({ line: read.line, field: read.field, message: read.message });
      continue;
    }
    batch.push(read.row);
    if (tally.inserted + tally.unchanged + batch.length > maxRows)
      throw new AppError("too-large", `The file has more than ${formatCount(maxRows)} rows; nothing was stored.`);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  await releaseReturned(client, ledger.study.projectId, ledger.source, returnedSubmissions, ledger.study.id);
  const { inserted, unchanged, rejected, rejections } = tally;
  return { rows: inserted + unchanged + rejected, inserted, unchanged, rejected, rejections };
}

const storedEventRow = z.strictObject({ submission: z.string(), status: z.string() });

/** Returns the rows that are new. */
async function storeBatch(
  client: PoolClient,
  { study, source }: LedgerStudy,
  batch: readonly StatusRow[],
  now: Date,
): Promise<{ submission: string; status: string }[]> {
  if (batch.length === 0) return [];
  const subjects = batch.map((row) => ({ ...row, studyId: study.id }));
  const storableRows = (await replaceForgottenIds(client, study.projectId, source, subjects)).map((row) =>
    isForgotten(row.submission) ? { ...row, code: null } : row,
  );
  const undatedSubmissions = storableRows.flatMap(({ at, submission }) => (at === null ? submission : []));
  const lastStatuses = await readLastStatus(client, { study, source }, undatedSubmissions, now);
  const newRows = storableRows.flatMap((row) => {
    const last = row.at === null ? lastStatuses.get(row.submission) : undefined;
    return last?.said.has(statusKeyOf(row))
      ? []
      : [{ ...row, eventId: computeEventId(study.id, row, last?.at ?? null) }];
  });
  const rows = await manyRows(
    client,
    storedEventRow,
    sql`
    INSERT INTO recruiter_event (id, project_id, source, study_id, event_id, submission, person, status, code, origin, happened_at)
    SELECT gen_random_uuid(), ${study.projectId}, ${source}, ${study.id}, event_id, submission, person, status, code, 'file', happened_at
    FROM unnest(
      ${newRows.map((row) => row.eventId)}::text[], ${newRows.map((row) => row.submission)}::text[],
      ${newRows.map((row) => row.person)}::text[], ${newRows.map((row) => row.status)}::text[],
      ${newRows.map((row) => row.code)}::text[], ${newRows.map((row) => row.at ?? now)}::timestamptz[]
    ) AS said (event_id, submission, person, status, code, happened_at)
    ON CONFLICT (project_id, source, event_id) DO NOTHING
    RETURNING submission, status
  `,
  );
  return rows;
}

/**
 * What the recruiter's files before this one last reported about a submission: the time, and all statuses and codes of
 * that time.
 */
interface LastStatus {
  at: Date;
  said: Set<string>;
}

const lastStatusRow = z.strictObject({
  submission: z.string(),
  happened_at: z.date(),
  status: text<StatusRow["status"]>(),
  code: z.string().nullable(),
});

/**
 * Reads the last reports about submissions. A line without a time gives the current status of a submission, so it is
 * new if the last report has another status.
 */
async function readLastStatus(
  client: PoolClient,
  { study, source }: Pick<LedgerStudy, "study" | "source">,
  submissions: readonly string[],
  now: Date,
): Promise<Map<string, LastStatus>> {
  const last = new Map<string, LastStatus>();
  if (submissions.length === 0) return last;
  const rows = await manyRows(
    client,
    lastStatusRow,
    sql`
    SELECT submission, happened_at, status, code FROM (
      SELECT submission, happened_at, status, code,
        rank() OVER (PARTITION BY submission ORDER BY happened_at DESC) AS place
      FROM recruiter_event
      WHERE project_id = ${study.projectId} AND source = ${source} AND study_id = ${study.id} AND origin = 'file'
        AND submission = ANY (${submissions}::text[]) AND happened_at < ${now}
    ) AS event WHERE place = 1
  `,
  );
  for (const row of rows) {
    const lastStatus = last.get(row.submission) ?? { at: row.happened_at, said: new Set() };
    lastStatus.said.add(statusKeyOf(row));
    last.set(row.submission, lastStatus);
  }
  return last;
}

function statusKeyOf({ status, code }: Pick<StatusRow, "status" | "code">): string {
  return JSON.stringify([status, code]);
}

/**
 * The ID of an event. The same line of the same study always has the same ID, so that a file can be imported again. The
 * ID of a line without a time also depends on the time of the previous report.
 */
function computeEventId(studyId: string, { submission, status, code, at }: StatusRow, after: Date | null): string {
  const time = at?.toISOString() ?? (after ? { after: after.toISOString() } : null);
  const content = JSON.stringify([studyId, submission, status, code, time]);
  return `file:${createHash("sha256").update(content).digest("base64url")}`;
}

function fileTooLargeError(): AppError {
  return new AppError("too-large", "The file is larger than 32 MB; nothing was stored.");
}
