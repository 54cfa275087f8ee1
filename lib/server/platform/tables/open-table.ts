import {
  CsvReader,
  columnNames,
  TableError,
  type TableOptions,
  type TableRecord,
} from "@/lib/domain/tables/read-csv.ts";
import { strictUtf8 } from "@/lib/domain/tables/strict-utf8.ts";
import { boundedBytes, collectBytes } from "../files/bounded-bytes.ts";
import { splitIntoChunks, withYields } from "../files/with-yields.ts";
import { runInThread } from "../threads/run-in-thread.ts";

/** A table with the names of its columns and its rows, which can be read once. */
export interface OpenedTable {
  /** Empty for a table without a header. */
  header: string[];
  records: AsyncGenerator<TableRecord>;
}

/** A workbook is unpacked completely in memory. */
const maxWorkbookBytes = 64 * 1024 * 1024;
const workbookMemoryMb = 1_024;

/**
 * Opens a table from its bytes: CSV or TSV, or the first sheet of an XLSX workbook, detected by content. Used by every
 * import of tables. Throws a TableError for bytes that are not a table, either immediately or while rows are read.
 */
export async function openTable(bytes: AsyncIterable<Uint8Array>, options: TableOptions = {}): Promise<OpenedTable> {
  const pieces = bytes[Symbol.asyncIterator]();
  const start = await readStart(pieces);
  const chunks = startingWith(start, pieces);
  if (isWorkbook(start)) return openWorkbook(chunks);
  const reader = new CsvReader(options);
  const records = withYields(csvRecords(reader, chunks));
  // The header is known with the first row, or at the end of a table without rows.
  const firstRecord = await records.next();
  return { header: reader.header ?? [], records: firstRecord.done ? none() : startingWith(firstRecord.value, records) };
}

/** Whether these bytes begin an XLSX workbook; any other zip archive begins with another entry. */
export function isWorkbook(start: Uint8Array): boolean {
  const text = Buffer.from(start.subarray(0, 128)).toString("latin1");
  return text.startsWith("PK\x03\x04") && /^(?:\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/)/u.test(text.slice(30));
}

async function* csvRecords(reader: CsvReader, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TableRecord> {
  for await (const text of strictUtf8(splitIntoChunks(bytes, 16 * 1024))) yield* reader.push(text);
  yield* reader.end();
}

async function openWorkbook(bytes: AsyncIterable<Uint8Array>): Promise<OpenedTable> {
  const tooLarge = () => new TableError(`it is a workbook of more than ${maxWorkbookBytes / 1024 / 1024} MB`);
  const workbookBytes = await collectBytes(boundedBytes(bytes, maxWorkbookBytes, tooLarge));
  const { xlsxWorker } = await import("./xlsx-worker.generated.ts");
  let rows: string[][];
  try {
    const input = new Uint8Array(workbookBytes).buffer;
    rows = await runInThread(xlsxWorker, input, undefined, { maxMemoryMb: workbookMemoryMb, transfer: [input] });
  } catch (error) {
    throw new TableError("it is an office document whose first sheet cannot be read; save the sheet as CSV", {
      cause: error,
    });
  }
  const nonEmptyRows = rows
    .map((cells, index) => ({ cells, line: index + 1 }))
    .filter(({ cells }) => cells.some((one) => one !== ""));
  const [head, ...others] = nonEmptyRows;
  if (head === undefined) throw new TableError("its first sheet is empty");
  const header = columnNames(head.cells);
  return {
    header,
    records: withYields(others.map(({ cells, line }): TableRecord => ({ line, cells, problem: null }))),
  };
}

async function readStart(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let start = new Uint8Array(0);
  while (start.length < 64) {
    const next = await pieces.next();
    if (next.done) break;
    start = new Uint8Array(Buffer.concat([start, next.value]));
  }
  return start;
}

async function* startingWith<Entry>(first: Entry, rest: AsyncIterator<Entry>): AsyncGenerator<Entry> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* none(): AsyncGenerator<never> {}
