import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markStory, type StoryMarking } from "./story-marks.ts";

const text = "Mira hid the ticket. Jon took it from the drawer.";
const person = (start: number, end: number): StoryMarking => ({ side: "people", label: "", spans: [[start, end]] });
const model = (label: string, start: number, end: number): StoryMarking => ({
  side: "models",
  label,
  spans: [[start, end]],
});

describe("a story with what was quoted", () => {
  it("says of each piece how many people and which models marked it, and what the key names", () => {
    const pieces = markStory(
      text,
      [person(4, 10), person(5, 7), model("B", 4, 10), model("A", 5, 7), model("A", 5, 6)],
      [[4, 10]],
    );
    expect(
      pieces.filter(({ people }) => people > 0).map(({ people, models, isKey }) => ({ people, models, isKey })),
    ).toEqual(
      expect.arrayContaining([
        { people: 1, models: ["B"], isKey: true },
        { people: 2, models: ["A", "B"], isKey: true },
      ]),
    );
    expect(pieces[0]).toMatchObject({ people: 0, models: [], isKey: false });
    expect(pieces[0]!.text).toContain("Mira hid the ticket");
  });

  it("loses no letter, whatever is marked", () => {
    const span = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 5 }), (spans) => {
        const pieces = markStory(
          text,
          spans.map(([start, end]) => person(start, end)),
          [],
        );
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      }),
    );
  });
});
