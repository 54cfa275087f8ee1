import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { powerMcnemarExact, sampleSizeMcnemar } from "./power-mcnemar.ts";
import { powerTwoProportions, sampleSizeTwoProportions } from "./power-two-proportions.ts";

const share = fc.integer({ min: 0, max: 50 }).map((value) => value / 100);
const proportion = fc.integer({ min: 1, max: 99 }).map((value) => value / 100);

describe("power and sample size", () => {
  it("of McNemar's exact test stays below alpha without a difference and does not care for direction", () => {
    fc.assert(
      fc.property(share, share, fc.nat(80), (p10, p01, n) => {
        const { power } = powerMcnemarExact({ p10, p01 }, n);
        expect(powerMcnemarExact({ p10: p01, p01: p10 }, n).power).toBeCloseTo(power, 10);
        expect(powerMcnemarExact({ p10, p01: p10 }, n).power).toBeLessThanOrEqual(0.05);
      }),
    );
  });

  it("counts an exact p that equals alpha as significant", () => {
    // Five discordant pairs in one direction have p = 2/32.
    expect(powerMcnemarExact({ p10: 1, p01: 0, alpha: 0.0625 }, 5).power).toBe(1);
    expect(powerMcnemarExact({ p10: 1, p01: 0, alpha: 0.0624 }, 5).power).toBe(0);
  });

  it("of two proportions undo each other", () => {
    fc.assert(
      fc.property(proportion, proportion, fc.boolean(), (p1, p2, strict) => {
        if (p1 === p2) return;
        const { nPerGroup, nPerGroupReal } = sampleSizeTwoProportions({ p1, p2, strict }, 0.8);
        expect(powerTwoProportions({ p1, p2, strict }, nPerGroup).power!).toBeGreaterThanOrEqual(0.8 - 1e-12);
        if (nPerGroup > 1 && nPerGroup - 1 < nPerGroupReal)
          expect(powerTwoProportions({ p1, p2, strict }, nPerGroup - 1).power!).toBeLessThan(0.8);
      }),
    );
  });

  it("needs more for less: a smaller difference, a stricter level, a higher power", () => {
    fc.assert(
      fc.property(proportion, fc.integer({ min: 1, max: 20 }), (share, step) => {
        const p01 = share / 4;
        const plan = { p10: p01 + step / 100, p01 };
        const base = sampleSizeMcnemar(plan, 0.8).nPairsReal;
        expect(sampleSizeMcnemar({ ...plan, alpha: 0.01 }, 0.8).nPairsReal).toBeGreaterThan(base);
        expect(sampleSizeMcnemar(plan, 0.9).nPairsReal).toBeGreaterThan(base);
        expect(sampleSizeMcnemar({ p10: p01 + step / 200, p01 }, 0.8).nPairsReal).toBeGreaterThan(base);
      }),
    );
  });

  it("has no answer where the formula is 0/0", () => {
    expect(powerTwoProportions({ p1: 1, p2: 1 }, 10).power).toBeNull();
    expect(powerTwoProportions({ p1: 0, p2: 1 }, 10).power).toBe(1);
    expect(powerMcnemarExact({ p10: 0, p01: 0 }, 10).power).toBe(0);
  });
});
