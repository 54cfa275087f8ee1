import { type ExportShape, participantColumn, textColumn } from "./export-study-columns.ts";
import type { ExportCell, ExportRecord, ExportTable } from "./export-table.ts";

/** Spreadsheets and statistics programs read tables up to this width; a wider one is omitted. */
export const maxWideTableColumns = 2_000;

/** One counted answer of a participant. */
export interface WideAnswer {
  item: string;
  answer: string | null;
  isCorrect: boolean | null;
}

/**
 * The person x item table: one row for each participant with counted answers, one column for each item. Null if the study
 * has more than `maxWideTableColumns` items.
 */
export function wideTable(shape: ExportShape): ExportTable | null {
  if (shape.items.length > maxWideTableColumns) return null;
  return buildWideTable(shape, shape.items);
}

/** The wide table for a codebook, with one column in place of all items. */
export function wideTableInCodebook(shape: ExportShape): ExportTable | null {
  return wideTable(shape) && buildWideTable(shape, [{ id: "…", hasKey: shape.items.some(({ hasKey }) => hasKey) }]);
}

function buildWideTable(shape: ExportShape, items: ExportShape["items"]): ExportTable {
  return {
    name: "wide",
    description:
      "One row for each participant with counted answers, one column for each item: 1 right, 0 wrong, empty if not asked; the first of several answers. Conditions are in the file responses.",
    columns: [
      participantColumn(shape),
      textColumn("stage", "stage of the study"),
      textColumn("stratum", "quota group of the participant"),
      ...items.map(({ id, hasKey }) => ({
        name: wideColumn(id),
        description: hasKey ? `item "${id}": 1 right, 0 wrong` : `item "${id}": the answer as one word`,
        type: hasKey ? ("integer" as const) : ("text" as const),
      })),
      textColumn("canary", "marks the file as test data that must not be used to train models; in its first record"),
    ],
  };
}

function wideColumn(item: string): string {
  return `response_${item}`;
}

/** The columns of one participant's counted answers, in the order in which they were given. */
export function wideRecord(shape: ExportShape, answers: readonly WideAnswer[]): ExportRecord {
  const record: Record<string, ExportCell> = {};
  const firstOf = new Map<string, WideAnswer>();
  for (const answer of answers) if (!firstOf.has(answer.item)) firstOf.set(answer.item, answer);
  for (const { id, hasKey } of shape.items) {
    const first = firstOf.get(id);
    const isCorrect = first?.isCorrect ?? null;
    record[wideColumn(id)] = hasKey ? (isCorrect === null ? null : Number(isCorrect)) : (first?.answer ?? null);
  }
  return record;
}
