import { describe, expect, it } from "vitest";
import { countsOtherTexts } from "./other-texts.ts";

describe("models' answers to another text than people read", () => {
  it("stay out unless somebody or the plan counts them; what is asked goes before the plan", () => {
    for (const asked of [undefined, null, "matching", "verified", "nonsense", ["all"]])
      expect(countsOtherTexts(asked)).toBe(false);
    expect(countsOtherTexts("all")).toBe(true);
    expect(countsOtherTexts(undefined, true)).toBe(true);
    expect(countsOtherTexts("matching", true)).toBe(false);
  });
});
