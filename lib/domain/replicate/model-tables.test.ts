import { expect, it } from "vitest";
import { rowsOfModel } from "./model-tables.ts";
import type { PaperTable } from "./paper-table.ts";

const cell = (ours: number | null) => ({ ours, n: 12, printed: null, interval: null });

/** A table with one row; null is a column without a value. */
function tableOf(table: string, values: (number | null)[]): PaperTable {
  return {
    table,
    columns: values.map((_, index) => ({ name: `column ${index}` })),
    rows: [{ row: "M", cells: values.map(cell) }],
    figure: null,
  } as unknown as PaperTable;
}

it("leaves out a comparison of two ways of asking of which a model was asked in one, and columns without values", () => {
  const tables = [tableOf("2", [0.5, null]), tableOf("4", [0.5, null]), tableOf("figure-4", [0.5, 0.75])];
  expect(rowsOfModel(tables, "M").map(({ table, columns }) => [table, columns.length])).toEqual([
    ["2", 1],
    ["figure-4", 2],
  ]);
  expect(rowsOfModel(tables, "another")).toEqual([]);
});
