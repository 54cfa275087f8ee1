import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  analysisPlanSchema,
  clusterKinds,
  defaultAnalysisPlan,
  plannedComparators,
  plannedTestKinds,
} from "./analysis-plan.ts";
import { findPlanField, formatPlanForm, namedTestKinds, parsePlanForm } from "./plan-form.ts";

const words = fc.constantFrom("", "People are right more often.", "x");

const plan = fc
  .record({
    kind: fc.constantFrom(...plannedComparators),
    k: fc.option(fc.integer({ min: 1, max: 99 })),
    clusters: fc.subarray([...clusterKinds]),
    kinds: fc.subarray([...plannedTestKinds]),
    of: fc.constantFrom("order", "type"),
    hypothesis: words,
    margin: fc.option(fc.constantFrom(0.05, 0.1)),
    looks: fc.array(fc.constantFrom({ share: 0.5, alpha: 0.01 }, { share: 0.75, alpha: 0.02 }), { maxLength: 2 }),
    date: fc.option(fc.constant("2026-12-01")),
    flags: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    rules: fc.subarray(["Too fast.", "Same answer throughout."]),
    cleaning: fc.subarray([
      { rule: "response-time", limit: 1.5, action: "exclude" },
      { rule: "gibberish", limit: 50, action: "review" },
    ]),
    exploratory: words,
  })
  .map(({ kind, k, kinds, of, hypothesis, looks, date, flags, rules, cleaning, ...rest }) =>
    analysisPlanSchema.parse({
      ...rest,
      comparator: { kind, k },
      family: {
        method: "holm",
        alpha: 0.05,
        tests: kinds.map((test) => ({ kind: test, of: namedTestKinds.includes(test) ? of : "", hypothesis })),
      },
      exclusions: {
        openStratum: flags[0],
        surplus: flags[1],
        excluded: flags[2],
        mismatched: flags[3],
        rules,
        ...(cleaning.length > 0 ? { cleaning } : {}),
      },
      stopping: { rule: "look", date, looks, text: hypothesis },
    }),
  );

describe("the form of an analysis plan", () => {
  it("sends back the plan that it shows", () => {
    fc.assert(
      fc.property(plan, (given) => {
        const sent = {
          ...formatPlanForm(given),
          tests: given.family.tests.map(({ kind }) => kind),
          clusters: given.clusters,
        };
        expect(analysisPlanSchema.parse(parsePlanForm(sent))).toEqual(given);
      }),
    );
  });

  it("knows where a problem of the plan stands", () => {
    const sent = {
      ...formatPlanForm(defaultAnalysisPlan()),
      tests: ["model-against-people", "levels"],
      "of-levels": "",
    };
    const places = [
      "family.tests.1.of",
      "stopping.date",
      "stopping.looks.0.share",
      "margin",
      "models.3",
      "comparator.k",
    ];
    expect(places.map((path) => findPlanField(path, sent))).toEqual([
      "of-levels",
      "date",
      "looks",
      "margin",
      "models",
      "k",
    ]);
  });

  it("makes several tests of several attributes, and nothing valid of an empty form", () => {
    const sent = {
      ...formatPlanForm(defaultAnalysisPlan()),
      tests: "levels",
      "of-levels": "order, type",
      clusters: [],
    };
    expect(analysisPlanSchema.parse(parsePlanForm(sent)).family.tests.map(({ of }) => of)).toEqual(["order", "type"]);
    expect(analysisPlanSchema.safeParse(parsePlanForm({})).success).toBe(false);
    const looks = { ...formatPlanForm(defaultAnalysisPlan()), looks: "half", clusters: [] };
    expect(analysisPlanSchema.safeParse(parsePlanForm(looks)).success).toBe(false);
  });
});
