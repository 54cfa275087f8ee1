import { parse } from "csv-parse";
import { feed, inTurns } from "../platform/files/in-turns.ts";
import { UnreadableFileError } from "./text-lines.ts";

/** Far beyond any row; a quote that never closes must not take a whole file into memory. */
const longestRecord = 8 * 1024 * 1024;

export interface TableRow {
  /** Line on which the row ends, from 1; the header is line 1. */
  line: number;
  cells: Record<string, string>;
}

export type TableRecord = { ok: true; row: TableRow } | { ok: false; line: number; message: string };

/**
 * The rows of a CSV or TSV file with a header, one at a time. A row whose number of cells is wrong is reported in its
 * place; a file whose quotes never close ends the reading with an UnreadableFileError.
 *
 * @param delimiter null to take a tab where the header has one, else a comma
 */
export async function* readTableRows(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string | null = null,
): AsyncGenerator<TableRecord> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) throw new UnreadableFileError("the file is empty");
  const header = new TextDecoder().decode(first.value).split("\n", 1)[0] ?? "";
  const skipped: TableRecord[] = [];
  const parser = parse({
    bom: true,
    columns: true,
    info: true,
    delimiter: delimiter ?? (header.includes("\t") ? "\t" : ","),
    relax_quotes: true,
    max_record_size: longestRecord,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      skipped.push({ ok: false, line: Number(error?.lines ?? 0), message: error?.message ?? "is not a row" });
      return undefined;
    },
  });
  feed(chunksFrom(first.value, pieces), parser);
  try {
    for await (const { record, info } of inTurns(
      parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>,
    )) {
      yield* inTurns(skipped.splice(0));
      yield { ok: true, row: { line: info.lines, cells: record } };
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_")) {
      throw new UnreadableFileError(`the file is not a table: ${error.message}`);
    }
    throw error;
  }
  yield* inTurns(skipped.splice(0));
}

async function* chunksFrom(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
