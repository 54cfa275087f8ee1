import { describe, expect, it } from "vitest";
import { fleissInterval, percentAgreementInterval } from "./agreement-intervals.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { orderedAlpha, orderedAlphaInterval } from "./ordered-alpha.ts";
import { raterCorrelation } from "./rater-correlation.ts";

const none = null;
/** Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section D: four observers, twelve units. */
const observers = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, none, none, none],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, none, 3],
  [none, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, none],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, none],
];

describe("Krippendorff's alpha", () => {
  it("is 0.743, 0.815 and 0.849 for his example with nominal, ordinal and interval distances", () => {
    expect(krippendorffAlpha(observers).alpha).toBeCloseTo(0.743, 3);
    expect(orderedAlpha(observers, "ordinal").alpha).toBeCloseTo(0.815, 3);
    expect(orderedAlpha(observers, "interval")).toMatchObject({ nPairable: 40, nUnits: 11 });
    expect(orderedAlpha(observers, "interval").alpha).toBeCloseTo(0.849, 3);
  });

  it("of two values is the same for all three distances, and missing where one value occurs", () => {
    const data = [
      [1, 2, 1, 2, 2, 1],
      [1, 2, 2, 2, 1, 1],
    ];
    for (const metric of ["ordinal", "interval"] as const)
      expect(orderedAlpha(data, metric).alpha).toBeCloseTo(krippendorffAlpha(data).alpha as number, 12);
    expect(
      orderedAlpha(
        [
          [1, 1],
          [1, 1],
        ],
        "interval",
      ).alpha,
    ).toBeNull();
    expect(orderedAlpha([[1], [null]], "ordinal").alpha).toBeNull();
  });

  it("has a jackknife interval around it", () => {
    const { alpha, low, high, df } = orderedAlphaInterval(observers, "ordinal");
    expect(df).toBe(10);
    expect(low as number).toBeLessThan(alpha as number);
    expect(high as number).toBeGreaterThan(alpha as number);
    // By hand: the leave-one-out values of the definition itself.
    const left = Array.from(
      { length: 11 },
      (_, unit) =>
        orderedAlpha(
          observers.map((row) => row.filter((_value, at) => at !== (unit === 11 ? 11 : unit))),
          "ordinal",
        ).alpha as number,
    );
    const mean = left.reduce((sum, value) => sum + value, 0) / 11;
    const se = Math.sqrt((10 / 11) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0));
    expect(orderedAlphaInterval(observers, "ordinal").se).toBeCloseTo(se, 10);
  });
});

it("gives Fleiss' kappa of his example with an interval, and of shares the interval of a mean", () => {
  // Fleiss (1971) as computed on Wikipedia: 14 raters, 10 subjects, kappa 0.210.
  const counts = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  const fleiss = fleissInterval(counts);
  expect(fleiss.kappa).toBeCloseTo(0.21, 3);
  expect([fleiss.nItems, fleiss.df]).toEqual([10, 9]);
  const percent = percentAgreementInterval([
    ["a", "a", "b", "b", null],
    ["a", "b", "b", "b", "a"],
  ]);
  // The shares are 1, 0, 1, 1: mean 0.75, standard error 0.25, t(3) = 3.182446.
  expect(percent).toMatchObject({ nUnits: 4, agreement: 0.75, df: 3 });
  expect(percent.se).toBeCloseTo(0.25, 12);
  expect(percent.low).toBeCloseTo(0.75 - 3.182446305 * 0.25, 8);
});

it("gives the rank correlation of raters and their concordance", () => {
  const same = raterCorrelation([
    [1, 2, 3, 4],
    [10, 20, 30, 40],
    [4, 3, 2, 1],
  ]);
  expect(same).toMatchObject({ pairs: 3, nComplete: 4 });
  expect(same.spearman).toBeCloseTo(-1 / 3, 12);
  expect(same.kendallW).toBeCloseTo(1 / 9, 12);
  expect(
    raterCorrelation([
      [1, 2, null],
      [1, 2, 3],
    ]),
  ).toEqual({ pairs: 0, spearman: null, kendallW: 1, nComplete: 2 });
});
