import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDestination } from "./destination.ts";

describe("where somebody goes after signing in", () => {
  it("is the page they were on their way to", () => {
    expect(parseDestination("/research/studies/7?tab=live")).toBe("/research/studies/7?tab=live");
    expect(parseDestination("/annotate")).toBe("/annotate");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/..//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "research",
    "",
    "/sign-in?to=/sign-in",
    undefined,
    ["/research", "/annotate"],
  ])("is the workspace instead of %s", (value) => {
    expect(parseDestination(value)).toBe("/research");
  });

  it("is on this site whatever is asked for", () => {
    const base = "https://parallax.example.org";
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `/${text}`),
        ),
        (value) => {
          expect(new URL(parseDestination(value), base).origin).toBe(base);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
