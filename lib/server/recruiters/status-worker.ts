import {
  type ReadStatusRow,
  readStatusRow,
  recogniseStatusFile,
  type StatusColumns,
} from "@/lib/domain/survey/recruiters/status-file.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { openTable } from "../platform/tables/open-table.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";

/** The line on which a row ends (the header is line 1), and the row or the reason for rejecting it. */
export type StatusFileRow = { line: number } & ReadStatusRow;

/** A report of the thread: first the kind of the file, then its rows in order. */
export type StatusFilePart =
  | { is: "opened"; file: ReturnType<typeof recogniseStatusFile> }
  | { is: "rows"; rows: StatusFileRow[] };

/** A limit in characters, much longer than a row of any recruiter's export. */
const maxRecordLength = 256 * 1024;

/** Rows per report; the receiving process handles a report in some milliseconds. */
const maxRows = 500;

/** Reads a recruiter's export file, given as chunks of bytes; `refusal` is the reason if it is not a table. */
export const script = serveThread<
  { columns: StatusColumns | null },
  Uint8Array,
  StatusFilePart,
  { refusal: string | null }
>(async ({ columns }, { pieces, report }) => {
  try {
    const { header, records } = await openTable(pieces, { maxRecordLength });
    const file = recogniseStatusFile(header, columns);
    await report({ is: "opened", file });
    if (!file.ok) return { refusal: null };
    const now = new Date();
    let rows: StatusFileRow[] = [];
    for await (const { line, cells, problem } of records) {
      if (cells === null) rows.push({ line, ok: false, field: "", message: problem });
      else {
        const cellsByColumn = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""]));
        rows.push({ line, ...readStatusRow(file.file, cellsByColumn, now) });
      }
      if (rows.length < maxRows) continue;
      await report({ is: "rows", rows });
      rows = [];
    }
    if (rows.length > 0) await report({ is: "rows", rows });
    return { refusal: null };
  } catch (error) {
    // An instance of an error class cannot be passed between threads.
    if (error instanceof TableError) return { refusal: `The file ${error.message.replace(/^it /u, "")}.` };
    throw error;
  }
});
