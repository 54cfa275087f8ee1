import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affirmation } from "./affirmation.ts";

describe("the probability of affirming", () => {
  const logprob = fc.double({ min: -50, max: 0, noNaN: true });

  it("adds to 1, ignores a common shift and turns when the groups change places", () => {
    fc.assert(
      fc.property(logprob, logprob, logprob, fc.double({ min: -100, max: 100, noNaN: true }), (a, b, c, shift) => {
        const plain = affirmation({ True: a, true: b, False: c });
        expect(plain.pTrue! + plain.pFalse!).toBeCloseTo(1, 12);
        const shifted = affirmation({ True: a + shift, true: b + shift, False: c + shift });
        expect(shifted.logOdds).toBeCloseTo(plain.logOdds!, 9);
        expect(affirmation({ False: a, false: b, True: c }).pTrue).toBeCloseTo(plain.pFalse!, 12);
      }),
    );
  });

  it("treats a candidate of probability 0 as missing", () => {
    expect(affirmation({ True: Number.NEGATIVE_INFINITY, False: null })).toMatchObject({
      pTrue: null,
      nTrueCandidates: 0,
    });
    expect(affirmation({ True: Number.NEGATIVE_INFINITY, False: -1 })).toMatchObject({ pTrue: 0, answer: false });
    expect(() => affirmation({ True: Number.NaN })).toThrow(RangeError);
  });
});
