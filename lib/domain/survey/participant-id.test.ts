import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultIdPattern } from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";
import { findIdPatternProblem, isParticipantId } from "./participant-id.ts";

const accepts = (source: Entry["source"], externalId: string, pattern = defaultIdPattern) =>
  isParticipantId({ source, externalId }, pattern);

describe("a participant ID", () => {
  it("of Prolific is 24 hexadecimal digits, and of MTurk a worker ID, whatever the study's pattern says", () => {
    expect(accepts("prolific", "5f3c1a2b4d5e6f7a8b9c0d1e")).toBe(true);
    for (const id of ["", "p1", "5f3c1a2b4d5e6f7a8b9c0d1", "5f3c1a2b4d5e6f7a8b9c0d1e0", "5f3c1a2b4d5e6f7a8b9c0d1g"])
      expect(accepts("prolific", id, ".*"), id).toBe(false);
    expect(accepts("prolific", "５f3c1a2b4d5e6f7a8b9c0d1e")).toBe(false);
    expect(accepts("mturk", "A1B2C3D4E5F6G7")).toBe(true);
    for (const id of ["a1b2c3", "B1B2C3", "A", "A1B2-C3", `A${"1".repeat(64)}`])
      expect(accepts("mturk", id, ".*"), id).toBe(false);
  });

  it("of a list or panel matches the pattern as a whole", () => {
    for (const source of ["pid", "panel"] as const) {
      for (const id of ["p1", "a.b_c~d-e", "x".repeat(64)]) expect(accepts(source, id), id).toBe(true);
      for (const id of ["", "a b", "a/b", "é", "p1\n", "x".repeat(65)]) expect(accepts(source, id), id).toBe(false);
    }
    expect(accepts("pid", "Zoé 7", "[\\p{L}0-9 ]{1,20}")).toBe(true);
    expect(accepts("pid", "Zoe\u0301 7", "[\\p{L}0-9 ]{1,20}")).toBe(true);
  });

  it("has no character that nobody sees, even where the pattern allows any", () => {
    const hidden =
      "\u3164 \u2800 \u034f \ufe0f \u115f \u1160 \uffa0 \u200b \u2060 \u00ad \ufeff \u180e \u2028 \u00a0 \u3000 \u0085 \u0007 \ue000 \u{e0041} \u{16fe4} \u{13441} \u{13442} \u{1d159}";
    for (const character of hidden.split(" "))
      expect(accepts("pid", `a${character}b`, "(?s).+"), character.codePointAt(0)?.toString(16)).toBe(false);
    expect(accepts("pid", "a b", ".+")).toBe(true);
  });

  it("of the default pattern is plain ASCII", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (id) => {
        expect(accepts("pid", id)).toBe(/^[A-Za-z0-9._~-]{1,64}$/.test(id) && !id.includes("\n"));
      }),
    );
  });
});

describe("a pattern of participant IDs", () => {
  it("is one that the server can match in bounded time, and matches no empty ID", () => {
    for (const pattern of [defaultIdPattern, "[0-9]{6}", "\\S{1,200}", "(wave1|wave2)-[0-9]+"])
      expect(findIdPatternProblem(pattern), pattern).toBeNull();
    expect(findIdPatternProblem("[a-z")).toContain("not a regular expression");
    expect(findIdPatternProblem("(?=a)b")).toContain("not a regular expression");
    expect(findIdPatternProblem("(a)\\1")).toContain("not a regular expression");
    expect(findIdPatternProblem("(([a-z]{0,100}){0,10})+")).toContain("too complex");
    expect(findIdPatternProblem("[a-z]*")).toContain("empty");
    expect(findIdPatternProblem("")).toContain("empty");
    expect(findIdPatternProblem("a".repeat(201))).toContain("longer");
    expect(accepts("pid", `${"a".repeat(199)}!`, "(a+)+")).toBe(false);
  });
});
