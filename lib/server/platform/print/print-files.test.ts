import { expect, it } from "vitest";
import { openTable } from "../tables/open-table.ts";
import { printFigure, printTable } from "./print-files.ts";

const start = (bytes: Uint8Array, length: number) => Buffer.from(bytes).subarray(0, length).toString("latin1");

it("prints a drawing with signs that the standard fonts of PDF lack, and a table as a workbook", async () => {
  const text = '<text x="5" y="20" font-weight="bold">\u22122.0 \u2265 \u00e9</text>';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="85mm" height="42mm">${text}</svg>`;
  const pdf = await printFigure(drawing);
  expect(start(pdf, 5)).toBe("%PDF-");
  // 85 mm are 240.9 points.
  expect(Buffer.from(pdf).toString("latin1")).toMatch(/MediaBox \[0 0 240\.9/);
  expect(start(await printTable([["a"], [1]]), 2)).toBe("PK");
});

it("prints a table of several pieces with its rows in order", async () => {
  const numbers = Array.from({ length: 1_100 }, (_, index) => [index]);
  const bytes = await printTable([["number"], ...numbers]);
  const { header, records } = await openTable(
    (async function* () {
      yield bytes;
    })(),
  );
  const cells: string[] = [];
  for await (const record of records) cells.push(record.cells?.[0] ?? "");
  expect(header).toEqual(["number"]);
  expect(cells).toEqual(numbers.map(String));
});
