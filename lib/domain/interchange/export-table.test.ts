import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../words/testing/any-character.ts";
import { type ExportTable, formatCsvHeader, formatCsvRecord, formatJsonRecord } from "./export-table.ts";

const table: ExportTable = {
  name: "t",
  description: "",
  columns: ["a", 'b "quoted"', "c, comma"].map((name) => ({ name, description: "", type: "text" })),
};
const cell = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("", " ", "\r\n", '"', ",", "=1+1", "'=1+1", "\n=1", "-2", "@SUM(1)"),
);
const record = fc.array(cell, { minLength: 3, maxLength: 3 });
const asRecord = (cells: readonly string[]) =>
  Object.fromEntries(table.columns.map(({ name }, index) => [name, cells[index] ?? null]));

/** The text of a guarded cell, as documented in docs/formats.md. */
const withoutGuard = (value: string) => value.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/u, "");

describe("a table of an export", () => {
  it("comes back from CSV as it was written, whatever its texts hold", () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), fc.boolean(), (records, forSpreadsheet) => {
        const style = { forSpreadsheet };
        const text =
          formatCsvHeader(table, style) + records.map((one) => formatCsvRecord(table, asRecord(one), style)).join("");
        const read: string[][] = parse(text, { bom: true, record_delimiter: forSpreadsheet ? "\r\n" : "\n" });
        const [header, ...cells] = read;
        expect(header).toEqual(table.columns.map(({ name }) => name));
        expect(cells.map((line) => line.map((value) => (forSpreadsheet ? withoutGuard(value) : value)))).toEqual(
          records,
        );
        if (forSpreadsheet) for (const value of cells.flat()) expect(value).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
      }),
    );
  });

  it("that is always guarded passes no formula on in the plain style either", () => {
    const guarded = { ...table, isAlwaysGuarded: true };
    const line = formatCsvRecord(
      guarded,
      { a: "=1+1", 'b "quoted"': "'=2", "c, comma": -3 },
      { forSpreadsheet: false },
    );
    expect(line).toBe("'=1+1,''=2,-3\n");
  });

  it("keeps null apart from the empty text, and numbers as they are", () => {
    const line = formatCsvRecord(table, { a: null, 'b "quoted"': "", "c, comma": -1.5 }, { forSpreadsheet: true });
    expect(line).toBe(',"",-1.5\r\n');
    expect(formatCsvRecord(table, { a: [1, "x"] }, { forSpreadsheet: false })).toBe('"[1,""x""]",,\n');
  });

  it("has the same fields in the same order in every JSON line", () => {
    fc.assert(
      fc.property(record, (one) => {
        const read = JSON.parse(formatJsonRecord(table, asRecord(one)));
        expect(Object.keys(read)).toEqual(table.columns.map(({ name }) => name));
        expect(Object.values(read)).toEqual(one);
      }),
    );
    expect(formatJsonRecord(table, { "c, comma": { nested: [1] } })).toBe(
      '{"a":null,"b \\"quoted\\"":null,"c, comma":{"nested":[1]}}\n',
    );
  });
});
