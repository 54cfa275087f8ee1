import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffCharacters } from "./diff-characters.ts";

const textOf = (pieces: ReturnType<typeof diffCharacters>, side: "people" | "models") =>
  pieces.flatMap((piece) => (piece.in === "both" || piece.in === side ? [piece.text] : [])).join("");

describe("the difference between what people read and what a model was shown", () => {
  it("shows the one character that differs", () => {
    expect(diffCharacters("He saw it.", "He sow it.")).toEqual([
      { text: "He s", in: "both" },
      { text: "a", in: "people" },
      { text: "o", in: "models" },
      { text: "w it.", in: "both" },
    ]);
  });

  it("goes word by word where much differs", () => {
    const people = "Read the story twice in your head, then answer the question below about it as well as you can.";
    const models = "Below is a short story. Please answer whether the statement that follows is true or false.";
    const whole = diffCharacters(people, models).filter((piece) => piece.in !== "both");
    for (const { text } of whole)
      for (const word of text.match(/\p{L}+/gu) ?? []) expect(`${people} ${models}`.match(/\p{L}+/gu)).toContain(word);
  });

  it("leaves out nothing of either text, however long", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (people, models) => {
        const pieces = diffCharacters(people, models);
        expect([textOf(pieces, "people"), textOf(pieces, "models")]).toEqual([people, models]);
      }),
    );
    const [long, other] = ["word ".repeat(4_000), "sword and fish ".repeat(4_000)];
    expect(textOf(diffCharacters(long, other), "models")).toBe(other);
  });
});
