import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toComparableId } from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";

const entry = (externalId: string, source: Entry["source"] = "pid"): Entry => ({
  source,
  externalId,
  parameters: {},
  toSign: "",
  signature: null,
});

describe("ids as they are compared", () => {
  const compared = (id: string, source?: Entry["source"]) => toComparableId(entry(id, source)).compared;

  it("are one for compatible forms and signs that nobody sees", () => {
    for (const other of ["ab\u200b1", "\u2066ab1\u2069", "ａｂ１", "ab\u00ad1", "\ufeffab1", " ab1 "])
      expect(compared(other), JSON.stringify(other)).toBe("ab1");
    expect(compared("é")).toBe(compared("e\u0301"));
  });

  it("differ in case unless the recruiter's ids have none, and fold to the same", () => {
    expect(compared("Ab1")).not.toBe(compared("ab1"));
    expect(toComparableId(entry("Ab1")).folded).toBe(toComparableId(entry("ab1")).folded);
    expect(compared("AB1", "prolific")).toBe(compared("ab1", "prolific"));
    expect(compared("AB1", "mturk")).toBe(compared("ab1", "mturk"));
  });

  it("are the same when compared again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (id) => {
        expect(compared(compared(id))).toBe(compared(id));
      }),
    );
  });
});
