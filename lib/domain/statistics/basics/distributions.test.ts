import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  binomialLowerTail,
  binomialProbability,
  binomialUpperTail,
  chiSquareUpperTail,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentTwoSided,
} from "./distributions.ts";

const probability = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });
const degrees = fc.integer({ min: 1, max: 300 });

function relativeError(got: number, want: number): number {
  return Math.abs(got - want) / Math.abs(want);
}

describe("distribution functions", () => {
  // 60-digit values (mpmath): arguments for which one minus a cumulative function has no correct digit.
  it.each([
    ["normal lower tail at -37", normalCdf(-37), 5.725571222524577e-300],
    ["normal quantile at 1e-200", normalQuantile(1e-200), -30.20559417957964],
    ["normal quantile at 1e-20", normalQuantile(1e-20), -9.262340089798409],
    ["normal quantile just below one half", normalQuantile(0.4999999), -2.506628274631e-7],
    ["t tail with many degrees of freedom", studentTwoSided(18.896212158210673, 825), 1.8825140701093265e-66],
    ["t tail close to 0", 1 - studentTwoSided(1e-8, 1), 6.3662e-9],
    [
      "binomial lower tail where the beta function is 0",
      binomialLowerTail(23, 460, 0.8165275840165688),
      5.610398796558195e-286,
    ],
    [
      "binomial upper tail where the beta function is 0",
      binomialUpperTail(668, 704, 0.3204320507684872),
      2.2381293771605828e-276,
    ],
  ])("hold their digits: %s", (_name, got, want) => {
    expect(relativeError(got, want)).toBeLessThan(1e-6);
  });

  it("agree with each other where they describe the same tail", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 30, noNaN: true }), (z) => {
        expect(relativeError(chiSquareUpperTail(z * z, 1), 2 * normalCdf(-z))).toBeLessThan(1e-9);
      }),
    );
    // One degree of freedom is the Cauchy distribution.
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (t) => {
        expect(relativeError(studentTwoSided(t, 1), (2 * Math.atan(1 / t)) / Math.PI)).toBeLessThan(1e-10);
      }),
    );
  });

  it("undo their quantiles", () => {
    fc.assert(
      fc.property(probability, degrees, (p, df) => {
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 12);
        const t = studentQuantile(p, df);
        expect(studentTwoSided(t, df)).toBeCloseTo(2 * Math.min(p, 1 - p), 11);
      }),
    );
  });

  it("are symmetric and monotone", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        degrees,
        (x, step, df) => {
          expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 12);
          expect(normalCdf(x + step)).toBeGreaterThanOrEqual(normalCdf(x));
          expect(studentTwoSided(x, df)).toBe(studentTwoSided(-x, df));
          expect(chiSquareUpperTail(Math.abs(x) + step, df)).toBeLessThanOrEqual(
            chiSquareUpperTail(Math.abs(x), df) * (1 + 1e-12),
          );
        },
      ),
    );
  });

  it("add up, for the binomial", () => {
    const trials = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(trials, fc.nat(400), fc.double({ min: 0, max: 1, noNaN: true }), (n, draw, p) => {
        const k = draw % (n + 1);
        expect(binomialLowerTail(k, n, p) + binomialUpperTail(k + 1, n, p)).toBeCloseTo(1, 11);
        expect(binomialLowerTail(k, n, p) - binomialLowerTail(k - 1, n, p)).toBeCloseTo(
          binomialProbability(k, n, p),
          11,
        );
      }),
    );
  });

  it("refuse what has no value", () => {
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError);
    expect(() => normalQuantile(-0.1)).toThrow(RangeError);
    expect(() => chiSquareUpperTail(1, 0)).toThrow(RangeError);
    expect(() => studentQuantile(0.5, Number.NaN)).toThrow(RangeError);
    expect(() => studentTwoSided(Number.NaN, 3)).toThrow(RangeError);
  });
});
