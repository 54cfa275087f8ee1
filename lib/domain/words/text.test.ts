import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, editBetween, invertEdit } from "./edit.ts";
import { paragraphsOf, sentencesOf } from "./sentences.ts";
import { straightenText, straightenWithOffsets } from "./straighten.ts";
import { anyCharacter } from "./testing/any-character.ts";
import { parseWords, shownRange, textOfWords, wordRangeOf, wordsOf } from "./words.ts";

const prose = fc
  .array(
    fc.constantFrom("Ann", "ran", "the key", "don’t", "“Go,”", "she", ".", "!", "\n\n", "…", "½", "naïve", "—", " "),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(" "));
const anyText = fc.oneof(
  prose,
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** The definition in one line, without positions: compatibility form, lower case, straight apostrophes, runs. */
function countedWords(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u201b\u02bc]/gu, "'");
  return plain.match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? [];
}

describe("words", () => {
  it("counts the words of a sentence as word-level IoU does", () => {
    expect(wordsOf("He didn’t know—the half-open “code”…").map((word) => word.text)).toEqual([
      "he",
      "didn't",
      "know",
      "the",
      "half",
      "open",
      "code",
    ]);
  });

  it("gives every word its place in the text as it was given, also where the compatibility form is longer or shorter", () => {
    const text = "Wait… a ﬁne cafe\u0301 at last";
    expect(wordsOf(text).map((word) => text.slice(word.start, word.end))).toEqual([
      "Wait",
      "a",
      "ﬁne",
      "cafe\u0301",
      "at",
      "last",
    ]);
    expect(wordsOf(text).map((word) => word.text)).toEqual(["wait", "a", "fine", "café", "at", "last"]);
  });

  it("are those of the definition that the localisation score counts by", () => {
    for (const text of ["İstanbul’s ΟΔΟΣ", "\u1100\u1161 \u3131\u314f가", "ｶﾞｷ", "e\u0301\u0323x"]) {
      expect(wordsOf(text).map((word) => word.text)).toEqual(countedWords(text));
    }
    fc.assert(
      fc.property(anyText, (text) => {
        expect(wordsOf(text).map((word) => word.text)).toEqual(countedWords(text));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps words in order and inside the text, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const word of wordsOf(text)) {
          expect(word.start).toBeGreaterThanOrEqual(Math.min(last, word.start));
          expect(word.end).toBeGreaterThan(word.start);
          expect(word.end).toBeLessThanOrEqual(text.length);
          last = word.start;
        }
      }),
    );
  });

  it("finds the words that a range of characters touches", () => {
    const story = parseWords("One two three");
    expect(wordRangeOf(story.words, 2, 5)).toEqual({ start: 0, end: 2 });
    expect(wordRangeOf(story.words, 3, 4)).toEqual({ start: 1, end: 1 });
    expect(wordRangeOf(story.words, 13, 13)).toEqual({ start: 3, end: 3 });
  });

  it("shows a marked sentence with its quotation marks and full stop, and not those of its neighbours", () => {
    const story = parseWords("He ate. “Good, then,” said Tomas. “What?” He left.");
    expect(textOfWords(story, { start: 2, end: 4 })).toBe("“Good, then,”");
    expect(textOfWords(story, { start: 2, end: 6 })).toBe("“Good, then,” said Tomas.");
    expect(shownRange(story, { start: 6, end: 6 })).toEqual({ start: 35, end: 35 });
  });
});

describe("straightening", () => {
  it("makes texts that differ in typography alone equal", () => {
    expect(straightenText(" “It’s —  so…”\n")).toBe(straightenText('"It\'s - so..."'));
    expect(straightenText("a\u200bb\u00a0c")).toBe("ab c");
  });

  it("keeps case and punctuation", () => {
    expect(straightenText("She went.")).not.toBe(straightenText("she went"));
  });

  it("knows the source of every character, in order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: result, offsets } = straightenWithOffsets(text);
        if (offsets === null) {
          expect(result).toBe(text);
          return;
        }
        expect(offsets.length).toBe(result.length + 1);
        for (let at = 1; at < offsets.length; at += 1)
          expect(offsets[at]).toBeGreaterThanOrEqual(offsets[at - 1] as number);
        expect(straightenText(result)).toBe(result);
      }),
    );
  });
});

describe("sentences", () => {
  const split = (text: string) =>
    sentencesOf(parseWords(text)).map((sentence) => text.slice(sentence.start, sentence.end));

  it("end at closing punctuation before a capital", () => {
    expect(split("She ran. He sat! “Why?” “Because,” he said. 3 o'clock came.")).toEqual([
      "She ran.",
      "He sat!",
      "“Why?”",
      "“Because,” he said.",
      "3 o'clock came.",
    ]);
  });

  it("do not end at titles, initials, pauses or a question inside a report", () => {
    expect(
      split("Mr. Hall met J. Doe at noon. “Is it?” he asked. “No!” Mary Ann cried. Well… maybe. Dr. No left."),
    ).toEqual([
      "Mr. Hall met J. Doe at noon.",
      "“Is it?” he asked.",
      "“No!” Mary Ann cried.",
      "Well… maybe.",
      "Dr. No left.",
    ]);
  });

  it("end with their paragraph, with or without a full stop", () => {
    const text = "A title\n\nThe story begins\nhere. And ends.\n\n***\n\nReally";
    expect(split(text)).toEqual(["A title", "The story begins\nhere.", "And ends.", "Really"]);
    expect(sentencesOf(parseWords(text)).map((sentence) => sentence.paragraph)).toEqual([0, 1, 1, 3]);
  });

  it("hold every word exactly once, in order, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const story = parseWords(text);
        const sentences = sentencesOf(story);
        let next = 0;
        for (const sentence of sentences) {
          expect(sentence.from).toBe(next);
          expect(sentence.to).toBeGreaterThan(sentence.from);
          expect(story.words[sentence.from]?.start).toBeGreaterThanOrEqual(sentence.start);
          expect(story.words[sentence.to - 1]?.end).toBeLessThanOrEqual(sentence.end);
          next = sentence.to;
        }
        expect(next).toBe(story.words.length);
      }),
    );
  });
});

describe("edits", () => {
  it("are found between two texts, and undone", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const edit = editBetween(before, after);
        if (edit === null) {
          expect(before).toBe(after);
          return;
        }
        expect(applyEdit(before, edit)).toBe(after);
        expect(applyEdit(after, invertEdit(before, edit))).toBe(before);
      }),
    );
  });

  it("are placed where the cursor says they were typed", () => {
    expect(editBetween("aa", "aaa", 1)).toEqual({ start: 0, end: 0, text: "a" });
    expect(editBetween("aa", "aaa", 3)).toEqual({ start: 2, end: 2, text: "a" });
    expect(editBetween("aaa", "aa", 1)).toEqual({ start: 1, end: 2, text: "" });
  });

  it("never split a character in two", () => {
    const edit = editBetween("a😀b", "a😁b");
    expect(edit).toEqual({ start: 1, end: 3, text: "😁" });
  });

  it("refuse a range outside the text", () => {
    expect(() => applyEdit("abc", { start: 2, end: 5, text: "" })).toThrow(RangeError);
  });
});

describe("paragraphs", () => {
  it("are parted by blank lines, whatever white space stands around them", () => {
    const paragraphs = (text: string) => paragraphsOf(text).map(({ start, end }) => text.slice(start, end));
    expect(paragraphs("One.\nStill one. \n \t\n\n  Two.\u2028Still two.\n\n")).toEqual([
      "One.\nStill one.",
      "Two.\u2028Still two.",
    ]);
  });

  it("are found in a text of a hundred thousand spaces", () => {
    const text = `One.${" ".repeat(100_000)}Still one.\n\nTwo.`;
    expect(paragraphsOf(text)).toHaveLength(2);
  });
});
