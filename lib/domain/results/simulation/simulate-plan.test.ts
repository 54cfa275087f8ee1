import { describe, expect, it } from "vitest";
import { expectedMajorityAccuracy } from "../../survey/studies/planner.ts";
import { type AnalysisPlan, analysisPlanSchema } from "../plan/analysis-plan.ts";
import { listViewViolations } from "../views/view.ts";
import { expectedMajority } from "./expected-majority.ts";
import { generativeProfileSchema, modelsOfProfile } from "./generative-profile.ts";
import { logitOfMarginal, marginalProbability } from "./marginal-logistic.ts";
import { type CurvePoint, findNextPeopleScenario } from "./plan-curves.ts";
import { planCurvesView } from "./plan-curves-view.ts";
import { planSimulationFormat, planSimulationText, planSimulationView } from "./plan-simulation.ts";
import { computeTrueTests, simulatePlan } from "./run-plan.ts";
import { prepareSimulation, type SimulatedDesign } from "./simulated-study.ts";
import { addTallies } from "./tally.ts";

const stories = 20;
const items = Array.from({ length: 40 }, (_, index) => ({
  id: `item-${index}`,
  name: `item-${index}`,
  version: 1,
  kind: "true-false",
  storyId: `story-${index % stories}`,
  storyTitle: "",
  text: "",
  attributes: { order: index < stories ? 1 : 2 },
  options: [
    { value: "true", label: "true" },
    { value: "false", label: "false" },
  ],
  rightAnswers: [index % 2 === 0 ? "true" : "false"],
  keyVersion: 1,
}));

/** Two groups of 40 people, who each answer 10 of 40 items under one condition. */
function designWith(plan: unknown): SimulatedDesign {
  const slots = Array.from({ length: 40 }, (_, person) =>
    Array.from({ length: 10 }, (_, position) => ({ item: (person * 10 + position) % 40, condition: 0 })),
  );
  return {
    items,
    conditions: [{ id: "story=shown", levels: { story: "shown" }, label: "story" }],
    strata: [
      { key: "young", slots },
      { key: "old", slots },
    ],
    plan: analysisPlanSchema.parse(plan),
  };
}

const comparison = { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }, { kind: "equivalence" }] };

function run(plan: unknown, profile: object, studies: number, seed = "test") {
  const prepared = prepareSimulation(designWith(plan), generativeProfileSchema.parse(profile));
  return simulatePlan(prepared, computeTrueTests(prepared), { seed, from: 0, count: studies });
}

/** Stories of which every other one has an error. */
function marksDesign(plan: object): SimulatedDesign {
  const design = designWith({ outcome: { measure: "localisation" }, family: marks, ...plan });
  const options = [
    { value: "consistent", label: "consistent" },
    { value: "error", label: "error" },
  ];
  return {
    ...design,
    items: design.items.map((item, index) => ({
      ...item,
      kind: "consistency",
      options,
      rightAnswers: [index % 4 < 2 ? "error" : "consistent"],
    })),
    conditions: [{ id: "ablation=none", levels: { ablation: "none" }, label: "plain" }],
  };
}

const marks = {
  method: "holm",
  alpha: 0.05,
  tests: [{ kind: "model-against-people" }, { kind: "model-against-model" }],
};

describe("a plan about marked words on simulated data", () => {
  it("knows the true differences, keeps its size, covers them and estimates them without bias", () => {
    const models = [
      { name: "Same", distance: 0 },
      { name: "Misplaced", distance: 0, localisation: 0.3 },
    ];
    const prepared = prepareSimulation(marksDesign({}), generativeProfileSchema.parse({ accuracy: 0.8, models }));
    const studies = 100;
    const tally = simulatePlan(prepared, computeTrueTests(prepared), { seed: "marks", from: 0, count: studies });
    const [same, misplaced, among] = tally.tests;
    expect(tally.tests).toHaveLength(3);
    expect(same).toMatchObject({ isNull: true, says: expect.stringContaining("People minus Same") });
    // 80% find an error, and 60 or 30% of them mark its words.
    expect(misplaced!.truth).toBeCloseTo(0.8 * (0.6 - 0.3), 2);
    expect(among!.truth).toBeCloseTo(0.8 * (0.6 - 0.3), 2);
    expect(same!.rejected / studies).toBeLessThan(0.09);
    expect(misplaced!.rejected / studies).toBeGreaterThan(0.3);
    for (const test of tally.tests) {
      expect(test.covered / test.intervals).toBeGreaterThan(0.9);
      expect(Math.abs(test.errorSum / studies)).toBeLessThan(4 * Math.sqrt(test.errorSquares / studies / studies));
    }
    expect(tally.shares[0]!.covered / studies).toBeGreaterThan(0.9);
  });
});

describe("a plan on simulated data", () => {
  it("has a significant test of a true null hypothesis in about 5% of the studies, and covers the truth in 95%", () => {
    const plan = {
      comparator: { kind: "mean-person" },
      family: { ...comparison, tests: comparison.tests.slice(0, 1) },
    };
    const tally = run(plan, { models: [{ name: "Same", distance: 0 }] }, 300);
    const [test] = tally.tests;
    expect(test).toMatchObject({ isNull: true, tested: 300 });
    expect(test!.truth).toBeCloseTo(0, 6);
    expect(test!.rejected / 300).toBeGreaterThan(0.02);
    expect(test!.rejected / 300).toBeLessThan(0.085);
    expect(test!.covered / test!.intervals).toBeGreaterThan(0.92);
    expect(Math.abs(test!.errorSum / 300)).toBeLessThan(4 * Math.sqrt(test!.errorSquares / 300 / 300));
    expect(tally.falseRejections).toBe(test!.rejected);
  });

  it("knows the true difference from the majority of the people of a cell, and estimates it without bias", () => {
    const plan = { comparator: { kind: "majority" }, margin: 0.1, family: comparison };
    const tally = run(plan, { accuracy: 0.7, models: [{ name: "Worse", distance: -0.1 }] }, 100);
    const [difference, equivalence] = tally.tests;
    expect(difference!.truth).toBeCloseTo(0.1, 3);
    expect(difference!.isNull).toBe(false);
    // At the margin the null hypothesis of equivalence is true.
    expect(equivalence!.isNull).toBe(true);
    expect(Math.abs(difference!.errorSum / 100)).toBeLessThan(4 * Math.sqrt(difference!.errorSquares / 100 / 100));
  });

  it("is the same whether studies are run together or in parts, and differs with the seed", () => {
    const plan = { comparator: { kind: "mean-person" }, margin: 0.1, family: comparison };
    const prepared = prepareSimulation(designWith(plan), generativeProfileSchema.parse({}));
    const truth = computeTrueTests(prepared);
    const part = (from: number, count: number, seed = "a") => simulatePlan(prepared, truth, { seed, from, count });
    const whole = part(0, 6);
    const sum = addTallies(part(0, 2), part(2, 4));
    for (const [index, test] of whole.tests.entries()) {
      expect(sum.tests[index]!.rejected).toBe(test.rejected);
      expect(sum.tests[index]!.errorSum).toBeCloseTo(test.errorSum, 12);
    }
    expect(part(0, 6, "b").tests[0]!.errorSum).not.toBe(whole.tests[0]!.errorSum);
  });

  it("shows the bias of drop-out that depends on ability", () => {
    const plan = {
      comparator: { kind: "mean-person" },
      family: { ...comparison, tests: comparison.tests.slice(0, 1) },
    };
    const profile = { accuracy: 0.6, personSd: 1.5, models: [{ name: "Same", distance: 0 }] };
    const without = run(plan, { ...profile, dropOut: 0.4 }, 60).tests[0]!;
    const weakLeave = run(plan, { ...profile, dropOut: 0.4, dropOutByAbility: -2 }, 60).tests[0]!;
    expect(weakLeave.errorSum / 60).toBeGreaterThan(without.errorSum / 60 + 0.03);
  });

  it("carries out declared interim analyses at their levels", () => {
    const tests = comparison.tests.slice(0, 1);
    const plan = (looks: object[]) => ({
      comparator: { kind: "mean-person" },
      family: { ...comparison, tests },
      stopping: { rule: looks.length > 0 ? "look" : "full", looks, date: null, text: "" },
    });
    const models = [{ name: "Same", distance: 0 }];
    const looks = [{ share: 0.25 }, { share: 0.5 }, { share: 0.75 }];
    const four = run(plan(looks), { models }, 120).falseRejections / 120;
    expect(four).toBeLessThan(0.11);
  });

  it("applies effects of groups and conditions, accuracies by an attribute and unparsed answers", () => {
    const levels = { method: "holm", alpha: 0.05, tests: [{ kind: "levels", of: "order" }] };
    const tally = run(
      { comparator: { kind: "mean-person" }, family: levels },
      {
        accuracyBy: { attribute: "order", values: { 1: 0.9, 2: 0.7 } },
        models: [{ name: "M", distance: 0, unparsed: 0.1 }],
      },
      3,
    );
    const people = tally.tests.find(({ says }) => says.startsWith("People, mean person"));
    expect(people!.truth).toBeCloseTo(-0.2, 3);
    expect(tally.tests.find(({ says }) => says.startsWith("M"))!.truth).toBeCloseTo(-0.2, 2);
    const plan = { comparator: { kind: "mean-person" }, family: comparison };
    const shifted = prepareSimulation(
      designWith(plan),
      generativeProfileSchema.parse({ groups: { old: -1 }, conditions: { "story=shown": 0.5 } }),
    );
    const plain = prepareSimulation(designWith(plan), generativeProfileSchema.parse({}));
    expect(shifted.cells[0]!.logits[0]! - plain.cells[0]!.logits[0]!).toBeCloseTo(0.5, 6);
    expect(shifted.cells[0]!.logits[1]! - plain.cells[0]!.logits[1]!).toBeCloseTo(-0.5, 6);
  });

  it("has an n and an interval, or the reason for none, with every number, and one paragraph for a preregistration", () => {
    const given = { comparator: { kind: "mean-person" }, margin: 0.1, family: comparison };
    const plan: AnalysisPlan = analysisPlanSchema.parse(given);
    const profile = generativeProfileSchema.parse({});
    const tally = run(given, {}, 4);
    const simulation = {
      format: planSimulationFormat,
      design: "hash",
      seed: "test",
      times: 4,
      profile,
      tally,
    };
    expect(listViewViolations(planSimulationView(simulation, plan))).toEqual([]);
    expect(planSimulationText(simulation, plan)).toContain("were run on 4 simulated studies");
  });
});

describe("chances of a simulation", () => {
  it("finds the log odds of a marginal probability", () => {
    for (const probability of [0.02, 0.5, 0.93])
      expect(marginalProbability(logitOfMarginal(probability, 1.2), 1.2)).toBeCloseTo(probability, 9);
  });

  it("expects the majority of two options as Condorcet, and of three options as counted by hand", () => {
    const two = expectedMajority(12, 2, "half", false)!;
    for (const p of [0.3, 0.65, 1]) expect(two(p)).toBeCloseTo(expectedMajorityAccuracy(p, 12), 6);
    const p = 0.4;
    const q = 0.3;
    // Two people: both right, or one right and a tie with one wrong option.
    expect(expectedMajority(2, 3, "half", false)!(p)).toBeCloseTo(p * p + 0.5 * 4 * p * q, 6);
    expect(expectedMajority(2, 3, "incorrect", false)!(p)).toBeCloseTo(p * p, 6);
    expect(expectedMajority(2, 2, "false", true)!(p)).toBeCloseTo(p * p + 2 * p * (1 - p), 6);
    // Three people: a tie of all three options is a third.
    expect(expectedMajority(3, 3, "half", false)!(p)).toBeCloseTo(p ** 3 + 3 * p * p * 0.6 + (6 * p * q * q) / 3, 6);
    expect(expectedMajority(0, 2, "half", false)).toBeNull();
  });

  it("gives the models of a plan the distances of interest unless the profile names models", () => {
    const models = modelsOfProfile({ models: [] }, { models: ["A", "B", "C", "D"], margin: 0.05 });
    expect(models.map(({ name, distance }) => [name, distance])).toEqual([
      ["A", 0],
      ["B", -0.1],
      ["C", -0.05],
      ["D", 0],
    ]);
    expect(modelsOfProfile({ models: [] }, { models: [], margin: null })).toHaveLength(2);
  });
});

describe("the next number of people", () => {
  const design = designWith({ family: comparison, margin: 0.1 });
  const aim = { difference: 0.1, power: 0.8 };
  const point = (value: number, significant: number, width: number, tested = 100): CurvePoint => ({
    ...{ axis: "people", value, asks: "difference", studies: 100, tested, significant, width },
  });
  const next = (...points: CurvePoint[]) =>
    findNextPeopleScenario(design, generativeProfileSchema.parse({}), points, aim)?.value ?? null;

  it("doubles until the power is reached, unless the interval no longer narrows", () => {
    expect(next(point(80, 30, 0.2), point(160, 50, 0.15))).toBe(320);
    expect(next(point(80, 30, 0.2), point(160, 35, 0.199))).toBeNull();
    expect(next(point(80, 30, 0.2), point(160, 90, 0.15))).toBeNull();
  });

  it("halves while the power is reached, and tries no number twice", () => {
    expect(next(point(80, 85, 0.2), point(160, 95, 0.15))).toBe(40);
    expect(next(point(40, 0, 0, 0), point(80, 85, 0.2), point(160, 95, 0.15))).toBeNull();
  });
});

it("shows the points of a curve by size, in whatever order they were simulated", () => {
  const points = [160, 320, 40, 80].map(
    (value): CurvePoint => ({
      ...{ axis: "people", value, asks: "difference", studies: 10, tested: 10, significant: 5, width: 0.2 },
    }),
  );
  const { figures, tables } = planCurvesView(points, { difference: 0.1, power: 0.8 });
  expect(figures[0]?.marks.map(({ row }) => row)).toEqual(["40", "80", "160", "320"]);
  expect(tables[0]?.rows.map((row) => row[1])).toMatchObject(["40", "80", "160", "320"].map((text) => ({ text })));
});

it("says at which number of people the wanted power is reached, or that more of them do not help", () => {
  const saidOf = (significant: readonly [number, number], width: readonly [number, number]) =>
    planCurvesView(
      significant.map(
        (count, index): CurvePoint => ({
          ...{ axis: "people", value: [40, 80][index]!, asks: "difference", studies: 10, tested: 10 },
          ...{ significant: count, width: width[index]! },
        }),
      ),
      { difference: 0.1, power: 0.8 },
    ).sentences;
  expect(saidOf([6, 10], [0.2, 0.1])).toEqual([
    "80.0% power for a difference of 10.0 points requires about 60 people (interpolated; 10 simulated studies per point).",
  ]);
  expect(saidOf([8, 10], [0.2, 0.1])).toEqual([
    "80.0% power for a difference of 10.0 points is reached at 40 people or below.",
  ]);
  const notReached = "80.0% power for a difference of 10.0 points is not reached up to 80 people (70.0%).";
  expect(saidOf([6, 7], [0.2, 0.1])).toEqual([notReached]);
  expect(saidOf([6, 7], [0.2, 0.199])).toEqual([`${notReached} More people hardly narrow its interval: add stories.`]);
});
