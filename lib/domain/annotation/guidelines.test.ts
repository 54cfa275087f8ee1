import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GuidelineBlock, parseGuidelineBlocks } from "./guidelines.ts";

const shown = (block: GuidelineBlock) =>
  block.is === "list"
    ? `${block.isNumbered ? "1" : "-"} ${block.items.map((runs) => runs.map(({ text }) => text).join("")).join(" | ")}`
    : `${block.is} ${block.runs.map(({ text, look }) => (look === "plain" ? text : `<${look} ${text}>`)).join("")}`;

describe("guidelines as blocks", () => {
  it("has headings, lists, examples and paragraphs, with strong and emphasised words", () => {
    const body = "# Rules\n\nRead **all**\nof it.\n- one\n  goes on\n- two\n\n1. first\n2) second\n> An *example*.";
    expect(parseGuidelineBlocks(body).map(shown)).toEqual([
      "heading Rules",
      "paragraph Read <strong all> of it.",
      "- one goes on | two",
      "1 first | second",
      "quote An <emphasis example>.",
    ]);
  });

  it("loses no word of any text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "\n", " ", "<i>", "c.")), (parts) => {
        const body = parts.join("");
        const words = parseGuidelineBlocks(body).flatMap((block) =>
          (block.is === "list" ? block.items.flat() : block.runs).map(({ text }) => text),
        );
        expect(words.join("").replace(/\s/gu, "")).toBe(body.replace(/\s/gu, ""));
      }),
    );
  });
});
