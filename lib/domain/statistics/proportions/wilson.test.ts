import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSizeWilson } from "../planning/sample-size-wilson.ts";
import { wilsonInterval } from "./wilson.ts";

const counts = fc.nat(2000).chain((n) => fc.record({ n: fc.constant(n), k: fc.nat(n) }));
const level = fc.double({ min: 0.01, max: 0.999, noNaN: true });

describe("Wilson's interval", () => {
  it("holds its estimate inside [0, 1] and mirrors failures", () => {
    fc.assert(
      fc.property(counts, level, ({ k, n }, confidence) => {
        const { estimate, low, high } = wilsonInterval(k, n, confidence);
        const mirrored = wilsonInterval(n - k, n, confidence);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        if (estimate !== null) {
          expect(low).toBeLessThanOrEqual(estimate);
          expect(high).toBeGreaterThanOrEqual(estimate);
        }
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
        expect(mirrored.high).toBeCloseTo(1 - low, 12);
      }),
    );
  });

  it("grows with the level and moves up with the successes", () => {
    fc.assert(
      fc.property(counts, level, level, ({ k, n }, first, second) => {
        const narrow = wilsonInterval(k, n, Math.min(first, second));
        const wide = wilsonInterval(k, n, Math.max(first, second));
        expect(wide.low).toBeLessThanOrEqual(narrow.low + 1e-15);
        expect(wide.high).toBeGreaterThanOrEqual(narrow.high - 1e-15);
        if (k < n) expect(wilsonInterval(k + 1, n, first).low).toBeGreaterThan(wilsonInterval(k, n, first).low);
      }),
    );
  });

  it("says nothing without answers and touches the ends exactly", () => {
    expect(wilsonInterval(0, 0)).toEqual({ estimate: null, low: 0, high: 1 });
    expect(wilsonInterval(0, 30000).low).toBe(0);
    expect(wilsonInterval(30000, 30000).high).toBe(1);
  });

  it("is just narrow enough at the planned sample size", () => {
    const proportion = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(proportion, fc.double({ min: 0.005, max: 0.4, noNaN: true }), level, (p, halfWidth, confidence) => {
        const { n, nReal, achievedHalfWidth } = sampleSizeWilson(p, halfWidth, confidence);
        expect(achievedHalfWidth).toBeLessThanOrEqual(halfWidth * (1 + 1e-9));
        expect(n).toBeGreaterThanOrEqual(nReal * (1 - 1e-12));
        expect(n - 1).toBeLessThanOrEqual(Math.max(0, nReal));
      }),
    );
  });
});
