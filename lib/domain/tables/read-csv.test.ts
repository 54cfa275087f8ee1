import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "../csv-line.ts";
import { CsvReader, readCsvText, type TableOptions } from "./read-csv.ts";

function read(text: string, options: TableOptions = {}, pieceLength = text.length) {
  const reader = new CsvReader(options);
  const records = [];
  for (let start = 0; start < text.length; start += pieceLength)
    records.push(...reader.push(text.slice(start, start + pieceLength)));
  records.push(...reader.end());
  return { header: reader.header, records };
}

const cells = (text: string, options?: TableOptions) => read(text, options).records.map((record) => record.cells);

describe("a table of text", () => {
  it.each([
    ["commas", "a,b\n1,2\n"],
    ["semicolons", "a;b\n1;2"],
    ["tabs", "a\tb\r\n1\t2\r\n"],
    ["a line that states the mark", "sep=;\na;b\n1;2\n"],
    ["line ends of old systems", "a,b\r1,2\r"],
    ["empty lines and rows of empty cells", "a,b\n\n,\n1,2\n,\n"],
    ["names with white space", " a , b \n1,2\n"],
  ])("is read with %s", (_, text) => {
    expect(read(text)).toMatchObject({ header: ["a", "b"], records: [{ cells: ["1", "2"] }] });
  });

  it("keeps line ends, marks and quotation marks in quoted cells, and counts lines", () => {
    const { records } = read('id,text\n1,"two\nlines, ""quoted"""\n2,5" pipe\n');
    expect(records).toEqual([
      { line: 3, cells: ["1", 'two\nlines, "quoted"'], problem: null },
      { line: 4, cells: ["2", '5" pipe'], problem: null },
    ]);
  });

  it("reports rows with another number of cells in their place", () => {
    expect(read("a,b\n1\n1,2\n1,2,3\n").records).toMatchObject([
      { line: 2, cells: null, given: ["1"], problem: "has 1 cells and not 2" },
      { line: 3, cells: ["1", "2"] },
      { line: 4, given: ["1", "2", "3"] },
    ]);
  });

  it.each([
    ["id,gold,id\n1,2,3\n", "it has two columns named “id” (1 and 3); rename one"],
    ['a,b\n1,"2\n3,4\n', "it ends inside a quoted cell"],
    ["", "it is empty"],
    ["\n\n", "it is empty"],
  ])("is refused: %j", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it("may have columns without a name", () => {
    expect(read("a,,\n1,2,3\n")).toMatchObject({ header: ["a", "", ""], records: [{ cells: ["1", "2", "3"] }] });
  });

  it("may have no header, and a given mark", () => {
    expect(cells("1;2\n3;4", { isHeaderless: () => ";" })).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
    expect(cells("a|b\n1|2", { delimiter: "|" })).toEqual([["1", "2"]]);
  });

  it("does not take a file into memory for a quotation mark that is never closed", () => {
    expect(() => read(`a,b\n1,"${"x".repeat(300_000)}`, { maxRecordLength: 100_000 }, 4_096)).toThrow(
      "it has a row of more than 100000 characters from line 2",
    );
  });

  it("is the same in pieces of any length, and as another reader reads it", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "ü", "𝔘"), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (rows, pieceLength) => {
          const filled = rows.filter((row) => row.some((one) => one.trim() !== ""));
          const text = `${[["x", "y"], ...filled].map((row) => csvLine(row)).join("\n")}\n`;
          const read1 = read(text, {}, pieceLength);
          expect(read1).toEqual(read(text));
          expect(read1.records.map((record) => record.cells)).toEqual(parse(text, { record_delimiter: "\n" }).slice(1));
        },
      ),
    );
  });
});

describe("a text that somebody typed", () => {
  it("is read as rows without a header", () => {
    expect(readCsvText('region,"North, East",40%\nregion,South,60%').map((record) => record.cells)).toEqual([
      ["region", "North, East", "40%"],
      ["region", "South", "60%"],
    ]);
    expect(readCsvText(" \n")).toEqual([]);
  });
});
