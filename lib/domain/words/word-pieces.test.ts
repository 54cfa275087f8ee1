import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitStoryIntoPieces } from "./word-pieces.ts";
import { parseWords } from "./words.ts";

describe("a story cut into words", () => {
  it("gives each word its position and leaves the rest between them", () => {
    const [first, second] = splitStoryIntoPieces(parseWords("“Go,” said Ann. She’s off.\n\nNight fell."), [
      { range: [1, 3], mark: "event" },
    ]);
    expect(
      first?.sentences.map((sentence) => sentence.pieces.filter(({ word }) => word !== null).map(({ text }) => text)),
    ).toEqual([
      ["Go", "said", "Ann"],
      ["She’s", "off"],
    ]);
    expect(second?.sentences[0]?.pieces[0]).toEqual({ text: "Night", word: 5, marks: [] });
    expect(
      first?.sentences[0]?.pieces
        .filter(({ marks }) => marks.length > 0)
        .map(({ text }) => text)
        .join(""),
    ).toBe("said Ann.");
  });

  it("loses and doubles nothing, whatever the text and the marks", () => {
    const text = fc
      .array(fc.constantFrom("Ann ", "ran", ". ", "\n\n", "‘", "”", "故事", "。", "don't ", "١٢ ", "é", " - ", "!"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(8), fc.nat(8), (written, from, length) => {
        const story = parseWords(written);
        const marked =
          from + length <= story.words.length
            ? [{ range: [from, from + length] as [number, number], mark: "event" }]
            : [];
        const paragraphs = splitStoryIntoPieces(story, marked);
        const shown = paragraphs.map(
          ({ lead, sentences }) =>
            lead + sentences.map(({ pieces, gap }) => pieces.map((piece) => piece.text).join("") + gap).join(""),
        );
        expect(shown.join("").replace(/\s/g, "")).toBe(written.replace(/\s/g, ""));
        const positions = paragraphs
          .flatMap(({ sentences }) => sentences.flatMap(({ pieces }) => pieces))
          .flatMap(({ word }) => (word === null ? [] : [word]));
        expect(positions).toEqual(story.words.map((_, index) => index));
      }),
    );
  });
});
