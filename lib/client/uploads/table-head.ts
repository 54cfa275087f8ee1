import { recordOfObject } from "@/lib/domain/interchange/annotation/map-columns.ts";
import { CsvReader, columnNames, TableError, type TableRecord } from "@/lib/domain/tables/read-csv.ts";
import { workbookCell, workbookOptions } from "@/lib/domain/tables/workbook-cell.ts";

/** The start of a table: its header and first records. */
export interface FileHead {
  header: string[];
  records: string[][];
}

/** Number of records in an import's preview. */
const shownRecords = 3;

/** Enough for the header and some records of any table; a story has at most 100,000 characters. */
const bytesRead = 1_000_000;

/**
 * Maximum size of a workbook whose columns are shown. Unpacking a larger one would block the page; the server then
 * recognises the columns by name.
 */
const maxWorkbookBytes = 16_000_000;

/** Whether the columns of a file can be shown before it is imported. */
export function hasTableHead({ name, size }: File): boolean {
  return /\.(?:csv|tsv)$/iu.test(name) || (/\.xlsx$/iu.test(name) && size <= maxWorkbookBytes);
}

/**
 * Reads the header and the first records of a table; null if the file is not a table. Of a text file, only the start is
 * read. An XLSX workbook is unpacked as a whole, and its first sheet is used.
 */
export async function readTableHead(file: Blob): Promise<FileHead | null> {
  if ((await file.slice(0, 2).text()) === "PK") return readWorkbookHead(file);
  const reader = new CsvReader();
  const records: string[][] = [];
  const addRecords = (rows: Iterable<TableRecord>) => {
    for (const row of rows) if (records.length < shownRecords) records.push(row.cells ?? row.given);
  };
  try {
    // TextDecoder removes the byte order mark.
    addRecords(reader.push(new TextDecoder().decode(await file.slice(0, bytesRead).arrayBuffer())));
    if (file.size <= bytesRead) addRecords(reader.end());
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
  }
  return reader.header === null ? null : { header: reader.header, records };
}

/** Whether a file has one JSON object per line, whose keys can be shown as columns. */
export function hasRecordLines({ name }: File): boolean {
  return /\.(?:jsonl|ndjson)$/iu.test(name);
}

/** Reads the keys of the first object of a JSON Lines file, and its first objects as records; null without an object. */
export async function readRecordHead(file: Blob): Promise<FileHead | null> {
  const text = new TextDecoder().decode(await file.slice(0, bytesRead).arrayBuffer());
  const objects: object[] = [];
  for (const line of text.split(/\r?\n/u).filter((one) => one.trim() !== "")) {
    const row = objects.length < shownRecords ? parseObject(line) : null;
    if (row === null) break;
    objects.push(row);
  }
  const [first] = objects;
  if (first === undefined) return null;
  const header = Object.keys(first);
  return { header, records: objects.map((row) => recordOfObject({ ...blankRow(header), ...row }).cells) };
}

function blankRow(header: readonly string[]): Record<string, null> {
  return Object.fromEntries(header.map((name) => [name, null]));
}

function parseObject(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

async function readWorkbookHead(file: Blob): Promise<FileHead | null> {
  // Loaded only if needed, because most files are not workbooks.
  const { readSheet } = await import("read-excel-file/browser");
  try {
    const rows = await readSheet(file, workbookOptions);
    const filledRows = rows.map((row) => row.map(workbookCell)).filter((cells) => cells.some((cell) => cell !== ""));
    const [head, ...records] = filledRows;
    return head === undefined ? null : { header: columnNames(head), records: records.slice(0, shownRecords) };
  } catch {
    return null;
  }
}
