import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjustmentMethods, adjustPValues } from "./adjust-p-values.ts";
import { monteCarloPValue } from "./monte-carlo-p-value.ts";

const family = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }), { maxLength: 30 });

describe("adjusted p-values", () => {
  it("never shrink, stay in [0, 1], keep the order and the gaps", () => {
    fc.assert(
      fc.property(family, fc.constantFrom(...adjustmentMethods), (p, method) => {
        const adjusted = adjustPValues(p, method);
        p.forEach((value, index) => {
          if (value === null) {
            expect(adjusted[index]).toBeNull();
            return;
          }
          expect(adjusted[index]).toBeGreaterThanOrEqual(value);
          expect(adjusted[index]).toBeLessThanOrEqual(1);
          p.forEach((other, otherIndex) => {
            if (other !== null && value < other) expect(adjusted[index]!).toBeLessThanOrEqual(adjusted[otherIndex]!);
          });
        });
      }),
    );
  });

  it("do not depend on the order they come in", () => {
    fc.assert(
      fc.property(family, fc.constantFrom(...adjustmentMethods), (p, method) => {
        expect(adjustPValues(p.toReversed(), method).toReversed()).toEqual(adjustPValues(p, method));
      }),
    );
  });

  it("are strictest by Bonferroni, then Holm, then Benjamini and Hochberg", () => {
    fc.assert(
      fc.property(family, (p) => {
        const [bh, holm, bonferroni] = adjustmentMethods.map((method) => adjustPValues(p, method));
        p.forEach((value, index) => {
          if (value === null) return;
          expect(bh![index]!).toBeLessThanOrEqual(holm![index]! * (1 + 1e-12));
          expect(holm![index]!).toBeLessThanOrEqual(bonferroni![index]!);
        });
      }),
    );
  });

  it("of a single test are the p-value itself", () => {
    for (const method of adjustmentMethods) expect(adjustPValues([null, 0.04], method)).toEqual([null, 0.04]);
  });

  it("of a simulation are never 0", () => {
    expect(monteCarloPValue(0, 999).pvalue).toBe(0.001);
    expect(monteCarloPValue(999, 999).pvalue).toBe(1);
  });
});
