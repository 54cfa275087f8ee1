import { createReadStream } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { AccuracyTally, accuracyTable } from "@/lib/domain/release/accuracy.ts";
import { openTable } from "../platform/tables/open-table.ts";

/** Path of the published accuracies. */
export const accuracyPath = "results/accuracy.csv";

/** `numbers.json`: every published number with its file and cell, and how it is recomputed. */
export const numbersSchema = z.strictObject({
  software: z.string(),
  tolerance: z.strictObject({ sameVersion: z.number(), otherVersions: z.number() }),
  data: z.strictObject({ responses: z.string(), models: z.string() }),
  stage: z.string(),
  numbers: z.array(z.strictObject({ file: z.string(), row: z.int(), column: z.string(), value: z.number() })),
  /** Files whose numbers cannot be recomputed, because this level of the release lacks the data; with the reason. */
  notRecomputed: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
});

export type PublishedNumbers = z.infer<typeof numbersSchema>;

/**
 * The accuracies of people and models, computed by streaming the CSV files of a release: the release writes them, and
 * `parallax verify` compares them.
 */
export async function computeAccuracies(folder: string, data: PublishedNumbers["data"], stage: string) {
  const tally = new AccuracyTally();
  for await (const row of csvRows(join(folder, data.responses))) {
    if (row.is_counted !== "true" || row.stage !== stage || !row.is_correct) continue;
    tally.add({
      kind: "people",
      subject: "people",
      condition: row.condition ?? "",
      isCorrect: row.is_correct === "true",
    });
  }
  for await (const row of csvRows(join(folder, data.models))) {
    // An unparsed answer counts as wrong, which is the default of analysis plans; an item without a key does not count.
    if (row.counted !== "true" || (!row.is_correct && row.read)) continue;
    tally.add({
      kind: "model",
      subject: row.model ?? "",
      condition: row.condition ?? "",
      isCorrect: row.is_correct === "true",
    });
  }
  return tally.records();
}

/** The numbers of the accuracy table, each with its row (from 1, below the header) and column. */
export function listNumbers(records: Awaited<ReturnType<typeof computeAccuracies>>): PublishedNumbers["numbers"] {
  return records.flatMap((record, index) =>
    accuracyTable.columns.flatMap(({ name }) => {
      const value = record[name as keyof typeof record];
      return typeof value === "number" ? [{ file: accuracyPath, row: index + 1, column: name, value }] : [];
    }),
  );
}

/** The rows of a CSV file by the names of their columns. */
export async function* csvRows(path: string): AsyncGenerator<Record<string, string | undefined>> {
  const { header, records } = await openTable(createReadStream(path));
  for await (const { cells, problem } of records) {
    if (cells === null) throw new RangeError(`${path}: ${problem}`);
    yield Object.fromEntries(header.map((name, index) => [name, cells[index]]));
  }
}
