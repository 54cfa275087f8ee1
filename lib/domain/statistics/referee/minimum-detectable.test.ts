import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { powerTwoProportions } from "../planning/power-two-proportions.ts";
import {
  computeDetectableRange,
  computePlanningVariance,
  detectableByT,
  detectableByTwoProportions,
} from "./minimum-detectable.ts";

const usual = { alpha: 0.05, power: 0.8 };

describe("the minimum detectable difference", () => {
  it("shrinks with the items and clusters, grows with the variance and the strictness, and is never one number too few", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 5000 }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        fc.integer({ min: 5, max: 30 }),
        (n, variance, clusters) => {
          const base = computeDetectableRange(variance, n, clusters, usual)!;
          expect(base.most).toBeGreaterThanOrEqual(base.least);
          expect(computeDetectableRange(variance, 2 * n, 2 * clusters, usual)!.most).toBeLessThan(base.most);
          expect(computeDetectableRange(2 * variance, n, clusters, usual)!.least).toBeGreaterThan(base.least);
          expect(computeDetectableRange(variance, n, clusters, { ...usual, alpha: 0.01 })!.most).toBeGreaterThan(
            base.most,
          );
        },
      ),
    );
  });

  it("does not take a sample without a discordant pair for one that could have found anything", () => {
    expect(computePlanningVariance(0, 48)).toBe(1 / 50);
    expect(computeDetectableRange(computePlanningVariance(0, 48), 48, 48, usual)!.least).toBeCloseTo(
      2.85 * Math.sqrt(0.02 / 48),
      2,
    );
    expect(computeDetectableRange(1, 1, 1, usual)).toBeNull();
  });

  it("solves the sample-size formula for the difference", () => {
    const other = detectableByTwoProportions(0.9, 280, usual)!;
    expect(powerTwoProportions({ p1: 0.9, p2: 0.9 - other }, 280).power).toBeCloseTo(0.8, 9);
  });

  it("is about 2.8 standard errors with many clusters, and much more with few", () => {
    expect(detectableByT(0.01, 100000, usual)).toBeCloseTo(0.028016, 5);
    expect(detectableByT(0.01, 1, usual)!).toBeGreaterThan(0.13);
  });

  it("does not exist where nothing could have been found", () => {
    expect(detectableByTwoProportions(0.5, 2, { alpha: 0.0001, power: 0.8 })).toBeNull();
    expect(detectableByT(0, 5, usual)).toBeNull();
    expect(detectableByT(null, 5, usual)).toBeNull();
  });
});
