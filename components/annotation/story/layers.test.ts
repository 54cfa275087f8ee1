import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "@/lib/domain/words/edit.ts";
import { type Layer, moveLayers, splitByLayers } from "./layers.ts";

const layer = (start: number, end: number, kind: Layer["kind"] = "event"): Layer => ({ id: kind, kind, start, end });

describe("layers over a text", () => {
  it("cut it where one begins or ends, and name all that lie over a piece", () => {
    const pieces = splitByLayers("one two three", [layer(0, 7), layer(4, 7, "error")]);
    expect(pieces.map(({ text, layers }) => [text, layers.map(({ kind }) => kind)])).toEqual([
      ["one ", ["event"]],
      ["two", ["event", "error"]],
      [" three", []],
    ]);
  });

  it("show a mark without words at its place", () => {
    const pieces = splitByLayers("one two", [layer(4, 4, "broken")]);
    expect(pieces.map(({ text }) => text)).toEqual(["one ", "", "two"]);
  });

  it("always make up the text, whatever the ranges", () => {
    const ranges = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 })), { maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), ranges, (text, pairs) => {
        const layers = pairs.map(([one, other]) => layer(Math.min(one, other), Math.max(one, other)));
        const pieces = splitByLayers(text, layers);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      }),
    );
  });

  it("keep covering the same words when the text changes elsewhere", () => {
    const text = "He had no idea, and he left.";
    const hint = layer(3, 14, "hint");
    const before = { start: 0, end: 2, text: "The boy" };
    const [moved] = moveLayers([hint], before);
    expect(applyEdit(text, before).slice(moved?.start, moved?.end)).toBe("had no idea");
    expect(moveLayers([hint], { start: 5, end: 6, text: "x" })).toEqual([]);
    expect(moveLayers([hint], { start: 20, end: 28, text: "" })).toEqual([hint]);
  });
});
