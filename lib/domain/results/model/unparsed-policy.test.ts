import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  defaultUnparsedPolicy,
  isRightUnder,
  scoredTally,
  tallyReadings,
  unparsedPolicies,
  unparsedSentence,
  worstCaseShares,
} from "./unparsed-policy.ts";

describe("answers that could not be read", () => {
  it("count as wrong where there is a key, and enter no rate where there is none", () => {
    expect(defaultUnparsedPolicy(true)).toBe("wrong");
    expect(defaultUnparsedPolicy(false)).toBe("other");
    const tally = { right: 400, wrong: 42, unparsed: 118 };
    expect(scoredTally(tally, "wrong")).toEqual({ right: 400, n: 560, unparsed: 118, asked: 560 });
    expect(scoredTally(tally, "other")).toEqual({ right: 400, n: 442, unparsed: 118, asked: 560 });
    expect(scoredTally(tally, "omit").n).toBe(442);
  });

  it("move a share between bounds that hold whatever they would have said", () => {
    expect(worstCaseShares({ right: 8, wrong: 0, unparsed: 16 })).toEqual({ low: 8 / 24, high: 1 });
    expect(worstCaseShares({ right: 0, wrong: 0, unparsed: 0 })).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.option(fc.boolean()), { minLength: 1 }), (answers) => {
        const tally = tallyReadings(answers);
        const bounds = worstCaseShares(tally);
        for (const policy of unparsedPolicies) {
          const { right, n, asked, unparsed } = scoredTally(tally, policy);
          expect(asked).toBe(answers.length);
          expect(unparsed).toBe(answers.filter((answer) => answer === null).length);
          if (n === 0) continue;
          expect(right / n).toBeGreaterThanOrEqual(bounds?.low ?? Number.NaN);
          expect(right / n).toBeLessThanOrEqual(bounds?.high ?? Number.NaN);
        }
      }),
    );
  });

  it("are the same one by one and together", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.boolean())), fc.constantFrom(...unparsedPolicies), (answers, policy) => {
        const each = answers.map((answer) => isRightUnder(answer, policy)).filter((answer) => answer !== null);
        const { right, n } = scoredTally(tallyReadings(answers), policy);
        expect([each.filter(Boolean).length, each.length]).toEqual([right, n]);
      }),
    );
  });

  it("are named beside the number, and only where there are any", () => {
    expect(unparsedSentence(0, 560, "wrong")).toBeNull();
    expect(unparsedSentence(118, 1_560, "wrong")).toBe("118 of 1,560 could not be read and count as wrong.");
    expect(unparsedSentence(1, 24, "wrong")).toBe("1 of 24 could not be read and counts as wrong.");
    expect(unparsedSentence(2, 24, "other")).toBe("2 of 24 could not be read: they are “other” and enter no rate.");
    expect(unparsedSentence(2, 24, "omit")).toBe("2 of 24 could not be read and are excluded.");
  });
});
