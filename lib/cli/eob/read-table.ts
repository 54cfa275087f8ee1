import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { type CommandIo, InputError } from "../io.ts";
import { bytesOf } from "./read-lines.ts";

export interface TableRow {
  /** Line on which the row ends, from 1; the header is line 1. */
  line: number;
  cells: Record<string, string>;
}

export type TableRecord = { ok: true; row: TableRow } | { ok: false; line: number; message: string };

/**
 * The rows of a CSV or TSV file with a header, one at a time. A row whose number of cells is wrong is reported in its
 * place; a file whose quotes never close ends the reading with an InputError.
 *
 * @param delimiter null to take a tab where the header has one, else a comma
 */
export async function* readTable(
  path: string,
  io: CommandIo,
  delimiter: string | null = null,
): AsyncGenerator<TableRecord> {
  const bytes = bytesOf(path, io);
  const first = await bytes.next();
  if (first.done) throw new InputError(`${path} is empty`);
  const header = first.value.toString("utf8").split("\n", 1)[0] ?? "";
  const skipped: TableRecord[] = [];
  const parser = parse({
    bom: true,
    columns: true,
    info: true,
    delimiter: delimiter ?? (header.includes("\t") ? "\t" : ","),
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      skipped.push({ ok: false, line: Number(error?.lines ?? 0), message: error?.message ?? "is not a row" });
      return undefined;
    },
  });
  Readable.from(chunksFrom(first.value, bytes))
    .on("error", (error) => parser.destroy(error))
    .pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      yield* skipped.splice(0);
      yield { ok: true, row: { line: info.lines, cells: record } };
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_")) {
      throw new InputError(`${path} is not a table: ${error.message}`);
    }
    throw error;
  }
  yield* skipped.splice(0);
}

async function* chunksFrom(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
