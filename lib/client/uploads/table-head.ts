import { CsvReader, columnNames, TableError, type TableRecord } from "@/lib/domain/tables/read-csv.ts";
import { workbookCell, workbookOptions } from "@/lib/domain/tables/workbook-cell.ts";

/** The beginning of a table: its header and its first records. */
export interface FileHead {
  header: string[];
  records: string[][];
}

/** Number of records in the preview of an import. */
const shownRecords = 3;

/** Enough bytes for the header and some records of any table: a story has up to 100,000 characters. */
const bytesRead = 1_000_000;

/**
 * Maximum size of a workbook whose columns are shown. Unpacking a larger one would block the page; the server
 * recognizes its columns by name.
 */
const maxWorkbookBytes = 16_000_000;

/** Whether the columns of a file can be shown before it is imported. */
export function hasTableHead({ name, size }: File): boolean {
  return /\.(?:csv|tsv)$/iu.test(name) || (/\.xlsx$/iu.test(name) && size <= maxWorkbookBytes);
}

/**
 * Reads the header and the first records of a table, without reading the rest, or of the first sheet of an XLSX workbook,
 * which is unpacked as a whole; null if the file is not a table.
 */
export async function readTableHead(file: Blob): Promise<FileHead | null> {
  if ((await file.slice(0, 2).text()) === "PK") return workbookHead(file);
  const reader = new CsvReader();
  const records: string[][] = [];
  const take = (rows: Iterable<TableRecord>) => {
    for (const row of rows) if (records.length < shownRecords) records.push(row.cells ?? row.given);
  };
  try {
    // TextDecoder removes the byte order mark.
    take(reader.push(new TextDecoder().decode(await file.slice(0, bytesRead).arrayBuffer())));
    if (file.size <= bytesRead) take(reader.end());
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
  }
  return reader.header === null ? null : { header: reader.header, records };
}

async function workbookHead(file: Blob): Promise<FileHead | null> {
  // Loaded only if needed, because most files are not workbooks.
  const { readSheet } = await import("read-excel-file/browser");
  try {
    const rows = await readSheet(file, workbookOptions);
    const filled = rows.map((row) => row.map(workbookCell)).filter((cells) => cells.some((cell) => cell !== ""));
    const [head, ...records] = filled;
    return head === undefined ? null : { header: columnNames(head), records: records.slice(0, shownRecords) };
  } catch {
    return null;
  }
}
