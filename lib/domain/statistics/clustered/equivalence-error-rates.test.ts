import { describe, expect, it } from "vitest";
import { equivalenceErrorRateAt, equivalenceErrorRates, minStoriesForEquivalence } from "./equivalence-error-rates.ts";

describe("the simulated size of the equivalence test", () => {
  it("is that of the largest number of stories in the table that is not above the study's", () => {
    expect(equivalenceErrorRateAt(minStoriesForEquivalence - 1)).toBeNull();
    expect(equivalenceErrorRateAt(10)?.stories).toBe(10);
    expect(equivalenceErrorRateAt(14)?.stories).toBe(12);
    expect(equivalenceErrorRateAt(5_000)?.stories).toBe(equivalenceErrorRates.at(-1)!.stories);
  });

  it("lies above the nominal level everywhere, which is why it is printed", () => {
    for (const { errorRate } of equivalenceErrorRates) expect(errorRate).toBeGreaterThan(0.05);
  });
});
