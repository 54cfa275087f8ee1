import { expect, it } from "vitest";
import type { ExportShape } from "../interchange/export-study-columns.ts";
import { maxWideTableColumns } from "../interchange/wide-table.ts";
import { checkWideTable } from "./check-wide-table.ts";

const shapeOf = (items: number): ExportShape => ({
  level: "coded",
  factors: [],
  attributes: [],
  questions: [],
  conditional: [],
  boxes: [],
  checks: [],
  kinds: [],
  items: Array.from({ length: items }, (_, index) => ({ id: `i${index}`, hasKey: true })),
});

it("warns if the person × item table is left out", () => {
  expect(checkWideTable(shapeOf(maxWideTableColumns))).toEqual([]);
  expect(checkWideTable(shapeOf(maxWideTableColumns + 1))).toMatchObject([
    { severity: "warning", message: expect.stringContaining("more than 2,000 columns") },
  ]);
});
