import { type ReadRecord, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import {
  eobColumns,
  findTableColumns,
  readEobRow,
  readTableRow,
  type TableColumns,
} from "@/lib/domain/interchange/model-logs/read-table.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { type OpenedTable, openTable } from "../../platform/tables/open-table.ts";
import type { ModelLog } from "./model-log.ts";

/**
 * Opens a table: the result files of paper 004's authors, or any table with a column for the item and one for the
 * answer.
 */
export async function openTableLog(bytes: AsyncIterable<Uint8Array>): Promise<ModelLog> {
  const table = await openTable(bytes).catch(throwTableError);
  const isEob = eobColumns.every((column) => table.header.includes(column));
  const columns = isEob ? null : findTableColumns(table.header);
  if (!isEob && columns === null)
    throw new UnusableLogError(
      "it is neither JSON nor a table with a column for the item (id, item) and one for the answer (answer, response, output)",
    );
  const isOwnFormat = ["model", "item", "answer"].every((column) => table.header.includes(column));
  return {
    format: isEob ? "eob-csv" : isOwnFormat ? "parallax" : "csv",
    model: null,
    records: rows(table, columns),
    isLines: false,
    values: null,
    remarks: [],
  };
}

/** The rows of a table. If the last row has too few cells, the file is truncated. */
async function* rows({ header, records }: OpenedTable, columns: TableColumns | null): AsyncGenerator<ReadRecord> {
  let malformedRow: { line: number; given: string[]; problem: string } | null = null;
  try {
    for await (const record of records) {
      if (malformedRow !== null) yield { rejected: `row ${malformedRow.problem}` };
      malformedRow = record.cells === null ? record : null;
      if (record.cells === null) continue;
      const { cells } = record;
      const row = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""]));
      yield columns === null ? readEobRow(row) : readTableRow(row, columns);
    }
  } catch (error) {
    throwTableError(error);
  }
  if (malformedRow === null) return;
  if (malformedRow.given.length < header.length)
    throw new UnusableLogError(`it is truncated in row ${malformedRow.line}`);
  yield { rejected: `row ${malformedRow.problem}` };
}

function throwTableError(error: unknown): never {
  if (error instanceof TableError) throw new UnusableLogError(error.message);
  throw error;
}
