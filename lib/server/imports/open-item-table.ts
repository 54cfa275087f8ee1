import { createReadStream } from "node:fs";
import type { ItemFormat, ItemRecord } from "@/lib/domain/interchange/item-files/item-record.ts";
import { isBigTom, readBigTom } from "@/lib/domain/interchange/item-files/read-bigtom.ts";
import { createEobItemReader, isEobResults } from "@/lib/domain/interchange/item-files/read-eob-results.ts";
import { readItemTableRow } from "@/lib/domain/interchange/item-files/read-item-table.ts";
import { describeResultsFile } from "@/lib/domain/interchange/item-files/results-file.ts";
import {
  type ItemTableFacts,
  type ItemTableStatement,
  ItemTableSurvey,
} from "@/lib/domain/interchange/item-files/survey-item-table.ts";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { type OpenedTable, openTable } from "../platform/tables/open-table.ts";

/** An opened file: its records and, if the file is in no known format, how its table is read. */
export interface ItemRecords {
  format: ItemFormat;
  records: AsyncIterable<ItemRecord> | Iterable<ItemRecord>;
  table: ItemTableFacts | null;
}

/** A row of a table by column name, or the reason why it cannot be read. */
type NamedRow = { cells: Record<string, string> } | { rejected: string };

/**
 * Opens a table of items: CSV, TSV or XLSX, in the format of a known benchmark or with columns that the user has
 * mapped.
 */
export async function openItemTable(
  path: string,
  stated: ItemTableStatement,
  isInspected: boolean,
): Promise<ItemRecords> {
  const { header, records } = await openColumns(path);
  if (header.length === 0) return { format: "bigtom", records: bigTomRecords(records), table: null };
  if (isEobResults(header)) return { format: "eob-csv", records: eobRecords(records, header), table: null };
  const resultsKind = describeResultsFile(header, null);
  if (resultsKind !== null) throw new UnusableLogError(`it is ${resultsKind}`);
  const readAgain = async function* () {
    yield* namedRows((await openColumns(path)).records, header);
  };
  return openItemRows(header, namedRows(records, header), readAgain(), stated, isInspected);
}

async function openColumns(path: string): Promise<OpenedTable> {
  const isHeaderless = (firstLine: string) => (isBigTom(firstLine.split(";")) ? ";" : null);
  return openTable(createReadStream(path), { isHeaderless }).catch(throwTableError);
}

/**
 * Opens rows with the columns `header`. The rows are read twice, because the whole column is needed to determine how
 * keys identify an option.
 *
 * @param isInspected whether a table with unknown columns is described instead of refused
 */
export async function openItemRows(
  header: readonly string[],
  rows: AsyncIterable<NamedRow>,
  again: AsyncIterable<NamedRow>,
  stated: ItemTableStatement,
  isInspected: boolean,
): Promise<ItemRecords> {
  const survey = new ItemTableSurvey(header, stated);
  for await (const row of rows) if ("cells" in row) survey.add(row.cells);
  const { reading, facts } = survey.decide();
  if (reading === null && !isInspected) throw new UnusableLogError(`it is a table, and ${facts.problem}`);
  async function* records(): AsyncGenerator<ItemRecord> {
    let number = 0;
    if (reading === null) return;
    for await (const row of again) {
      number += 1;
      yield "cells" in row ? readItemTableRow(row.cells, reading, number) : row;
    }
  }
  return { format: "csv", records: records(), table: facts };
}

function throwTableError(error: unknown): never {
  if (error instanceof TableError) throw new UnusableLogError(error.message);
  throw error;
}

async function* bigTomRecords(records: OpenedTable["records"]): AsyncGenerator<ItemRecord> {
  let number = 0;
  for await (const { cells } of records) {
    number += 1;
    if (cells !== null) yield* readBigTom(cells, number);
  }
}

async function* namedRows(records: OpenedTable["records"], header: readonly string[]): AsyncGenerator<NamedRow> {
  try {
    for await (const { cells, problem } of records) {
      if (cells === null) yield { rejected: problem };
      else yield { cells: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])) };
    }
  } catch (error) {
    throwTableError(error);
  }
}

async function* eobRecords(records: OpenedTable["records"], header: readonly string[]): AsyncGenerator<ItemRecord> {
  const readEobRow = createEobItemReader();
  for await (const row of namedRows(records, header)) {
    if ("cells" in row) yield* readEobRow(row.cells);
    else yield row;
  }
}
