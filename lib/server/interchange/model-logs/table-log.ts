import { CsvError, parse } from "csv-parse";
import { type TableHead, tableHead } from "@/lib/domain/cell-mark.ts";
import { type ReadRecord, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import {
  eobColumns,
  readEobRow,
  readTableRow,
  type TableColumns,
  tableColumns,
} from "@/lib/domain/interchange/model-logs/read-table.ts";
import { feed, inTurns } from "../../platform/files/in-turns.ts";
import type { ModelLog } from "./model-log.ts";
import { strictText } from "./strict-text.ts";

/** Opens a table: the result files of paper 004's authors, or any with a column for the item and one for the answer. */
export function openTableLog(bytes: () => AsyncIterable<Uint8Array>, start: string): ModelLog {
  const head = tableHead(start);
  const names = head.header.split(head.mark).map((name) => name.trim().replace(/^"|"$/gu, ""));
  const isEob = eobColumns.every((column) => names.includes(column));
  const columns = isEob ? null : tableColumns(names);
  if (!isEob && columns === null)
    throw new UnusableLogError(
      "it is neither JSON nor a table with a column for the item (id, item) and one for the answer (answer, response, output)",
    );
  const isOurs = ["model", "item", "answer"].every((column) => names.includes(column));
  return {
    format: isEob ? "eob-csv" : isOurs ? "parallax" : "csv",
    model: null,
    records: rows(bytes(), head, columns),
    isLines: false,
    values: null,
    remarks: [],
  };
}

async function* rows(
  bytes: AsyncIterable<Uint8Array>,
  { mark, isMarkStated }: TableHead,
  columns: TableColumns | null,
): AsyncGenerator<ReadRecord> {
  const parser = feed(
    strictText(bytes),
    parse({
      delimiter: mark,
      relax_column_count: true,
      max_record_size: 4 * 1024 * 1024,
      skip_empty_lines: true,
      // Spreadsheets write rows that hold nothing.
      skip_records_with_empty_values: true,
    }),
  );
  let header: string[] | null = null;
  let short: { line: number; cells: number } | null = null;
  let line = 0;
  try {
    for await (const cells of inTurns(parser as AsyncIterable<string[]>)) {
      line += 1;
      if (isMarkStated && line === 1) continue;
      if (header === null) {
        header = cells.map((name) => name.trim());
        continue;
      }
      if (short !== null) yield { rejected: `row has ${short.cells} cells and not ${header.length}` };
      short = cells.length === header.length ? null : { line, cells: cells.length };
      if (short !== null) continue;
      const row = Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ""]));
      yield columns === null ? readEobRow(row) : readTableRow(row, columns);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why =
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? "it breaks off inside a quoted cell"
        : `row ${line + 1} is no row of a table`;
    throw new UnusableLogError(why);
  }
  if (short !== null && header !== null) {
    if (short.cells < header.length) throw new UnusableLogError(`it breaks off in row ${short.line}`);
    yield { rejected: `row has ${short.cells} cells and not ${header.length}` };
  }
}
