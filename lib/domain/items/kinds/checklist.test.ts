import { describe, expect, it } from "vitest";
import { genreLabels, genres, parseGenre } from "../../stories/genres.ts";
import { findHints } from "../../stories/hints/find-hints.ts";
import { knowledgeTypeEntries, knowledgeTypes } from "../../stories/knowledge-types.ts";
import { parseWords } from "../../words/words.ts";
import { storyKinds, validityRules } from "./story-kinds.ts";

describe("the checklist", () => {
  it("has rules for every kind, each identified by its id and shown by an example either way", () => {
    expect(new Set(validityRules.map((rule) => rule.id)).size).toBe(validityRules.length);
    for (const rule of validityRules) {
      for (const text of [rule.rule, rule.fault, rule.why, rule.keeps, rule.breaks]) expect(text).toMatch(/[.?”]$/u);
    }
    expect(storyKinds.original.rules.map((rule) => rule.id)).toEqual(["original-consistent"]);
    expect(storyKinds.error.rules.map((rule) => rule.id)).toContain("no-hint");
    expect(storyKinds.knp.rules.map((rule) => rule.id)).toContain("distractor-needs-knowledge");
  });

  it("is measured as it says: the linter finds the hint in the bad example and nothing in the good one", () => {
    const rule = validityRules.find(({ id }) => id === "no-hint");
    const hints = (text: string) => findHints(parseWords(text), { character: "Mara", previous: null });
    expect(hints(rule?.breaks ?? "").length).toBe(1);
    expect(hints(rule?.keeps ?? "")).toEqual([]);
  });
});

describe("genres and knowledge types", () => {
  it("are the five and the four of the paper, whatever the spelling", () => {
    expect(genres.length).toBe(5);
    expect(Object.keys(genreLabels)).toEqual([...genres]);
    expect(["Science Fiction", "sci-fi", "KIDS", "horror"].map(parseGenre)).toEqual([
      "science-fiction",
      "science-fiction",
      "kids",
      null,
    ]);
    expect(knowledgeTypeEntries.map((entry) => entry.type)).toEqual([...knowledgeTypes]);
  });
});
