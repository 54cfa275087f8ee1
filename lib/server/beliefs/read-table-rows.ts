import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { openTable } from "../platform/tables/open-table.ts";
import { UnreadableFileError } from "./text-lines.ts";

export interface FactTableRow {
  /** Line on which the row ends, from 1; the header is line 1. */
  line: number;
  cells: Record<string, string>;
}

export type FactTableRecord = { ok: true; row: FactTableRow } | { ok: false; line: number; message: string };

/**
 * The rows of a table with a header, one at a time, by column name. A row with a wrong number of cells is reported with
 * its line. A file that is not a table throws an UnreadableFileError.
 *
 * @param delimiter null to detect it from the header
 */
export async function* readTableRows(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string | null = null,
): AsyncGenerator<FactTableRecord> {
  try {
    const { header, records } = await openTable(bytes, { delimiter });
    for await (const { line, cells, problem } of records) {
      if (cells === null) yield { ok: false, line, message: problem };
      else
        yield { ok: true, row: { line, cells: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])) } };
    }
  } catch (error) {
    if (error instanceof TableError) throw new UnreadableFileError(`the file cannot be read: ${error.message}`);
    throw error;
  }
}
