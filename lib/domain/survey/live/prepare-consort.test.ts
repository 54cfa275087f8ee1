import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomes } from "../protocol.ts";
import { countDroppedOut, type FlowTally, prepareConsort } from "./prepare-consort.ts";

const tally = fc.record({
  arm: fc.constantFrom(null, "story", "no-story", "context-free"),
  outcome: fc.constantFrom(null, ...outcomes),
  isUnderWay: fc.boolean(),
  isWaiting: fc.boolean(),
  isSurplus: fc.boolean(),
  count: fc.nat(400),
});

const arm = (label: string, finished: number, left: number): FlowTally[] => [
  { arm: label, outcome: "complete", isUnderWay: false, isWaiting: false, isSurplus: false, count: finished },
  { arm: label, outcome: null, isUnderWay: false, isWaiting: false, isSurplus: false, count: left },
];

describe("the flow of people", () => {
  it("adds up to the arrivals, whatever became of them", () => {
    fc.assert(
      fc.property(fc.array(tally, { maxLength: 40 }), fc.nat(50), (tallies, refused) => {
        const { arrived, before, assigned, arms, test } = prepareConsort(tallies, refused);
        expect(arrived).toBe(tallies.reduce((sum, { count }) => sum + count, 0) + refused);
        expect(before.reduce((sum, { count }) => sum + count, 0) + assigned).toBe(arrived);
        expect(arms.reduce((sum, one) => sum + one.assigned, 0)).toBe(assigned);
        for (const one of arms) {
          expect(one.finished + countDroppedOut(one) + one.underWay).toBe(one.assigned);
          expect(one.surplus).toBeLessThanOrEqual(one.finished);
        }
        if (test.p !== null) expect(test.p >= 0 && test.p <= 1).toBe(true);
      }),
    );
  });

  it("tests drop-out against conditions as R's chisq.test without correction does", () => {
    // chisq.test(matrix(c(80, 20, 60, 40), 2, byrow = TRUE), correct = FALSE): X-squared = 9.5238, p-value = 0.002028
    const { test, arms } = prepareConsort([...arm("a", 80, 20), ...arm("b", 60, 40)], 0);
    expect(test).toMatchObject({ method: "chi-square test", n: 200 });
    expect(test.p).toBeCloseTo(0.002028, 6);
    expect(arms[0]?.dropOut).toMatchObject({ share: 0.2, n: 100 });
  });

  it("takes Fisher's exact test where a count is small, and says why there is no test", () => {
    // fisher.test(matrix(c(9, 1, 4, 6), 2, byrow = TRUE)): p-value = 0.05728
    const small = prepareConsort([...arm("a", 9, 1), ...arm("b", 4, 6)], 0).test;
    expect(small).toMatchObject({ method: "Fisher’s exact test" });
    expect(small.p).toBeCloseTo(0.05728, 4);
    expect(prepareConsort(arm("a", 9, 1), 0).test).toMatchObject({ p: null, reason: expect.stringContaining("two") });
    expect(prepareConsort([...arm("a", 9, 0), ...arm("b", 4, 0)], 0).test).toMatchObject({ p: null });
  });
});
