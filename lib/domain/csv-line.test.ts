import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

describe("csvLine", () => {
  test("writes what a reader of RFC 4180 reads back", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "\t", "ü", "𝔘", "'") });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), fc.constantFrom("\n", "\r\n"), (cells, lineEnd) => {
        expect(parse(csvLine(cells) + lineEnd, { record_delimiter: lineEnd })).toEqual([cells]);
      }),
    );
  });

  test("tells a missing value from an empty text", () => {
    expect(csvLine(["", null, 0, -1.5])).toBe('"",,0,-1.5');
    expect(csvLine([null])).toBe("");
  });
});
