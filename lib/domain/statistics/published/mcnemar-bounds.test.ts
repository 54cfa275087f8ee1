import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcnemarTest } from "../proportions/mcnemar.ts";
import { mcnemarBounds } from "./mcnemar-bounds.ts";

describe("the range of McNemar's p for known totals", () => {
  it("holds the p of every table with these totals, and only such", () => {
    const table = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40));
    fc.assert(
      fc.property(table, ([both, first, second, neither]) => {
        const { smallest, largest } = mcnemarBounds(both + first, both + second, both + first + second + neither);
        const { pvalue } = mcnemarTest(first, second, "midp");
        expect(pvalue).toBeGreaterThanOrEqual(smallest);
        expect(pvalue).toBeLessThanOrEqual(largest);
      }),
    );
  });

  it("is a point where the totals leave no freedom", () => {
    expect(mcnemarBounds(10, 0, 10)).toEqual({ smallest: 2 ** -10, largest: 2 ** -10 });
    expect(() => mcnemarBounds(11, 0, 10)).toThrow(RangeError);
  });
});
