import { describe, expect, it } from "vitest";
import { adjustPValues } from "../statistics/adjust-p-values.ts";
import { type AnalysisPlan, analysisPlanSchema, type PlannedTestKind } from "./analysis-plan.ts";
import { confirmatoryFamily, confirmatoryTable } from "./confirmatory-family.ts";
import { noUnmatched, type StudyResults } from "./study-results.ts";

const options = [
  { value: "true", label: "True" },
  { value: "false", label: "False" },
];

/** Eight stories of three orders under two word orders; ten people a cell, two models. */
function made(): StudyResults {
  const items = Array.from({ length: 24 }, (_, index) => ({
    id: `i${index}`,
    name: `i${index}`,
    version: 1,
    kind: "true-false",
    storyId: `s${index % 8}`,
    storyTitle: "",
    text: "",
    attributes: { type: "tom", order: 2 + Math.floor(index / 8) },
    options,
    rightAnswers: ["true"],
    keyVersion: 1,
  }));
  const conditions = ["true-false", "false-true"].map((questionOrder) => ({
    id: questionOrder,
    levels: { questionOrder },
    label: questionOrder,
  }));
  const places = items.flatMap(({ id: itemId }) => conditions.map(({ id: conditionId }) => ({ itemId, conditionId })));
  return {
    conditions,
    items,
    counts: places.flatMap((place, index) => [
      { ...place, answerKey: "true", count: 6 + (index % 4) },
      { ...place, answerKey: "false", count: 4 - (index % 4) },
    ]),
    series: ["one", "other"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: ["one", "other"].flatMap((seriesId, model) =>
      places.map((place, index) => {
        const answerKey = (index + model) % (3 + model) === 0 ? "false" : "true";
        return {
          ...place,
          seriesId,
          answerKey,
          repeats: 1,
          given: [{ answerKey, count: 1 }],
          unparsed: 0,
          parity: "verified" as const,
        };
      }),
    ),
    unmatched: noUnmatched,
  };
}

const planOf = (tests: { kind: PlannedTestKind; of?: string }[], changes: object = {}): AnalysisPlan =>
  analysisPlanSchema.parse({ family: { method: "holm", alpha: 0.05, tests }, ...changes });
const results = made();

describe("the family of an analysis plan", () => {
  it("holds the tests of every kind that the plan names, corrected over all of them", () => {
    const plan = planOf(
      [
        { kind: "model-against-people" },
        { kind: "model-against-model" },
        { kind: "model-against-chance" },
        { kind: "equivalence" },
        { kind: "non-inferiority" },
        { kind: "levels" },
        { kind: "word-orders" },
      ],
      { margin: 0.1 },
    );
    const family = confirmatoryFamily(results, plan, null);
    const count = (kind: PlannedTestKind) => family.filter((one) => one.kind === kind).length;
    expect([count("model-against-people"), count("model-against-model"), count("model-against-chance")]).toEqual([
      2, 1, 2,
    ]);
    expect([count("equivalence"), count("non-inferiority")]).toEqual([2, 2]);
    // Two steps between three orders, and one pair of word orders, for the majority, the mean person and two models.
    expect([count("levels"), count("word-orders")]).toEqual([8, 4]);
    expect(family.map(({ adjusted }) => adjusted)).toEqual(
      adjustPValues(
        family.map(({ p }) => p),
        "holm",
      ),
    );
    for (const { p, reason } of family) expect(p === null).toBe(reason !== null);
    expect(confirmatoryTable(family, plan).rows).toHaveLength(family.length);
  });

  it("says so where a test needs analyses that are not computed, and tests nothing where the plan names nothing", () => {
    const [group] = confirmatoryFamily(results, planOf([{ kind: "groups-of-people", of: "gender" }]), null);
    expect(group).toMatchObject({ p: null, reason: expect.stringContaining("not computed") });
    expect(confirmatoryFamily(results, planOf([]), null)).toEqual([]);
  });

  it("leaves out models that the plan does not name", () => {
    const family = confirmatoryFamily(results, planOf([{ kind: "model-against-people" }], { models: ["one"] }), null);
    expect(family.map(({ says }) => says)).toEqual(["People (majority) and one"]);
  });
});
