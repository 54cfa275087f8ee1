import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactBinomialTest } from "./exact-binomial.ts";
import { twoProportionTest } from "./two-proportions.ts";

const group = fc.integer({ min: 1, max: 500 }).chain((n) => fc.record({ n: fc.constant(n), k: fc.nat(n) }));

describe("two proportions", () => {
  it("turn their sign with the order of the groups and keep the two-sided p", () => {
    fc.assert(
      fc.property(group, group, (a, b) => {
        const forth = twoProportionTest(a.k, a.n, b.k, b.n);
        const back = twoProportionTest(b.k, b.n, a.k, a.n);
        expect(back.pTwoSided).toBe(forth.pTwoSided);
        expect(back.pGreater).toBe(forth.pLess);
        if (forth.z !== null) expect(back.z).toBeCloseTo(-forth.z, 12);
      }),
    );
  });

  it("hold no information when all fail, all succeed or a group is empty", () => {
    expect(twoProportionTest(5, 5, 7, 7)).toMatchObject({ z: null, pTwoSided: 1 });
    expect(twoProportionTest(0, 0, 3, 7)).toMatchObject({ p1: null, diff: null, z: null, pTwoSided: 1 });
    expect(twoProportionTest(0, 0, 0, 0)).toMatchObject({ pooled: null, z: null, pTwoSided: 1 });
  });
});

describe("the exact binomial test", () => {
  it("mirrors successes and failures, and its two sides overlap only in the outcome itself", () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(group, share, ({ k, n }, p) => {
        const less = exactBinomialTest(k, n, p, "less").pvalue;
        const greater = exactBinomialTest(k, n, p, "greater").pvalue;
        expect(less + greater).toBeGreaterThanOrEqual(1 - 1e-12);
        expect(exactBinomialTest(n - k, n, 1 - p, "greater").pvalue).toBeCloseTo(less, 9);
        const both = exactBinomialTest(k, n, p).pvalue;
        expect(both).toBeGreaterThanOrEqual(Math.min(less, greater) - 1e-12);
        expect(both).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is certain about impossible and inevitable outcomes", () => {
    expect(exactBinomialTest(0, 10, 0).pvalue).toBe(1);
    expect(exactBinomialTest(1, 10, 0).pvalue).toBe(0);
    expect(exactBinomialTest(10, 10, 1).pvalue).toBe(1);
    expect(exactBinomialTest(9, 10, 1).pvalue).toBe(0);
    expect(exactBinomialTest(0, 0, 0.5).pvalue).toBe(1);
  });
});
