import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldParagraphs } from "./folded-paragraphs.ts";

const nothing = () => false;
const shown = (text: string, options: Parameters<typeof foldParagraphs>[1]) =>
  foldParagraphs(text, options).map(({ start, end, isFolded, paragraphs }) =>
    isFolded ? `[${paragraphs}]` : text.slice(start, end).trim(),
  );

describe("unchanged text between changes", () => {
  it("keeps the paragraphs that touch a change and folds those between", () => {
    const text = " end of one.\n\nTwo.\n\nThree.\n\nFour begins";
    expect(shown(text, { isFirst: false, isLast: false, isKept: nothing })).toEqual([
      "end of one.",
      "[2]",
      "Four begins",
    ]);
  });

  it("folds up to the first change and after the last", () => {
    expect(shown("One.\n\nTwo.\n\nThree", { isFirst: true, isLast: false, isKept: nothing })).toEqual(["[2]", "Three"]);
    expect(shown("One.\n\nTwo.\n\nThree", { isFirst: false, isLast: true, isKept: nothing })).toEqual(["One.", "[2]"]);
  });

  it("keeps a paragraph that holds a mark", () => {
    const isKept = (start: number, end: number) => start <= 6 && end > 6;
    expect(shown("One.\n\nTwo.\n\nThree.\n\nFour", { isFirst: true, isLast: false, isKept })).toEqual([
      "[1]",
      "Two.",
      "[1]",
      "Four",
    ]);
  });

  it("loses nothing of any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r") }),
        fc.boolean(),
        fc.boolean(),
        (text, isFirst, isLast) => {
          const parts = foldParagraphs(text, { isFirst, isLast, isKept: nothing });
          expect(parts.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        },
      ),
    );
  });
});
