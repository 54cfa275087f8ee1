import { describe, expect, it } from "vitest";
import { suggestForItem } from "./suggest-item.ts";

const rest = (low: number | null, high: number | null) => ({ value: null, low, high, n: 30, reason: null });

describe("the suggestion for an item of a pilot", () => {
  it.each([
    ["wait", { n: 9, correct: 0, isPoor: true }, rest(-0.9, -0.1), "9 scored answers"],
    ["check-key", { n: 30, correct: 5, isPoor: true }, rest(-0.7, -0.1), "the key may be wrong"],
    ["reword", { n: 30, correct: 5, isPoor: true }, rest(-0.3, 0.4), "no clear correlation with"],
    ["reword", { n: 30, correct: 5, isPoor: true }, rest(0.1, 0.7), "also do better on this one"],
    ["reword", { n: 30, correct: 0, isPoor: true }, rest(null, null), "below that of all items"],
    ["leave-out", { n: 30, correct: 30, isPoor: false }, rest(null, null), "All 30 answers are right"],
    ["keep", { n: 30, correct: 25, isPoor: false }, rest(-0.1, 0.5), "no problem"],
  ] as const)("is %s", (advice, item, correlation, reason) => {
    expect(suggestForItem(item, correlation)).toMatchObject({ advice, reason: expect.stringContaining(reason) });
  });
});
