import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equivalenceSignPatterns } from "./equivalence-sign-patterns.ts";

const rows = fc.array(
  fc.record({
    value: fc.option(fc.integer({ min: -100, max: 100 })),
    cluster: fc.constantFrom("a", "b", "c", "d", "e"),
  }),
  { maxLength: 30 },
);

describe("equivalence by sign patterns", () => {
  it("mirrors its two sides when the differences change sign", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const clusters = list.map(({ cluster }) => cluster);
        const found = equivalenceSignPatterns(
          list.map(({ value }) => value),
          clusters,
          20,
          0.1,
        );
        const turned = equivalenceSignPatterns(
          list.map(({ value }) => value && -value),
          clusters,
          20,
          0.1,
        );
        expect([turned.pLower, turned.pUpper, turned.equivalent]).toEqual([
          found.pUpper,
          found.pLower,
          found.equivalent,
        ]);
        expect(turned.estimate === null ? null : turned.estimate + found.estimate!).toEqual(
          found.estimate === null ? null : expect.closeTo(0, 10),
        );
      }),
    );
  });

  it("counts every pattern, by another way of counting", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 50 }), (list, margin) => {
        const found = equivalenceSignPatterns(
          list.map(({ value }) => value),
          list.map(({ cluster }) => cluster),
          margin,
          0.1,
        );
        if (found.pLower === null) return;
        const means = found.clusters.map(({ mean }) => mean + margin);
        // The signed sum is smaller than the observed one by twice the sum of the flipped means.
        let reached = 0;
        for (let pattern = 0; pattern < 2 ** means.length; pattern += 1)
          if (means.reduce((sum, mean, index) => sum + (pattern & (1 << index) ? mean : 0), 0) <= 1e-7) reached += 1;
        expect(found.pLower).toBe(reached / 2 ** means.length);
        expect(found.pvalue!).toBeGreaterThanOrEqual(found.smallestP!);
      }),
    );
  });

  it("cannot show equivalence where the smallest p exceeds alpha", () => {
    const clusters = [1, 2, 3, 4, 5];
    expect(equivalenceSignPatterns([0, 0, 0, 0, 0], clusters, 0.1, 0.05).equivalent).toBe(true);
    expect(equivalenceSignPatterns([0, 0, 0, 0, 0], clusters, 0.1, 0.025)).toMatchObject({
      equivalent: null,
      reason: "too few clusters",
    });
    expect(equivalenceSignPatterns([0, 1], ["a", "a"], 0.1, 0.05)).toMatchObject({
      estimate: 0.5,
      pvalue: null,
      reason: "fewer than 2 clusters",
    });
  });

  it("compares the names of clusters as text", () => {
    expect(equivalenceSignPatterns([0, 1, 2], [1, "1", null], 0.1, 0.05)).toMatchObject({
      n: 2,
      nDropped: 1,
      clusters: [{ cluster: "1", n: 2, mean: 0.5 }],
    });
  });
});
