import { setImmediate as otherWork } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { cellMark } from "@/lib/domain/cell-mark.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { feed } from "../platform/files/in-turns.ts";

/** Far beyond a row of any recruiter's export. */
const longestRecord = 256 * 1024;

/** Rows after which other work of the process gets a turn. */
const rowsAtOnce = 200;

/** What the parser is given at a time, however large the pieces of the upload are. */
const bytesAtOnce = 16 * 1024;

/** A row by its column names, or why it is none. `line` is that on which it ends, the header being line 1. */
export type TableRow =
  | { line: number; cells: Record<string, string>; problem: null }
  | { line: number; cells: null; problem: string };

/** The header of a CSV file and its rows, read in pieces; tabs and semicolons separate cells where the header has them. */
export async function readStatusTable(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ header: string[]; rows: AsyncGenerator<TableRow> }> {
  const records = readRecords(bytes);
  const first = await records.next();
  if (first.done) throw new AppError("invalid", "The file is empty.");
  const header = first.value.cells.map((name) => name.trim());
  return { header, rows: readRows(header, records) };
}

async function* readRows(
  header: readonly string[],
  records: AsyncIterable<{ line: number; cells: string[] }>,
): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const { line, cells } of records) {
    count += 1;
    if (count % rowsAtOnce === 0) await otherWork();
    if (cells.length !== header.length) {
      yield { line, cells: null, problem: `has ${cells.length} cells and not ${header.length}` };
      continue;
    }
    yield { line, cells: Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ""])), problem: null };
  }
}

async function* readRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; cells: string[] }> {
  const texts = decode(bytes);
  const first = await texts.next();
  if (first.done) return;
  const parser = parse({
    bom: true,
    delimiter: cellMark(first.value),
    info: true,
    max_record_size: longestRecord,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  feed(startingWith(first.value, texts), parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError("invalid", `The file is not a table: ${error.message}.`);
    throw error;
  }
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length; start += bytesAtOnce) {
        yield decoder.decode(piece.subarray(start, start + bytesAtOnce), { stream: true });
        await otherWork();
      }
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new AppError("invalid", "The file is not UTF-8 text. Save it as CSV UTF-8.");
    throw error;
  }
}
