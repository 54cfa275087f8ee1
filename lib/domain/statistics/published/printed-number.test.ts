import { describe, expect, it } from "vitest";
import { agreesWithPrinted, printedDecimals } from "./printed-number.ts";

describe("a printed number", () => {
  it.each([
    ["3.539", 3.53909, true],
    ["3.539", 3.5396, false],
    [".105", 0.10483, true],
    [".055", 0.0545, true],
    ["-1.135", -1.1346, true],
    ["<.001", 0.0009, true],
    ["<.001", 0.001, false],
    ["50", 50.4, true],
    ["50", 50.6, false],
    ["99%", 99.1, true],
    ["-.328", 0.3284, false],
  ])("%s read against %d: %s", (printed, value, agrees) => {
    expect(agreesWithPrinted(printed, value)).toBe(agrees);
  });

  it("has the places that were printed, and is a number", () => {
    expect([".105", "50", "1.000"].map(printedDecimals)).toEqual([3, 0, 3]);
    expect(() => agreesWithPrinted("n.s.", 1)).toThrow(RangeError);
  });
});
