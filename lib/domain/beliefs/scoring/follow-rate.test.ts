import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FollowDecision, followRate } from "./follow-rate.ts";

const decision = fc.constantFrom<FollowDecision>(0, 1);
const decisions = fc.array(fc.tuple(decision, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
  maxLength: 40,
});

describe("a context-following rate", () => {
  it("is a share between its limits, all in [0, 1], or null without a decided pair", () => {
    fc.assert(
      fc.property(decisions, fc.boolean(), (list, twoWay) => {
        const [values, facts, people] = [list.map((d) => d[0]), list.map((d) => d[1]), list.map((d) => d[2])];
        const rate = followRate(values, twoWay ? [people, facts] : [facts]);
        if (list.length === 0) {
          expect(rate).toMatchObject({ rate: null, low: null, high: null, interval: null });
          return;
        }
        expect(rate.rate).toBeCloseTo(rate.context / (rate.context + rate.memory), 12);
        if (rate.low === null || rate.high === null) {
          expect(Math.min(...rate.clusters)).toBeLessThan(5);
          return;
        }
        expect(rate.low).toBeGreaterThanOrEqual(0);
        expect(rate.high).toBeLessThanOrEqual(1);
        expect(rate.low).toBeLessThanOrEqual(rate.rate as number);
        expect(rate.high).toBeGreaterThanOrEqual(rate.rate as number);
      }),
    );
  });

  it("has a wider interval when pairs about one fact agree than when they are spread", () => {
    const values: FollowDecision[] = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
    const width = (facts: number[]) => {
      const { low, high } = followRate(values, [facts]);
      return (high ?? 0) - (low ?? 0);
    };
    expect(width([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])).toBeGreaterThan(width([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 5]));
  });

  it("takes as many independent answers as there are clusters where all pairs agree", () => {
    // Wilson, 4 of 4: 4 / (4 + 3.8415) = 0.51011.
    const rate = followRate([1, 1, 1, 1, 1, 1], [[1, 1, 2, 2, 3, 4]]);
    expect(rate).toMatchObject({ rate: 1, high: 1, interval: "wilson", clusters: [4] });
    expect(rate.low).toBeCloseTo(0.51011, 4);
  });

  it("agrees with a hand calculation on the log-odds scale", () => {
    // 4 of 5, each its own fact: CR2 = sqrt(.8 * .2 / 4) = .2; t(.975, 4) = 2.776445; logit .8 = 1.386294.
    const { low, high } = followRate([1, 1, 1, 1, 0], [["a", "b", "c", "d", "e"]]);
    const half = (2.7764451051977987 * 0.2) / 0.16;
    expect(low).toBeCloseTo(1 / (1 + Math.exp(half - Math.log(4))), 10);
    expect(high).toBeCloseTo(1 / (1 + Math.exp(-half - Math.log(4))), 10);
  });

  it("has no interval with fewer than five clusters", () => {
    expect(followRate([1, 1, 1, 0], [["a", "b", "c", "d"]])).toMatchObject({ rate: 0.75, low: null, interval: null });
  });

  it("has no interval with a single cluster", () => {
    expect(followRate([1, 0], [["a", "a"]])).toMatchObject({ rate: 0.5, low: null, high: null });
  });
});
