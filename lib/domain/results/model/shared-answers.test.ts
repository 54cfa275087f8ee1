import { describe, expect, it } from "vitest";
import { compareModels } from "../comparison/compare-models.ts";
import { compareSides } from "../comparison/compare-sides.ts";
import { analysisPlanSchema } from "../plan/analysis-plan.ts";
import { confirmatoryFamily } from "../plan/confirmatory-family.ts";
import { prepareTotals } from "../preparation/prepare-totals.ts";
import { prepareCellMaterial } from "../views/cell-material.ts";
import { accuracyView } from "../views/models/accuracy-views.ts";
import { factorsView, promptsView } from "../views/models/effect-views.ts";
import { buildCells } from "./cells.ts";
import { matchPredictions, type StoredPrediction } from "./match-predictions.ts";
import { sampleItem } from "./sample-item.ts";
import type { StudyResults } from "./study-results.ts";

/** Eight stories of two statements, shown with and without the story; nine of ten people are right. */
const items = Array.from({ length: 16 }, (_, index) =>
  sampleItem({
    id: `i${index}`,
    storyId: `s${index % 8}`,
    attributes: { type: "tom", order: 2 + Math.floor(index / 8) },
  }),
);
const conditions = ["no-story", "story"].map((story) => ({ id: `story=${story}`, levels: { story }, label: story }));

function resultsOf(predictions: readonly Omit<StoredPrediction, "runId" | "model" | "source" | "isDemo" | "count">[]) {
  const stored = predictions.map((one) => ({
    ...one,
    ...{ runId: one.modelId, model: one.modelId, source: "", isDemo: false, count: 1 },
  }));
  const correspondence = {
    pairs: [
      { people: { story: "no-story" }, models: { prompt: "human" } },
      { people: { story: "story" }, models: { prompt: "simplified" } },
    ],
    same: [],
    lenient: true,
  };
  const { series, answers } = matchPredictions(stored, conditions, correspondence);
  return {
    conditions,
    items,
    counts: items.flatMap(({ id: itemId }) =>
      conditions.flatMap(({ id: conditionId }) => [
        { itemId, conditionId, answerKey: "true", count: 9 },
        { itemId, conditionId, answerKey: "false", count: 1 },
      ]),
    ),
    series,
    answers,
    unmatched: { otherItems: 0, otherVersions: 0, conditions: [] },
  } satisfies StudyResults;
}

const both = new Map(conditions.map(({ id }) => [id, "unverified" as const]));
const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;

describe("an answer that serves several cells", () => {
  const results = resultsOf(
    items.flatMap(({ id: itemId }, index) =>
      ["plain", "other"].map((modelId) => ({
        modelId,
        itemId,
        conditionKey: "",
        condition: {},
        answerKey: (index + Number(modelId === "plain")) % 3 === 0 ? "false" : "true",
        findings: both,
      })),
    ),
  );
  const cells = buildCells(results, "half");
  const options = { ties: "half", testTies: "false", withMismatches: false, leads: null } as const;

  it("is one answer in every n and one unit in every test", () => {
    expect(results.answers).toHaveLength(64);
    const { models } = compareSides(cells, results.series, options);
    for (const { shared, alone, parity, reading, sides } of models) {
      expect({ shared, n: alone.n, unverified: parity.unverified, asked: reading.asked }).toEqual({
        shared: 16,
        n: 16,
        unverified: 16,
        asked: 16,
      });
      expect([sides.person.difference.n, sides.person.model.n]).toEqual([16, 16]);
      const { both: right, neither, onlyModel, onlyPeople } = sides.majority.discordant!;
      expect(right + neither + onlyModel + onlyPeople).toBe(16);
    }
    const { pairs, chance } = compareModels(cells, results.series, { chance: 0.5, withMismatches: false });
    expect(pairs!.pairs[0]).toMatchObject({ n: 16 });
    expect(chance!.rows.filter(({ label }) => label !== "People’s majority").map(({ n }) => n)).toEqual([16, 16]);
    expect(prepareTotals(cells, results.series).parity).toEqual({ verified: 0, mismatch: 0, unverified: 32 });
    const [, , model] = accuracyView(prepareCellMaterial(results, new Map(), null, rules)).tables[0]!.rows;
    expect(model![1]).toMatchObject({ n: 16 });
  });

  it("shows no effect of a factor under which it was not asked apart", () => {
    const [table] = factorsView(prepareCellMaterial(results, new Map(), null, rules)).tables;
    expect(table!.rows.map(([who]) => who)).toEqual([
      { kind: "text", text: "People, majority" },
      { kind: "text", text: "People, mean person" },
    ]);
  });
});

describe("a model that was asked under another prompt in each condition of people", () => {
  const results = resultsOf(
    items.flatMap(({ id: itemId }, index) =>
      ["human", "simplified"].map((prompt) => ({
        modelId: "model",
        itemId,
        conditionKey: `prompt=${prompt}`,
        condition: { prompt },
        answerKey: prompt === "human" && index % 3 === 0 ? "false" : "true",
        findings: new Map([[prompt === "human" ? "story=no-story" : "story=story", "verified" as const]]),
      })),
    ),
  );

  it("shows the effect of the prompt and none of the story, and a plan tests them apart", () => {
    const material = prepareCellMaterial(results, new Map(), null, rules);
    expect(factorsView(material).tables[0]!.rows).toHaveLength(2);
    const prompts = promptsView(material).tables[0]!.rows;
    expect(prompts).toHaveLength(1);
    expect(prompts[0]!.slice(0, 2)).toEqual([
      { kind: "text", text: "model" },
      { kind: "text", text: "prompt: simplified minus human" },
    ]);
    expect(prompts[0]![2]).toMatchObject({ value: 6 / 16, n: 16 });
    const plan = analysisPlanSchema.parse({
      family: { method: "holm", alpha: 0.05, tests: [{ kind: "story-effect" }, { kind: "prompt-effect" }] },
    });
    expect(confirmatoryFamily(results, plan, null).map(({ kind, says }) => `${kind}: ${says}`)).toEqual([
      "story-effect: People, majority, story: story minus no-story",
      "story-effect: People, mean person, story: story minus no-story",
      "prompt-effect: model, prompt: simplified minus human",
    ]);
  });
});
