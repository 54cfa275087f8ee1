import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBoundedJson } from "./bounded-json.ts";

test("reads what JSON.parse reads, however long", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify({ value, filler: '[{"\\'.repeat(5_000) });
      expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 50 },
  );
});

test("refuses what is nested too deeply before it is built, and what is no JSON", () => {
  expect(() => parseBoundedJson("[".repeat(4_000_000))).toThrow("nested more than 1,000,000 levels deep");
  expect(() => parseBoundedJson(`${"[".repeat(10_000)}${"]".repeat(10_001)}`)).toThrow(SyntaxError);
  expect(() => parseBoundedJson("{")).toThrow(SyntaxError);
});
