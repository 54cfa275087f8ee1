import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crowdAccuracy } from "./crowd-accuracy.ts";
import { majorityJackknife } from "./majority-jackknife.ts";

const answer = fc.constantFrom(0, 1, null);
const table = fc
  .integer({ min: 1, max: 8 })
  .chain((items) => fc.array(fc.array(answer, { minLength: items, maxLength: items }), { minLength: 1, maxLength: 8 }));

/** The expected accuracy of the majority of k over the listed items, computed by the crowd function. */
function accuracyOf(rows: readonly (readonly (number | null)[])[], items: readonly number[], k: number) {
  const cells = items.map((item) => ({
    nTrue: rows.filter((row) => row[item] === 1).length,
    nFalse: rows.filter((row) => row[item] === 0).length,
    gold: true,
  }));
  return crowdAccuracy(cells, k).accuracy[k - 1]!;
}

describe("the jackknife of a majority", () => {
  it("leaves out each person in turn, on items that stay", () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 4 }), (rows, k) => {
        const found = majorityJackknife(rows, k);
        const items = rows[0]!.map((_, item) => item);
        expect(found.accuracy).toEqual(found.nItems === 0 ? null : expect.closeTo(accuracyOf(rows, items, k)!, 12));
        const used = items.filter((item) => rows.filter((row) => row[item] !== null).length > k);
        expect(found.nItemsJackknife).toBe(used.length);
        if (used.length === 0) return;
        const people = rows
          .map((_, index) => index)
          .filter((index) => used.some((item) => rows[index]![item] !== null));
        const without = people.map((person) =>
          accuracyOf(
            rows.filter((_, index) => index !== person),
            used,
            k,
          ),
        );
        const mean = without.reduce((sum, value) => sum + value, 0) / people.length;
        const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        expect(found.nPeople).toBe(people.length);
        expect(found.se).toBeCloseTo(Math.sqrt(((people.length - 1) / people.length) * squares), 12);
      }),
    );
  });

  it("is the standard error of a mean of people for k = 1 and complete answers", () => {
    const rows = [
      [1, 1, 0, 1],
      [0, 1, 0, 0],
      [1, 1, 1, 1],
    ];
    const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / 4);
    const mean = means.reduce((sum, value) => sum + value, 0) / 3;
    const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2 / 3;
    expect(majorityJackknife(rows, 1).se).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it("says why there is no interval", () => {
    expect(majorityJackknife([], 1).reason).toBe("no item with k answers");
    expect(majorityJackknife([[1], [0]], 2)).toMatchObject({
      accuracy: 0.5,
      nPeople: 0,
      se: null,
      reason: "no item with more than k answers",
    });
    expect(majorityJackknife([[1], [1]], 1)).toMatchObject({ se: 0, df: 1, low: null, reason: "standard error is 0" });
  });
});
