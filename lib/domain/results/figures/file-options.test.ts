import { expect, it } from "vitest";
import type { ViewFigure } from "../views/view.ts";
import { figureFile } from "../views/view-files.ts";
import { chooseColumns, chooseFigure, fileOptionsSchema, parseFileOptions } from "./file-options.ts";

const figure: ViewFigure = {
  name: "accuracy",
  title: "Accuracy",
  unit: "share",
  marks: (["A", "B", "C"] as const).map((row, index) => ({
    row,
    side: "model" as const,
    value: 0.5 + index / 10,
    low: 0.4,
    high: 0.9,
    n: 20 + index,
  })),
  lines: [],
  notes: ["One answer is to another text."],
};

it("chooses, orders and renames the rows of a figure", () => {
  const options = fileOptionsSchema.parse({ rows: ["C", "A", "unknown"], labels: { A: "Model A" }, title: "Mine" });
  const chosen = chooseFigure(figure, options);
  expect(chosen.title).toBe("Mine");
  expect(chosen.marks.map(({ row, n }) => [row, n])).toEqual([
    ["C", 22],
    ["Model A", 20],
  ]);
});

it("chooses the lines of a figure of lines", () => {
  const marks = figure.marks.map((mark) => ({ ...mark, series: mark.row, row: "2" }));
  const chosen = chooseFigure({ ...figure, across: "order", marks }, fileOptionsSchema.parse({ rows: ["B"] }));
  expect(chosen.marks.map(({ series }) => series)).toEqual(["B"]);
});

it("prints in the colours, width and font size that were chosen, with n, legend and notes", () => {
  const svg = figureFile(
    figure,
    "svg",
    { kind: "exploratory" },
    fileOptionsSchema.parse({ palette: "okabe-ito", widthMm: 85, fontPt: 8 }),
  );
  expect(svg).toContain('width="85mm"');
  // 85 mm are 240.9 points; 8 points are 12 units.
  expect(svg).toContain('viewBox="0 0 361 ');
  expect(svg).toContain("#0072b2");
  for (const text of ["n = 22", ">models<", "One answer is to another text."]) expect(svg).toContain(text);
});

it("chooses, orders and renames the columns of a table", () => {
  const table = { name: "t", caption: "T", status: null, columns: ["a", "b", "c"], rows: [[1, 2, 3]] };
  const chosen = chooseColumns(table, fileOptionsSchema.parse({ columns: ["c", "a"], labels: { c: "Third" } }));
  expect([chosen.columns, chosen.rows]).toEqual([["Third", "a"], [[3, 1]]]);
});

it("refuses options that are not valid", () => {
  expect([parseFileOptions("{"), parseFileOptions('{"widthMm":1}'), parseFileOptions('{"x":1}')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(parseFileOptions(null)).toMatchObject({ palette: "screen", style: "booktabs" });
});
