import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { percentAgreement } from "./percent-agreement.ts";

const value = fc.constantFrom("a", "b", "c");
const raters = (count: number) =>
  fc.array(fc.array(value, { minLength: count, maxLength: count }), { minLength: 2, maxLength: 40 });

function transposed<Value>(units: Value[][]): Value[][] {
  return units[0]!.map((_, rater) => units.map((unit) => unit[rater]!));
}

function closeOrBothNull(got: number | null, want: number | null): void {
  if (want === null) expect(got).toBeNull();
  else expect(got).toBeCloseTo(want, 9);
}

describe("coefficients of agreement", () => {
  it("do not care for the order of units and raters or for the names of categories", () => {
    const names: Record<string, string | number | boolean> = { a: 1, b: "1", c: true };
    fc.assert(
      fc.property(raters(3), (units) => {
        const data = transposed(units);
        const other = transposed(units.toReversed())
          .toReversed()
          .map((row) => row.map((entry) => names[entry]!));
        closeOrBothNull(krippendorffAlpha(other).alpha, krippendorffAlpha(data).alpha);
        closeOrBothNull(percentAgreement(other).unitMean, percentAgreement(data).unitMean);
        closeOrBothNull(cohenKappa(other[1]!, other[2]!).kappa, cohenKappa(data[0]!, data[1]!).kappa);
      }),
    );
  });

  it("approach each other: alpha is Fleiss' kappa with its small-sample correction", () => {
    fc.assert(
      fc.property(raters(3), (units) => {
        const counts = units.map((unit) =>
          ["a", "b", "c"].map((name) => unit.filter((entry) => entry === name).length),
        );
        const { pBar, pe, kappa } = fleissKappa(counts);
        const { alpha } = krippendorffAlpha(transposed(units));
        if (kappa === null || pBar === null || pe === null) {
          expect(alpha).toBeNull();
          return;
        }
        const n = units.length * 3;
        closeOrBothNull(alpha, 1 - (1 - pBar) / (((1 - pe) * n) / (n - 1)));
      }),
    );
  });

  it("are 1 exactly when all agree and more than one category occurs", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 20 }), (given) => {
        const varied = new Set(given).size > 1;
        expect(cohenKappa(given, given)).toMatchObject(varied ? { kappa: 1, se: 0 } : { kappa: null, se: null });
        expect(krippendorffAlpha([given, given]).alpha).toBe(varied ? 1 : null);
        expect(percentAgreement([given, given])).toMatchObject({ pairPooled: 1, unitMean: 1 });
      }),
    );
  });

  it("keep values of different types apart and treat null as missing", () => {
    expect(
      percentAgreement([
        [1, "x", null],
        ["1", "x", "x"],
      ]),
    ).toEqual({ nUnits: 2, pairPooled: 0.5, unitMean: 0.5 });
    expect(cohenKappa([null, 1], [1, null])).toEqual({ n: 0, po: null, pe: null, kappa: null, se: null, se0: null });
    expect(fleissKappa([])).toEqual({ pBar: null, pe: null, kappa: null });
  });
});
