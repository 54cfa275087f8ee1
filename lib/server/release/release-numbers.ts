import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as z from "zod";
import {
  type ExportRecord,
  type ExportTable,
  formatCsvHeader,
  formatCsvRecord,
} from "@/lib/domain/interchange/export-table.ts";
import { accuracyTable } from "@/lib/domain/release/accuracy.ts";
import type { ReleaseDataset } from "@/lib/domain/release/release-dataset.ts";
import { type CsvRow, countsTable, ReleaseTally } from "@/lib/domain/release/release-tally.ts";
import { openTable } from "../platform/tables/open-table.ts";
import { writeReleaseText } from "./write-table.ts";

/** Paths of the published accuracies and counts, and of the counts of the analysis by item and condition. */
export const accuracyPath = "results/accuracy.csv";
const countsPath = "results/counts.csv";
export const cellsPath = "analysis/cells.csv";

/** `numbers.json`: every published number with its file and cell, and how it is recomputed. */
export const numbersSchema = z.strictObject({
  software: z.string(),
  tolerance: z.strictObject({ sameVersion: z.number(), otherVersions: z.number() }),
  /** The CSV files from which the numbers are recomputed, by table. */
  data: z.record(z.string(), z.string()),
  stage: z.string(),
  numbers: z.array(z.strictObject({ file: z.string(), row: z.int(), column: z.string(), value: z.number() })),
  /** Files whose numbers cannot be recomputed, because this level of the release lacks the data; with the reason. */
  notRecomputed: z.array(
    z.strictObject({
      file: z.string(),
      /** The columns that cannot be recomputed; absent: all columns. */
      columns: z.array(z.string()).optional(),
      reason: z.string(),
    }),
  ),
});

export type PublishedNumbers = z.infer<typeof numbersSchema>;

/**
 * The numbers of a release, computed by streaming its CSV files: the release writes them, and `parallax verify` compares
 * them.
 *
 * @param cells the rows of the analysis by item and condition, which name the cells
 */
export async function computeNumbers(
  folder: string,
  { data, stage }: Pick<PublishedNumbers, "data" | "stage">,
  cells: readonly CsvRow[],
) {
  const tally = new ReleaseTally(stage);
  for (const [table, path] of Object.entries(data))
    for await (const row of csvRows(join(folder, path))) tally.add(table, row);
  const accuracies = tally.accuracyRecords();
  const counts = tally.countRecords();
  const results = [...listNumbers(accuracyPath, accuracies), ...listNumbers(countsPath, counts)];
  const cellNumbers = cells.map((row) => numbersOfCell(row, tally.cell(row)));
  return { accuracies, counts, numbers: [...results, ...listNumbers(cellsPath, cellNumbers)] };
}

/** The numbers of a cell that the rows give: an item without a key has no right answers. */
function numbersOfCell(row: CsvRow, { people_n, people_right }: { people_n: number; people_right: number }) {
  return row.people_right === "" ? { people_n } : { people_n, people_right };
}

/** The numbers of a table, each with its row (from 1, below the header) and column. */
function listNumbers(file: string, records: readonly object[]): PublishedNumbers["numbers"] {
  return records.flatMap((record, index) =>
    Object.entries(record).flatMap(([column, value]) =>
      typeof value === "number" ? [{ file, row: index + 1, column, value }] : [],
    ),
  );
}

/**
 * Writes the tables of `results/`. Returns the content of `numbers.json`: the numbers of these tables, and those of the
 * analysis that the rows of the release give.
 *
 * @param status the status of the data, in words
 * @param analysis the files of the analysis
 */
export async function writeNumbers(
  folder: string,
  { facts, tables }: ReleaseDataset,
  status: string,
  analysis: readonly { name: string; content: string }[],
) {
  // The table of people by items repeats the responses.
  const countedTables = tables.filter(({ table }) => table.name !== "wide");
  const data = Object.fromEntries(countedTables.map(({ table, csv }) => [table.name, csv.path]));
  const { accuracies, counts, numbers } = await computeNumbers(folder, { data, stage: facts.stage }, []);
  if (accuracies.length > 0 || facts.texts === null)
    await writeResults(
      folder,
      accuracyPath,
      accuracyTable,
      accuracies.map((record) => ({ ...record, status })),
    );
  await writeResults(folder, countsPath, countsTable, counts);
  const cells = await readPlannedCells(analysis);
  const publishedCells = cells.map((row) =>
    numbersOfCell(row, { people_n: Number(row.people_n), people_right: Number(row.people_right) }),
  );
  const published: PublishedNumbers = {
    software: facts.software,
    tolerance: { sameVersion: 0, otherVersions: 1e-9 },
    data,
    stage: facts.stage,
    numbers: [...numbers, ...listNumbers(cellsPath, publishedCells)],
    notRecomputed: analysis
      .filter(({ name }) => /\.(?:csv|json)$/.test(name))
      .map(({ name, content }) => ({
        file: name,
        ...(name === cellsPath && cells.length > 0 ? { columns: otherColumns(content) } : {}),
        reason: `needs ${facts.level === "public" ? "the coded data" : "the study"} in the installation: parallax analyse`,
      })),
  };
  return { published, accuracies };
}

async function writeResults(folder: string, path: string, table: ExportTable, records: readonly ExportRecord[]) {
  const style = { forSpreadsheet: false };
  const lines = records.map((record) => formatCsvRecord(table, record, style));
  await writeReleaseText(folder, path, formatCsvHeader(table, style) + lines.join(""));
}

const countedCellsSchema = z.object({
  plan: z.object({
    outcome: z.object({ measure: z.literal("accuracy") }),
    exclusions: z.object({ openStratum: z.literal(true), surplus: z.literal(false), excluded: z.literal(false) }),
  }),
});

/** The cells of the analysis; none if its plan counts other answers than the column `is_counted`, or another outcome. */
async function readPlannedCells(analysis: readonly { name: string; content: string }[]): Promise<CsvRow[]> {
  const contentOf = (path: string) => analysis.find(({ name }) => name === path)?.content;
  const summary = contentOf("analysis/summary.json");
  const cells = contentOf(cellsPath);
  if (!summary || !cells || !countedCellsSchema.safeParse(JSON.parse(summary)).success) return [];
  return collectRows(readRows(cellsPath, Readable.from([Buffer.from(cells)])));
}

function otherColumns(csv: string): string[] {
  const [header = ""] = csv.split(/\r?\n/, 1);
  return header.split(",").filter((name) => !["item", "condition", "people_n", "people_right"].includes(name));
}

/** The rows of a CSV file by the names of their columns. */
export function csvRows(path: string): AsyncGenerator<CsvRow> {
  return readRows(path, createReadStream(path));
}

/** The rows of a small file. */
export async function collectRows(rows: AsyncIterable<CsvRow>): Promise<CsvRow[]> {
  const collected: CsvRow[] = [];
  for await (const row of rows) collected.push(row);
  return collected;
}

async function* readRows(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const { header, records } = await openTable(bytes);
  for await (const { cells, problem } of records) {
    if (cells === null) throw new RangeError(`${name}: ${problem}`);
    yield Object.fromEntries(header.map((column, index) => [column, cells[index]]));
  }
}
