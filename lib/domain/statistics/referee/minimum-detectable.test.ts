import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connorPairs } from "../power-mcnemar.ts";
import { powerTwoProportions } from "../power-two-proportions.ts";
import { detectableByMcnemar, detectableByT, detectableByTwoProportions } from "./minimum-detectable.ts";

const usual = { alpha: 0.05, power: 0.8 };

describe("the minimum detectable difference", () => {
  it("shrinks with the items and grows with the discordance and the strictness", () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 5000 }), fc.double({ min: 0, max: 0.5, noNaN: true }), (n, psi) => {
        const base = detectableByMcnemar(n, psi, usual)!;
        expect(detectableByMcnemar(2 * n, psi, usual)!).toBeLessThanOrEqual(base);
        expect(detectableByMcnemar(n, psi + 0.1, usual)!).toBeGreaterThanOrEqual(base - 1e-12);
        expect(detectableByMcnemar(n, psi, { ...usual, alpha: 0.01 }) ?? 1).toBeGreaterThanOrEqual(base);
        expect(base).toBeGreaterThan(0);
      }),
    );
  });

  it("solves the sample-size formula for the difference", () => {
    const difference = detectableByMcnemar(155, 0.2, usual)!;
    expect(connorPairs(0.2, difference, 0.05, 0.8)).toBeCloseTo(155, 6);
    const other = detectableByTwoProportions(0.9, 280, usual)!;
    expect(powerTwoProportions({ p1: 0.9, p2: 0.9 - other }, 280).power).toBeCloseTo(0.8, 9);
  });

  it("is about 2.8 standard errors with many clusters, and much more with few", () => {
    expect(detectableByT(0.01, 100000, usual)).toBeCloseTo(0.028016, 5);
    expect(detectableByT(0.01, 1, usual)!).toBeGreaterThan(0.13);
  });

  it("does not exist where nothing could have been found", () => {
    expect(detectableByMcnemar(3, 0.3, usual)).toBeNull();
    expect(detectableByTwoProportions(0.5, 2, { alpha: 0.0001, power: 0.8 })).toBeNull();
    expect(detectableByT(0, 5, usual)).toBeNull();
    expect(detectableByT(null, 5, usual)).toBeNull();
  });
});
