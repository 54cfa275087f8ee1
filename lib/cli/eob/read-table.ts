import { type FactTableRecord, readTableRows } from "@/lib/server/beliefs/read-table-rows.ts";
import type { CommandIo } from "../io.ts";
import { inputBytes } from "../read-input.ts";
import { namingFile } from "./read-tuples.ts";

/**
 * Yields the rows of a CSV or TSV file with a header one by one; "-" reads standard input.
 *
 * @param delimiter null: a tab if the header contains one, otherwise a comma
 */
export async function* inputTable(
  path: string,
  io: CommandIo,
  delimiter: string | null = null,
): AsyncGenerator<FactTableRecord> {
  yield* namingFile(path, readTableRows(inputBytes(path, io), delimiter));
}
