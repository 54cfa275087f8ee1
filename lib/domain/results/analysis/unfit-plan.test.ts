import { describe, expect, it } from "vitest";
import type { StudyResults } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanSchema } from "../plan/analysis-plan.ts";
import { findAnalysisPlanProblem } from "./unfit-plan.ts";

const options = ["true", "false"].map((value) => ({ value, label: value === "true" ? "True" : "False" }));
const item = {
  id: "i",
  name: "i",
  kind: "true-false",
  storyId: "s",
  options,
  rightAnswers: ["true"],
  attributes: { level: "1" },
};
const results = {
  conditions: [],
  items: [item],
  counts: [{ itemId: "i", conditionId: "c", answerKey: "true", count: 3 }],
  series: [{ id: "m", model: "M", source: "", rest: {} }],
  answers: [],
} as unknown as StudyResults;
const planOf = (part: object): AnalysisPlan => analysisPlanSchema.parse(part);
const withTest = (test: object) => ({ family: { method: "holm", alpha: 0.05, tests: [test] } });

describe("a plan that is handed in for a study", () => {
  it.each([
    ["says nothing special", {}],
    ["names the model that answered", { models: ["M"] }],
    ["asks for an answer by its word", { outcome: { measure: "share-of-answer", answer: "True" } }],
    ["compares levels that items have", withTest({ kind: "levels", of: "level" })],
    ["asks for the majority of as many as answered", { comparator: { kind: "majority", k: 3 } }],
  ])("fits where it %s", (_, part) => {
    expect(findAnalysisPlanProblem(results, planOf(part), false)).toBeNull();
  });

  it.each([
    [
      "localisation",
      { outcome: { measure: "localisation" } },
      /outcome\.measure "localisation" needs a study about errors/,
    ],
    [
      "an answer that no item has",
      { outcome: { measure: "share-of-answer", answer: "yes" } },
      /outcome\.answer "yes" is not an answer of an item here; the answers are "true", "false"\.$/,
    ],
    ["another study's model", { models: ["M", "N"] }, /models "N" have no answers in this study: use "M"/],
    [
      "another study's levels",
      withTest({ kind: "levels", of: "depth" }),
      /family\.tests\.0\.of "depth" .* are "level"\.$/,
    ],
    [
      "a crowd that is too large",
      { comparator: { kind: "majority", k: 9 } },
      /comparator\.k is 9, .* more than 3 people\.$/,
    ],
  ])("is refused in one sentence for %s", (_, part, sentence) => {
    const said = findAnalysisPlanProblem(results, planOf(part), false);
    expect(said).toMatch(sentence);
    expect(said).toMatch(/^The plan's [^\n]+\.$/);
  });

  it("may name what is still to come where the study keeps it", () => {
    expect(findAnalysisPlanProblem(results, planOf({ models: ["N"] }), true)).toBeNull();
    expect(findAnalysisPlanProblem(results, planOf({ outcome: { measure: "localisation" } }), true)).not.toBeNull();
  });
});
