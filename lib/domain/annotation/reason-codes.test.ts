import { describe, expect, it } from "vitest";
import { listReasonCodes, reasonLabel } from "./reason-codes.ts";

describe("reason codes", () => {
  it.each(["original", "error", "knp"] as const)("are distinct for an item of kind %s, each in words", (kind) => {
    const codes = listReasonCodes(kind).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(reasonLabel(code)).not.toBe(code);
    expect(codes).toContain("other");
  });

  it("name the fault, and keep a code that nobody knows any more", () => {
    expect(reasonLabel("cannot-know")).toBe("The character could know it.");
    expect(reasonLabel("from-another-version")).toBe("from-another-version");
  });
});
