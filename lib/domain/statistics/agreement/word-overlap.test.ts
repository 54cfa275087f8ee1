import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordTexts as wordsOf } from "../../words/words.ts";
import { wordOverlap, wordSpanOverlap } from "./word-overlap.ts";

const text = fc
  .array(fc.constantFrom("the", "dog", "saw", "a", "cat"), { maxLength: 12 })
  .map((words) => words.join(" "));

describe("the overlap of words", () => {
  it("is symmetric, between 0 and 1, and 1 for equal texts", () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom("set" as const, "multiset" as const), (a, b, mode) => {
        const { iou } = wordOverlap(a, b, mode);
        expect(wordOverlap(b, a, mode).iou).toBe(iou);
        expect(iou).toBeGreaterThanOrEqual(0);
        expect(iou).toBeLessThanOrEqual(1);
        expect(wordOverlap(a, a, mode).iou).toBe(1);
      }),
    );
  });

  it("of a quote that contains the gold equals the overlap by position, counted as a multiset", () => {
    fc.assert(
      fc.property(text, text, text, (before, gold, after) => {
        const quote = [before, gold, after].filter((part) => part !== "").join(" ");
        const [from, length, all] = [wordsOf(before).length, wordsOf(gold).length, wordsOf(quote).length];
        expect(wordOverlap(quote, gold).iou).toBe(wordSpanOverlap([[0, all]], [[from, from + length]]).iou);
      }),
    );
  });

  it("reads words as a reader does", () => {
    expect(wordsOf("She didn’t see the “well-known” Ｃaptain’s 2nd door—ever_again.")).toEqual([
      "she",
      "didn't",
      "see",
      "the",
      "well",
      "known",
      "captain's",
      "2nd",
      "door",
      "ever",
      "again",
    ]);
    expect(wordsOf("'quoted' rock 'n' roll")).toEqual(["quoted", "rock", "n", "roll"]);
    expect(wordsOf("donʼt")).toEqual(["don't"]);
    expect(wordsOf("— … !")).toEqual([]);
  });

  it("counts overlapping and touching spans once", () => {
    expect(
      wordSpanOverlap(
        [
          [0, 3],
          [3, 5],
          [1, 2],
        ],
        [[4, 6]],
      ),
    ).toEqual({ intersection: 1, union: 6, iou: 1 / 6 });
    expect(wordSpanOverlap([[2, 2]], [])).toEqual({ intersection: 0, union: 0, iou: 1 });
  });
});
