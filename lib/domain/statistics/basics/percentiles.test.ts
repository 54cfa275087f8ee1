import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { medianOf, percentilesOf } from "./percentiles.ts";

const values = fc.array(fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true })), { maxLength: 30 });

describe("percentiles of type 7", () => {
  it("run from the smallest to the largest value without falling", () => {
    fc.assert(
      fc.property(values, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (list, probabilities) => {
        const sorted = [0, ...probabilities.sort((a, b) => a - b), 1];
        const { n, nDropped, percentiles } = percentilesOf(list, sorted);
        expect(n + nDropped).toBe(list.length);
        if (n === 0) {
          expect(percentiles).toEqual(sorted.map(() => null));
          return;
        }
        const present = list.filter((value) => value !== null);
        expect(percentiles[0]).toBeCloseTo(Math.min(...present), 9);
        expect(percentiles.at(-1)).toBeCloseTo(Math.max(...present), 9);
        for (let at = 1; at < percentiles.length; at += 1)
          expect(percentiles[at]!).toBeGreaterThanOrEqual(percentiles[at - 1]! - 1e-6);
      }),
    );
  });

  it("move with the values and change sign with them", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 20 }), (list) => {
        const median = medianOf(list).median!;
        expect(medianOf(list.map((value) => value + 5)).median).toBeCloseTo(median + 5, 10);
        expect(medianOf(list.map((value) => -value)).median).toBeCloseTo(-median, 10);
      }),
    );
  });

  it("interpolate as R does", () => {
    expect(percentilesOf([1, 2, 3, 4], [0.25, 0.9]).percentiles).toEqual([1.75, 3.7]);
    expect(percentilesOf([1, 2], []).percentiles).toEqual([]);
    expect(medianOf([null])).toEqual({ n: 0, nDropped: 1, median: null, reason: "no values" });
  });
});
