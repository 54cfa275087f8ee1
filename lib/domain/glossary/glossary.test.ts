import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatGlossary } from "./format-glossary.ts";
import { glossary } from "./terms.ts";

describe("the glossary", () => {
  it("is the same in the documents as in the application (npm run glossary writes it)", () => {
    expect(readFileSync("docs/glossary.md", "utf8")).toBe(formatGlossary(glossary));
  });

  it("explains every term once, in a sentence that a table can hold", () => {
    const terms = glossary.flatMap((group) => group.terms);
    expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
    for (const { term, meaning } of terms) expect(`${term} ${meaning}`).toMatch(/^[^|\n]+\.$/);
  });

  it("gives every group an address of its own", () => {
    expect(new Set(glossary.map(({ key }) => key)).size).toBe(glossary.length);
  });
});
