import { describe, expect, it } from "vitest";
import { findTranslationMismatch } from "./translation.ts";

const original = { kind: "two-choice", options: ["a", "b"], gold: 1 };

describe("a translation of an item", () => {
  it("is asked in the same way, with as many options and the same right answer", () => {
    expect(findTranslationMismatch(original, { ...original, options: ["eins", "zwei"] })).toBeNull();
    expect(findTranslationMismatch(original, { ...original, kind: "choice" })?.field).toBe("kind");
    expect(findTranslationMismatch(original, { ...original, options: ["a", "b", "c"] })?.field).toBe("options");
    expect(findTranslationMismatch(original, { ...original, gold: 0 })).toEqual({
      field: "gold",
      message: "must be 1, as in the original",
    });
  });

  it("has the words of an error where its own story has them", () => {
    const broken = { kind: "consistency", options: [], gold: { consistent: false, spans: [[2, 4]] } };
    expect(findTranslationMismatch(broken, { ...broken, gold: { consistent: false, spans: [[7, 9]] } })).toBeNull();
    expect(findTranslationMismatch(broken, { ...broken, gold: { consistent: true, spans: [] } })?.field).toBe("gold");
  });

  it("needs no key where the original has none", () => {
    expect(findTranslationMismatch({ ...original, gold: undefined }, { ...original, gold: null })).toBeNull();
  });
});
