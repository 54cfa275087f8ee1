import { describe, expect, it } from "vitest";
import { equivalenceSizeAt, equivalenceSizes, minStoriesForEquivalence } from "./equivalence-size.ts";

describe("the simulated size of the equivalence test", () => {
  it("is that of the largest number of stories in the table that is not above the study's", () => {
    expect(equivalenceSizeAt(minStoriesForEquivalence - 1)).toBeNull();
    expect(equivalenceSizeAt(10)?.stories).toBe(10);
    expect(equivalenceSizeAt(14)?.stories).toBe(12);
    expect(equivalenceSizeAt(5_000)?.stories).toBe(equivalenceSizes.at(-1)!.stories);
  });

  it("lies above the nominal level everywhere, which is why it is printed", () => {
    for (const { size } of equivalenceSizes) expect(size).toBeGreaterThan(0.05);
  });
});
