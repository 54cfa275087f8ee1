import { describe, expect, it } from "vitest";
import {
  analysisPlanHash,
  analysisPlanSchema,
  defaultAnalysisPlan,
  plannedRole,
  reviewAnalysisPlan,
} from "./analysis-plan.ts";

describe("an analysis plan", () => {
  it("is complete and without contradictions where nothing is stated", () => {
    const plan = defaultAnalysisPlan();
    expect(reviewAnalysisPlan(plan)).toEqual([]);
    expect(plan).toMatchObject({
      comparator: { kind: "majority", k: null },
      ties: "half",
      unparsed: "wrong",
      margin: null,
    });
    expect(analysisPlanSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });

  it("has a hash that does not depend on the order of its fields", () => {
    const plan = defaultAnalysisPlan();
    const turned = Object.fromEntries(Object.entries(plan).reverse());
    expect(analysisPlanHash(analysisPlanSchema.parse(turned))).toBe(analysisPlanHash(plan));
    expect(analysisPlanHash({ ...plan, ties: "exclude" })).not.toBe(analysisPlanHash(plan));
  });

  it("needs a margin for equivalence, a day for a date, and looks that spend no more than the family", () => {
    const plan = analysisPlanSchema.parse({
      family: { method: "holm", alpha: 0.05, tests: [{ kind: "equivalence" }, { kind: "levels" }] },
      stopping: {
        rule: "date",
        looks: [
          { share: 0.5, alpha: 0.04 },
          { share: 0.75, alpha: 0.02 },
        ],
      },
      comparator: { kind: "mean-person", k: 52 },
      outcome: { measure: "share-of-answer" },
    });
    expect(reviewAnalysisPlan(plan).map(({ field }) => field)).toEqual([
      "margin",
      "stopping.date",
      "stopping.looks",
      "outcome.answer",
      "comparator.k",
      "family.tests.1.of",
    ]);
  });

  it("makes confirmatory what its family names, and nothing else", () => {
    const plan = analysisPlanSchema.parse({
      family: { method: "holm", alpha: 0.05, tests: [{ kind: "levels", of: "order" }, { kind: "word-orders" }] },
    });
    expect(plannedRole(plan, "levels", "order")).toBe("primary");
    expect(plannedRole(plan, "levels", "level")).toBeNull();
    expect(plannedRole(plan, "word-orders", "questionOrder")).toBe("primary");
    expect(plannedRole(plan, "model-against-people")).toBeNull();
  });

  it("refuses unknown fields and levels that are none", () => {
    expect(analysisPlanSchema.safeParse({ colour: "red" }).success).toBe(false);
    expect(analysisPlanSchema.safeParse({ margin: 0 }).success).toBe(false);
  });
});
