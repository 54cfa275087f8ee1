import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textLength } from "./text-length.ts";

describe("the length of a text", () => {
  it("counts what a person sees as one character", () => {
    expect(textLength("")).toBe(0);
    expect(textLength("abc\n")).toBe(4);
    expect(textLength("e\u0301")).toBe(1);
    expect(textLength("👩‍👩‍👧‍👦🇩🇪")).toBe(2);
    expect(textLength("故事")).toBe(2);
    expect(textLength("قِصَّة")).toBe(3);
  });

  it("is the same by the short way and by the long one", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\n -~]*$/), (text) => {
        expect(textLength(text)).toBe(textLength(`${text}é`) - 1);
      }),
    );
  });
});
