import fc from "fast-check";
import { expect, it } from "vitest";
import { wrapText } from "./wrap-text.ts";

it("breaks a text at spaces, keeps all of it, and makes no line too long", () => {
  expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapText("unbreakable", 4)).toEqual(["unbr", "eaka", "ble"]);
  expect(wrapText("", 4)).toEqual([""]);
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (text, most) => {
      const lines = wrapText(text, most);
      expect(lines.every((line) => line.length <= most)).toBe(true);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(/\s+/g, ""));
    }),
  );
});
