import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { openTable } from "../platform/tables/open-table.ts";

/** A limit in characters, far longer than a row of any recruiter's export. */
const longestRecord = 256 * 1024;

/**
 * A row by its column names, or the reason for rejecting it. `line` is the line on which it ends; the header is line
 * 1.
 */
export type StatusTableRow =
  | { line: number; cells: Record<string, string>; problem: null }
  | { line: number; cells: null; problem: string };

/** The header of a recruiter's table and its rows, streamed. Throws an AppError for a file that is not a table. */
export async function readStatusTable(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ header: string[]; rows: AsyncGenerator<StatusTableRow> }> {
  const { header, records } = await openTable(bytes, { longestRecord }).catch(refuse);
  async function* rows(): AsyncGenerator<StatusTableRow> {
    try {
      for await (const { line, cells, problem } of records) {
        if (cells === null) yield { line, cells, problem };
        else
          yield { line, cells: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])), problem: null };
      }
    } catch (error) {
      refuse(error);
    }
  }
  return { header, rows: rows() };
}

function refuse(error: unknown): never {
  if (error instanceof TableError) throw new AppError("invalid", `The file ${error.message.replace(/^it /u, "")}.`);
  throw error;
}
