import { describe, expect, it } from "vitest";
import { defaultResultsQuery } from "../model/results-query.ts";
import { storedPlan } from "../plan/plan-record.ts";
import { planRules } from "../plan/planned-comparisons.ts";
import { describeCountedAnswers } from "./describe-counted-answers.ts";

describe("the line of who is counted", () => {
  it("names every switch, models' answers to other texts among them, which the plan may count", () => {
    const choice = { stage: "main", openStratum: true, surplus: false, excluded: false };
    const lineOf = (mismatched: boolean) => {
      const plan = storedPlan({ document: { exclusions: { mismatched } }, registration: "" }, null);
      return describeCountedAnswers({ ...choice, ...planRules(defaultResultsQuery, plan) });
    };
    expect(lineOf(false)).toBe(
      "Counted: complete sessions of stage main, people outside quotas in, surplus answers out, excluded answers out, models’ answers to other texts out.",
    );
    expect(lineOf(true)).toContain("models’ answers to other texts in.");
    const standings = { openStratum: 3, surplus: 2, excluded: 1 };
    expect(describeCountedAnswers({ ...choice, withMismatches: false }, standings)).toContain(
      "surplus answers out (2)",
    );
  });
});
