import type { ExportTable } from "../interchange/export-table.ts";
import { medianOf } from "../statistics/basics/percentiles.ts";
import { AccuracyTally } from "./accuracy.ts";

/** A row of a CSV file by the names of its columns. */
export type CsvRow = Readonly<Record<string, string | undefined>>;

/** The counts that the dataset card and the metadata of a release state. */
export const countsTable: ExportTable = {
  name: "counts",
  description: "Numbers of records, sessions and answers, computed from the rows of the release.",
  columns: [
    { name: "measure", description: "what is counted", type: "text" },
    { name: "of", description: "the table, the outcome of a session or the statistic; empty for all", type: "text" },
    { name: "value", description: "the number", type: "number" },
  ],
};

/**
 * Counts the rows of a release's tables one at a time: the numbers that the release publishes, and that
 * `parallax verify` recomputes. Memory grows with subjects, items and conditions, not with answers. A count whose
 * columns were dropped from the release is missing.
 */
export class ReleaseTally {
  private readonly accuracies = new AccuracyTally();
  private readonly rows = new Map<string, number>();
  private readonly outcomes = new Map<string, number>();
  private readonly items = new Map<string, number>();
  private readonly cells = new Map<string, { n: number; right: number }>();
  private counted: number | null = null;

  /** @param stage the stage whose answers count; empty for a release without participants */
  constructor(private readonly stage: string) {}

  add(table: string, row: CsvRow): void {
    this.rows.set(table, (this.rows.get(table) ?? 0) + 1);
    if (table === "participants") count(this.outcomes, row.outcome || undefined);
    else if (table === "items" && row.item !== undefined) this.items.set(row.item, this.items.get(row.item) ?? 0);
    else if (table === "responses") this.addAnswer(row);
    else if (table === "models") this.addModelAnswer(row);
  }

  private addAnswer({ is_counted: isCounted, stage, item, condition = "", is_correct: isCorrect }: CsvRow): void {
    if (isCounted === undefined) return;
    this.counted ??= 0;
    if (isCounted !== "true" || stage !== this.stage) return;
    this.counted += 1;
    count(this.items, item);
    const key = cellKey(item, condition);
    const cell = this.cells.get(key) ?? { n: 0, right: 0 };
    cell.n += 1;
    if (isCorrect === "true") cell.right += 1;
    this.cells.set(key, cell);
    if (isCorrect)
      this.accuracies.add({ kind: "people", subject: "people", condition, isCorrect: isCorrect === "true" });
  }

  private addModelAnswer({ model = "", condition = "", counted, is_correct: isCorrect, read }: CsvRow): void {
    // An unparsed answer counts as wrong, which is the default of analysis plans; an item without a key does not count.
    // The answers in a release of a benchmark are not compared with people and have no column `counted`.
    if (counted === "false" || (!isCorrect && read)) return;
    this.accuracies.add({ kind: "model", subject: model, condition, isCorrect: isCorrect === "true" });
  }

  /** The rows of `accuracyTable`. */
  accuracyRecords() {
    return this.accuracies.records();
  }

  /** The rows of `countsTable`. */
  countRecords(): { measure: string; of: string; value: number }[] {
    const started = this.rows.get("participants");
    const perItem = this.counted === null ? [] : [...this.items.values()].sort((left, right) => left - right);
    const { median } = medianOf(perItem);
    return [
      ...[...this.rows].sort().map(([of, value]) => ({ measure: "records", of, value })),
      ...(started === undefined ? [] : [{ measure: "sessions started", of: "", value: started }]),
      ...[...this.outcomes].sort().map(([of, value]) => ({ measure: "sessions ended", of, value })),
      ...(this.counted === null ? [] : [{ measure: "answers counted", of: "", value: this.counted }]),
      ...(median === null || perItem.length === 0
        ? []
        : Object.entries({ fewest: perItem[0]!, median, most: perItem.at(-1)! }).map(([of, value]) => ({
            measure: "counted answers per item",
            of,
            value,
          }))),
    ];
  }

  /** The counted answers of people to an item under a condition, and how many of them are right. */
  cell({ item, condition }: CsvRow): { people_n: number; people_right: number } {
    const { n, right } = this.cells.get(cellKey(item, condition ?? "")) ?? { n: 0, right: 0 };
    return { people_n: n, people_right: right };
  }
}

function count(counts: Map<string, number>, key: string | undefined): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function cellKey(item: string | undefined, condition: string): string {
  return JSON.stringify([item, condition]);
}
