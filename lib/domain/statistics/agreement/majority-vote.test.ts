import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { majorityAccuracy, majorityVote } from "./majority-vote.ts";

const responses = fc.array(fc.constantFrom(true, false, null), { maxLength: 30 });

describe("a majority vote", () => {
  it("turns with the answers and ignores their order", () => {
    fc.assert(
      fc.property(responses, (given) => {
        const vote = majorityVote(given);
        expect(majorityVote(given.toReversed())).toEqual(vote);
        const turned = majorityVote(given.map((response) => (response === null ? null : !response)));
        expect(turned.label).toBe(vote.label === null ? null : !vote.label);
        expect(turned.tie).toBe(vote.tie);
      }),
    );
  });

  it("is right at least as often when ties are given half a point as when they count as wrong", () => {
    const items = fc.array(fc.record({ responses, gold: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(items, (list) => {
        const wrong = majorityAccuracy(list, "incorrect");
        const half = majorityAccuracy(list, "half");
        expect(half.correct - wrong.correct).toBeCloseTo(wrong.nTies / 2, 12);
        expect(majorityAccuracy(list, "exclude").n).toBe(wrong.n - wrong.nTies);
      }),
    );
  });
});
