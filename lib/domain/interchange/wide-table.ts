import { type ExportShape, participantColumn, textColumn } from "./export-study-columns.ts";
import type { ExportCell, ExportRecord, ExportTable } from "./export-table.ts";

/** Maximum width of a table that spreadsheets and statistics programs can read. A wider table is omitted. */
export const maxWideTableColumns = 2_000;

/** One counted answer of a participant. */
export interface WideAnswer {
  item: string;
  answer: string | null;
  isCorrect: boolean | null;
}

/**
 * The table of participants and items: one row for each participant with counted answers, one column for each item.
 * Null if the study has more than `maxWideTableColumns` items.
 */
export function createWideTable(shape: ExportShape): ExportTable | null {
  if (shape.items.length > maxWideTableColumns) return null;
  return buildWideTable(shape, shape.items);
}

/** The wide table in a codebook, where one column represents all items. */
export function wideTableInCodebook(shape: ExportShape): ExportTable | null {
  return (
    createWideTable(shape) && buildWideTable(shape, [{ id: "…", hasKey: shape.items.some(({ hasKey }) => hasKey) }])
  );
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
        name: wideColumnName(id),
        description: hasKey ? `item "${id}": 1 right, 0 wrong` : `item "${id}": the answer as one word`,
        type: hasKey ? ("integer" as const) : ("text" as const),
      })),
      textColumn("canary", "marks the file as test data that must not be used to train models; in its first record"),
    ],
  };
}

function wideColumnName(item: string): string {
  return `response_${item}`;
}

/** The cells of one participant's counted answers, which are given in the order in which they were submitted. */
export function toWideRecord(shape: ExportShape, answers: readonly WideAnswer[]): ExportRecord {
  const record: Record<string, ExportCell> = {};
  const firstAnswerByItem = new Map<string, WideAnswer>();
  for (const answer of answers) if (!firstAnswerByItem.has(answer.item)) firstAnswerByItem.set(answer.item, answer);
  for (const { id, hasKey } of shape.items) {
    const first = firstAnswerByItem.get(id);
    const isCorrect = first?.isCorrect ?? null;
    record[wideColumnName(id)] = hasKey ? (isCorrect === null ? null : Number(isCorrect)) : (first?.answer ?? null);
  }
  return record;
}
