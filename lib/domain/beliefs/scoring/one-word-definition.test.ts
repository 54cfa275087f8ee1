import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordOverlap } from "../../statistics/agreement/word-overlap.ts";
import { anyCharacter } from "../../words/testing/any-character.ts";
import { wordsOf, wordTexts } from "../../words/words.ts";
import { classifyAnswer } from "./classify.ts";

const awkward = "O\u2018Brien drank \u00bd a pint";

describe("a word is the same for scores, places and answers", () => {
  it("in a name with a turned comma and beside a fraction", () => {
    expect(wordTexts(awkward)).toEqual(["o'brien", "drank", "1", "2", "a", "pint"]);
    expect(wordsOf(awkward).map(({ start, end }) => awkward.slice(start, end))).toEqual([
      "O\u2018Brien",
      "drank",
      "\u00bd",
      "\u00bd",
      "a",
      "pint",
    ]);
    expect(wordOverlap(awkward, "O'Brien drank 1/2 a pint").iou).toBe(1);
    expect(classifyAnswer("\u2018Yes\u2019, O\u2018Brien did.", "prior_yes", "first-word")).toBe("memory");
  });

  it("whatever the text: the overlap counts as many words as there are places", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        fc.constantFrom("", " ", "\u2019", "\u0130"),
        (text, glue) => {
          const whole = `${text}${glue}${text}`;
          expect(wordOverlap(whole, whole).nPred).toBe(wordsOf(whole).length);
        },
      ),
    );
  });
});
