import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displays, getDisplayInstruction } from "../items/kinds/ikd/display.ts";
import { renderStory } from "../words/rendered-story.ts";
import { paragraphsOf } from "../words/sentences.ts";
import { parseWords } from "../words/words.ts";
import { anchorFromText } from "./anchors/locate.ts";
import { displayHighlights } from "./display-highlights.ts";

const story = parseWords("Ann hid the key.\n\n* * *\n\nBen came in. He lifted the pot, and took the key. Night fell.");
const anchors = [
  anchorFromText(story, "k", "knowledge", "Ann hid the key."),
  anchorFromText(story, "v", "event", "Ben came in. He lifted the pot, and took the key."),
  anchorFromText(story, "x", "error", "took the key"),
];

describe("the display conditions", () => {
  it("highlight what the paper's ablations highlight, and never the error", () => {
    const marks = displays.map((display) => displayHighlights(display, anchors).map((highlight) => highlight.mark));
    expect(marks).toEqual([[], ["event"], ["event", "knowledge"], ["event", "knowledge"], []]);
    expect(displayHighlights("event-knowledge", [{ ...anchors[0]!, damage: "cut" }])).toEqual([]);
  });

  it("add an instruction of their own to every condition but the plain one", () => {
    expect(displays.map((display) => getDisplayInstruction(display) === null)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(new Set(displays.map((display) => getDisplayInstruction(display))).size).toBe(5);
  });
});

describe("a rendered story", () => {
  it("gives paragraphs, numbered sentences and marked segments", () => {
    const [first, stars, last] = renderStory(story, displayHighlights("event-knowledge", anchors));
    expect(first?.sentences[0]?.segments).toEqual([{ text: "Ann hid the key.", marks: ["knowledge"] }]);
    expect(stars).toEqual({ lead: "* * *", sentences: [] });
    expect(
      last?.sentences.map((sentence) => [sentence.number, sentence.segments.map((segment) => segment.marks)]),
    ).toEqual([
      [1, [["event"]]],
      [2, [["event"]]],
      [3, [[]]],
    ]);
  });

  it("cuts a sentence where marks begin and end, and lets marks overlap", () => {
    const text = parseWords("one two three four.");
    const rendered = renderStory(text, [
      { range: [0, 3], mark: "event" },
      { range: [1, 4], mark: "knowledge" },
    ]);
    expect(rendered[0]?.sentences[0]?.segments).toEqual([
      { text: "one ", marks: ["event"] },
      { text: "two three", marks: ["event", "knowledge"] },
      { text: " four.", marks: ["knowledge"] },
    ]);
  });

  it("says every paragraph whole, whatever the text and the marks", () => {
    const parts = fc.constantFrom("Ann", "ran.", "“Go!”", "***", "\n\n", "he", "—", "sat", "  ");
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 30 }),
        fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })), { maxLength: 3 }),
        (words, ranges) => {
          const text = parseWords(words.join(" "));
          const count = text.words.length;
          const highlights = ranges.map(([a, b]) => ({
            range: [Math.min(a, b, count), Math.min(Math.max(a, b), count)] as [number, number],
            mark: "event",
          }));
          const said = renderStory(text, highlights).map(
            ({ lead, sentences }) =>
              lead +
              sentences
                .map((sentence) => sentence.segments.map((segment) => segment.text).join("") + sentence.gap)
                .join(""),
          );
          expect(said).toEqual(paragraphsOf(text.text).map(({ start, end }) => text.text.slice(start, end)));
        },
      ),
    );
  });
});
