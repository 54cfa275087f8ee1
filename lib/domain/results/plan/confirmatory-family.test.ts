import { describe, expect, it } from "vitest";
import { adjustPValues } from "../../statistics/basics/adjust-p-values.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { prepareResultsPage } from "../preparation/prepare-results-page.ts";
import { prepareCellMaterial } from "../views/cell-material.ts";
import { modelComparisonsView, modelsView } from "../views/models/models-view.ts";
import { listViewViolations } from "../views/view.ts";
import { type AnalysisPlan, analysisPlanSchema, type PlannedTestKind } from "./analysis-plan.ts";
import { confirmatoryFamily, confirmatoryTable } from "./confirmatory-family.ts";
import { storedPlan } from "./plan-record.ts";
import { planRules } from "./planned-comparisons.ts";
import { plannedModelTests } from "./planned-models.ts";

/** Eight stories of three orders under two word orders; ten people per cell, two models. */
function made(): StudyResults {
  const items = Array.from({ length: 24 }, (_, index) =>
    sampleItem({
      id: `i${index}`,
      storyId: `s${index % 8}`,
      attributes: { type: "tom", order: 2 + Math.floor(index / 8) },
    }),
  );
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

/** The same with a third model, which is right only at even indices. */
function withThird(): StudyResults {
  const third = results.answers.filter(({ seriesId }) => seriesId === "one");
  return {
    ...results,
    series: [...results.series, { id: "third", modelId: "third", model: "third", source: "", rest: "", isDemo: false }],
    answers: [
      ...results.answers,
      ...third.map((answer, index) => {
        const answerKey = String(index % 2 === 0);
        return { ...answer, seriesId: "third", answerKey, given: [{ answerKey, count: 1 }] };
      }),
    ],
  };
}

describe("models among themselves under a plan", () => {
  const tests: { kind: PlannedTestKind }[] = [{ kind: "model-against-model" }, { kind: "word-orders" }];
  const stored = (changes: object = {}) =>
    storedPlan(
      { document: planOf([], { family: { method: "BH", alpha: 0.1, tests }, ...changes }), registration: "" },
      null,
    );
  const page = (changes: object = {}, query = {}) =>
    prepareResultsPage(withThird(), { ...defaultResultsQuery, ...query }, stored(changes));

  it("are corrected with all tests of the plan, by its method, and letters follow that decision", () => {
    const { modelComparisons, family, exploratoryTests } = page();
    const { pairs, allPairs, isPlanned } = modelComparisons;
    expect(isPlanned).toEqual({ pairs: true, chance: false });
    expect(allPairs).toBeNull();
    const planned = family.filter(({ kind }) => kind === "model-against-model");
    expect(pairs?.pairs.map(({ adjusted, significant }) => [adjusted, significant])).toEqual(
      planned.map(({ adjusted, isSignificant }) => [adjusted, isSignificant]),
    );
    expect(pairs).toMatchObject({ family: "BH", alpha: 0.1, familySize: family.length });
    for (const { a, b, significant } of pairs!.pairs) {
      const [left, right] = [a, b].map((place) => [...pairs!.subjects[place]!.letters]);
      expect(left!.some((letter) => right!.includes(letter))).toBe(!significant);
    }
    const view = modelComparisonsView(modelComparisons);
    expect(view.tables.find(({ name }) => name === "pairs")?.caption).toContain(
      `Benjamini and Hochberg over ${family.length}`,
    );
    expect(view.conclusions.join(" ")).toContain("The analysis plan names 3 pairs of models");
    // Models and the majority against chance, and people against models; the plan names neither.
    expect(exploratoryTests).toBe(4 + 2 * 3);
  });

  it("beyond the models that the plan names are exploratory, and counted", () => {
    const { modelComparisons, exploratoryTests } = page({ models: ["one", "other"] });
    expect(modelComparisons.pairs?.pairs).toHaveLength(1);
    expect(modelComparisons.allPairs).toMatchObject({ family: "holm", alpha: 0.05, familySize: 3 });
    expect(exploratoryTests).toBe(3 + 4 + 2 * 3);
    const names = modelComparisonsView(modelComparisons).tables.map(({ name }) => name);
    expect(names).toEqual(["letters", "pairs", "letters-all", "pairs-all", "chance"]);
  });

  it("are exploratory under a filter and under no plan: Holm over all pairs, counted", () => {
    for (const { modelComparisons } of [
      page({}, { order: "2" }),
      prepareResultsPage(withThird(), defaultResultsQuery),
    ]) {
      expect(modelComparisons).toMatchObject({ allPairs: null, isPlanned: { pairs: false, chance: false } });
      expect(modelComparisons.pairs).toMatchObject({ family: "holm", alpha: 0.05, familySize: 3 });
    }
    expect(page({}, { by: "order" }).modelComparisons.isPlanned.pairs).toBe(true);
  });

  it("against chance take the plan's correction too, and the majority stands apart without one", () => {
    const chanceTests: { kind: PlannedTestKind }[] = [{ kind: "model-against-chance" }];
    const family = { method: "bonferroni", alpha: 0.05, tests: chanceTests };
    const { modelComparisons, family: planned, exploratoryTests } = page({ family });
    const [majority, ...models] = modelComparisons.chance!.rows;
    expect(majority).toMatchObject({ label: "People’s majority", adjusted: null });
    expect(majority!.sentence).toContain("not corrected");
    expect(models.map(({ adjusted }) => adjusted)).toEqual(planned.map(({ adjusted }) => adjusted));
    expect(exploratoryTests).toBe(3 + 1 + 2 * 3);
    expect(listViewViolations(modelComparisonsView(modelComparisons))).toEqual([]);
  });

  it("is the same on the page of tables, and about another outcome nothing of it is planned", () => {
    const all = withThird();
    const { modelComparisons } = page();
    const plannedModels = plannedModelTests(all, defaultResultsQuery, stored(), null);
    const rules = planRules(defaultResultsQuery, stored());
    const view = modelsView({ ...prepareCellMaterial(all, new Map(), null, rules), plannedModels });
    expect(view).toEqual(modelComparisonsView(modelComparisons));
    const outcome = { measure: "share-of-answer", answer: "true" };
    expect(plannedModelTests(all, defaultResultsQuery, stored({ outcome }), null)).toBeNull();
  });
});

describe("people and models under a plan of several kinds of tests", () => {
  const tests: { kind: PlannedTestKind }[] = [
    { kind: "model-against-people" },
    { kind: "equivalence" },
    { kind: "word-orders" },
  ];
  const stored = storedPlan({ document: planOf(tests, { margin: 0.3 }), registration: "" }, null);
  const page = (query = {}) => prepareResultsPage(results, { ...defaultResultsQuery, ...query }, stored);

  it("are judged as the table of the plan judges them; the other comparator is exploratory, and counted", () => {
    const { comparisons, family, exploratoryTests } = page();
    const planned = (kind: PlannedTestKind) => family.filter((one) => one.kind === kind);
    const sides = comparisons.models.map(({ sides: own }) => own.majority);
    expect(comparisons).toMatchObject({ leads: "majority", sizes: { majority: family.length, person: 2 } });
    expect(sides.map(({ adjusted }) => adjusted)).toEqual(
      planned("model-against-people").map(({ adjusted }) => adjusted),
    );
    expect(sides.map(({ equivalence }) => equivalence?.adjusted)).toEqual(
      planned("equivalence").map(({ adjusted }) => adjusted),
    );
    expect(sides[0]!.sentence).toContain(`after Holm over the ${family.length} tests of the plan`);
    expect(comparisons.models[0]!.sides.person.sentence).not.toContain("tests of the plan");
    // The mean person against two models; one pair of models; three against chance.
    expect(exploratoryTests).toBe(2 + 1 + 3);
  });

  it("keep the plan's correction under a filter, in what is shown as planned", () => {
    const plain = page().comparisons.models.map(({ sides }) => sides.majority.adjusted);
    const { plan, comparisons } = page({ order: "2" });
    expect(plan.confirmatory!.models.map(({ sides }) => sides.majority.adjusted)).toEqual(plain);
    expect(comparisons.sizes).toEqual({ majority: 2, person: 2 });
  });
});

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
    // Tests that cannot be computed stay in the family.
    const complete = adjustPValues(
      family.map(({ p }) => p ?? 1),
      "holm",
    );
    expect(family.some(({ p }) => p === null)).toBe(true);
    expect(family.map(({ adjusted }) => adjusted)).toEqual(family.map(({ p }, index) => p && complete[index]));
    for (const { p, reason } of family) expect(p === null).toBe(reason !== null);
    expect(confirmatoryTable(family, plan).rows).toHaveLength(family.length);
  });

  it("says so where a test needs analyses that are not computed, and tests nothing where the plan names nothing", () => {
    const [group] = confirmatoryFamily(results, planOf([{ kind: "groups-of-people", of: "gender" }]), null);
    expect(group).toMatchObject({ p: null, reason: expect.stringContaining("not computed") });
    expect(confirmatoryFamily(results, planOf([]), null)).toEqual([]);
  });

  it("concludes nothing about a model too many of whose answers are missing", () => {
    const unread = results.answers.map((answer, index) =>
      answer.seriesId === "one" && index % 8 === 0
        ? { ...answer, answerKey: null, repeats: 0, given: [], unparsed: 1 }
        : answer,
    );
    const gone = { ...results, answers: unread };
    const plan = planOf(
      [{ kind: "model-against-people" }, { kind: "model-against-model" }, { kind: "equivalence" }, { kind: "levels" }],
      { margin: 0.9 },
    );
    const family = confirmatoryFamily(gone, plan, null);
    const decisions = confirmatoryTable(family, plan).rows.map(([, says, , , decision]) =>
      [says, decision].map((cell) => (cell?.kind === "text" ? cell.text : "")),
    );
    for (const [says, decision] of decisions)
      if (/\bone\b/.test(says!)) expect(decision, says).not.toMatch(/^not significant|within/);
    expect(decisions.some(([, decision]) => decision?.startsWith("no conclusion"))).toBe(true);
    const equivalence = decisions.filter(([says]) => says?.includes("of people"));
    expect(equivalence.map(([, decision]) => decision)).toEqual([
      "no conclusion: more than 5% of the model’s answers are missing",
      "no conclusion: fewer than 10 stories",
    ]);
    const { findings } = modelsView(prepareCellMaterial(gone, new Map(), null, planRules(defaultResultsQuery, null)));
    for (const finding of findings)
      if (/\bone\b/.test(finding)) expect(finding).not.toMatch(/is not significant|could not be told/);
  });

  it("leaves out models that the plan does not name", () => {
    const family = confirmatoryFamily(results, planOf([{ kind: "model-against-people" }], { models: ["one"] }), null);
    expect(family.map(({ says }) => says)).toEqual(["People (majority) and one"]);
  });
});
