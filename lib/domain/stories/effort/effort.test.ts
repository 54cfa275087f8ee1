import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { krippendorffAlpha } from "../../statistics/agreement/krippendorff-alpha.ts";
import { activeTime } from "./active-time.ts";
import { fairPay } from "./fair-pay.ts";
import { computeSpanAgreement, ratingMatrix, wordMatrix } from "./span-agreement.ts";

const minute = 60_000;

describe("active time", () => {
  it("counts pauses up to the limit, and of longer ones the limit", () => {
    expect(activeTime([0, minute, 4 * minute, 24 * minute], 3 * minute)).toEqual({
      active: 7 * minute,
      idle: 17 * minute,
      pauses: 1,
    });
    expect(activeTime([5])).toEqual({ active: 0, idle: 0, pauses: 0 });
    expect(() => activeTime([], 0)).toThrow(RangeError);
  });

  it("adds up to the time between first and last ping, in any order, two tabs counting once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100 * minute }), { minLength: 1, maxLength: 20 }), (pings) => {
        const { active, idle } = activeTime(pings);
        expect(active + idle).toBe(Math.max(...pings) - Math.min(...pings));
        expect(activeTime([...pings, ...pings].reverse())).toEqual(activeTime(pings));
      }),
    );
  });
});

describe("fair pay", () => {
  it("gives the pay of an active hour and the top-up to the floor", () => {
    expect(fairPay(5 * minute, 100, 1200)).toEqual({ hours: 1 / 12, perHour: 1200, topUp: 0 });
    expect(fairPay(6 * minute, 100, 1200)).toMatchObject({ topUp: 20 });
    expect(fairPay(3 * minute, 100, 1200)).toMatchObject({ perHour: 2000, topUp: 0 });
    expect(fairPay(0, 100, 1200)).toEqual({ hours: 0, perHour: null, topUp: 0 });
    expect(() => fairPay(-1, 0, 0)).toThrow(RangeError);
  });
});

describe("agreement between annotators", () => {
  it("is the mean overlap of pairs, items weighing the same", () => {
    const result = computeSpanAgreement([
      { id: "1", spans: { ann: [[0, 10]], ben: [[5, 15]], cleo: [[0, 10]] } },
      { id: "2", spans: { ann: [[3, 4]], ben: [[3, 4]] } },
      { id: "3", spans: { ann: [[3, 4]], ben: null } },
    ]);
    expect(result).toMatchObject({ items: 2, pairs: 4 });
    expect(result.byItem[0]?.iou).toBeCloseTo((1 / 3 + 1 / 3 + 1) / 3, 12);
    expect(result.meanIou).toBeCloseTo(((1 / 3 + 1 / 3 + 1) / 3 + 1) / 2, 12);
    expect(computeSpanAgreement([]).meanIou).toBeNull();
  });

  it("arranges judgements for the coefficients", () => {
    const matrix = ratingMatrix([
      { item: "b", rater: "ann", value: "accept" },
      { item: "a", rater: "ben", value: "return" },
      { item: "a", rater: "ann", value: "accept" },
      { item: "a", rater: "ann", value: "return" },
    ]);
    expect(matrix).toEqual({
      raters: ["ann", "ben"],
      items: ["a", "b"],
      values: [
        ["return", "accept"],
        ["return", null],
      ],
    });
    expect(krippendorffAlpha(wordMatrix(6, [[[0, 3]], [[0, 3]], null])).alpha).toBe(1);
    expect(wordMatrix(3, [[[1, 9]]])).toEqual([[false, true, true]]);
  });
});
