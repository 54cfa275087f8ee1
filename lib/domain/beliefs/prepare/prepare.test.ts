import { describe, expect, it } from "vitest";
import { fakeAnswers } from "../fixtures/fake-answers.ts";
import counts from "../fixtures/published-counts.json";
import { type BeliefScore, scoreModel } from "../scoring/model-score.ts";
import { createPairTable } from "../scoring/pair-table.ts";
import { rankCategories } from "../scoring/rank.ts";
import { categories } from "../typology.ts";
import { prepareBaseAgainstInstruct } from "./base-against-instruct.ts";
import { prepareCellExpressions } from "./cell-expressions.ts";
import { prepareDimensionProfiles } from "./dimension-profiles.ts";
import { prepareHeatmap } from "./heatmap.ts";
import { guessModelProfile } from "./model-profile.ts";
import type { Observer } from "./observer.ts";
import { rankModels } from "./rank-models.ts";
import { rankForObserver } from "./rank-within.ts";
import { prepareRanking } from "./ranking-table.ts";
import { prepareSizeLines } from "./size-lines.ts";

const names = ["Llama3-8B", "Llama3-8B-Instruct", "Llama3-1B", "Gemma3-12B-Instruct", "mystery"];
const table = createPairTable("first-word", { keepTexts: true });
names.forEach((model, seed) => {
  for (const answer of fakeAnswers(model, seed)) {
    const forgets = model === "Llama3-1B" && !answer.shown;
    const silent = model === "mystery" && answer.expression?.category === "weak" && answer.shown;
    table.add(forgets || silent ? { ...answer, answer: "?" } : answer);
  }
});
const scores: BeliefScore[] = names.map((model) => scoreModel(model, table.pairs(model), table.repeated(model)));
const profiles = names.map(guessModelProfile);

describe("the heatmap", () => {
  const map = prepareHeatmap(scores);

  it("has a row for each category and a column for each model that enters, and names the dropped", () => {
    expect(map.rows.map(({ category }) => category)).toEqual(categories.map(({ id }) => id));
    expect(map.columns.map(({ observer }) => observer)).toEqual(names.filter((name) => name !== "Llama3-1B"));
    expect(map.dropped).toEqual([{ observer: "Llama3-1B", reason: "fewKnown", known: 0, asked: 12 * 19 }]);
    expect(map.cells).toHaveLength(19);
  });

  it("says why a cell is missing and how much was asked", () => {
    const weak = map.cells[categories.findIndex(({ id }) => id === "weak")] ?? [];
    expect(weak.at(-1)).toMatchObject({
      state: "missing",
      reason: "notDecided",
      n: 0,
      pairs: 12,
      rate: null,
      aboveReference: null,
    });
    const strict = prepareHeatmap(scores, 1000).cells.flat();
    expect(strict.every(({ state }) => state === "missing")).toBe(true);
    expect(strict.some(({ reason, n }) => reason === "tooFew" && n > 0)).toBe(true);
  });

  it("holds each cell against the same model's explicit expressions", () => {
    for (const { aboveReference, category, rate, observer } of map.cells.flat()) {
      if (aboveReference === null) continue;
      const reference = map.columns.find((column) => column.observer === observer)?.reference.rate ?? 0;
      expect(aboveReference).toBeCloseTo((rate as number) - reference, 12);
      if (category === "explicit") expect(aboveReference).toBe(0);
    }
  });
});

describe("the other figures", () => {
  it("lists the four dimensions of every model that enters", () => {
    const profile = prepareDimensionProfiles(scores)[0];
    expect(profile?.dimensions.map(({ dimension }) => dimension)).toEqual([
      "form",
      "evidentiality",
      "epistemic_stance",
      "tone",
    ]);
    const n = profile?.dimensions.reduce((sum, figure) => sum + figure.n, 0);
    expect(n).toBe(profile?.overall.n);
  });

  it("draws a line for each family and tuning and names models without a place", () => {
    const { lines, leftOut } = prepareSizeLines(scores, profiles);
    expect(
      lines.map(({ family, tuning, points }) => [family, tuning, points.map(({ sizeBillions }) => sizeBillions)]),
    ).toEqual([
      ["Gemma3", "instruct", [12]],
      ["Llama3", "base", [8]],
      ["Llama3", "instruct", [8]],
    ]);
    expect(leftOut).toEqual([
      { model: "Llama3-1B", reason: "dropped" },
      { model: "mystery", reason: "noProfile" },
    ]);
    expect(prepareSizeLines(scores, profiles, "tone").lines[0]?.points[0]?.n).toBeLessThan(lines[0]?.points[0]?.n ?? 0);
  });

  it("puts a base model beside its tuned sibling, paired where the pairs are at hand", () => {
    const [modelPair, ...others] = prepareBaseAgainstInstruct(scores, profiles, (model) => table.pairs(model));
    expect(others).toEqual([]);
    expect(modelPair).toMatchObject({ base: "Llama3-8B", instruct: "Llama3-8B-Instruct", missing: null });
    expect(modelPair?.rows).toHaveLength(5);
    const all = modelPair?.rows[0];
    expect(all?.plainDifference).toBeCloseTo((all?.base.rate ?? 0) - (all?.instruct.rate ?? 0), 12);
    expect(all?.paired?.matched).toBeGreaterThan(0);
    const unpaired = prepareBaseAgainstInstruct(scores, profiles, () => null)[0];
    expect(unpaired?.rows[0]?.paired).toBeNull();
  });

  it("lists a pair of models without rows when one of the two dropped out", () => {
    const renamed = [
      { ...guessModelProfile("Llama3-1B") },
      {
        ...guessModelProfile("x"),
        model: "Gemma3-12B-Instruct",
        family: "Llama3",
        sizeBillions: 1,
        tuning: "instruct" as const,
      },
    ];
    expect(prepareBaseAgainstInstruct(scores, renamed, () => null)).toMatchObject([
      { missing: "baseDropped", rows: [] },
    ]);
  });

  it("ranks with labels and stars", () => {
    const result = rankCategories(
      counts.map(({ model, category, context, memory }) => ({ model, category, rate: context / (context + memory) })),
    );
    if (!result.ok) throw new RangeError(result.reason);
    const prepared = prepareRanking(result.ranking);
    expect(prepared).toMatchObject({ expected: 10, method: "exact permutation distribution" });
    expect(prepared.rows[0]).toMatchObject({ label: "Child-directed", dimensionLabel: "Tone", starText: "***" });
    expect(prepared.rows.find(({ category }) => category === "poetic")?.starText).toBe("");
  });

  it("opens a cell to the expressions behind it, those that count first", () => {
    const pairs = table.pairs("Llama3-8B");
    const score = scores[0] as BeliefScore;
    const cell = prepareCellExpressions("Llama3-8B", "poetic", pairs);
    const rate = score.byCategory.get("poetic");
    expect(cell.expressions).toHaveLength(12);
    expect(cell.counted).toBe((rate?.context ?? 0) + (rate?.memory ?? 0));
    expect(cell.context).toBe(rate?.context);
    const firstRest = cell.expressions.findIndex(({ counts: does }) => !does);
    expect(cell.expressions.slice(firstRest).every(({ counts: does, reason }) => !does && reason !== null)).toBe(true);
    expect(cell.expressions[0]?.texts?.queries.ctx_yes).toMatch(/^Is .*\?$/);
  });
});

describe("the ranking of the screen", () => {
  const observers = scores.map(
    (score, place): Observer => ({
      key: score.observer,
      name: score.observer,
      side: "models",
      profile: profiles[place]!,
      score,
    }),
  );

  it("ranks the models that enter over the cells that the heatmap shows", () => {
    const ranking = rankModels(observers, 1, "exact");
    expect(ranking?.models).toEqual(names.filter((name) => name !== "Llama3-1B").sort());
    const shown = prepareHeatmap(scores)
      .cells.flat()
      .filter(({ state }) => state === "value");
    for (const { category, models } of ranking?.rows ?? []) {
      expect(models).toBe(shown.filter((cell) => cell.category === category).length);
    }
    expect(rankModels(observers, 1000, "exact")).toBeNull();
    const people = observers.map((observer) => ({ ...observer, side: "people" as const }));
    expect(rankModels(people, 1, "exact")).toBeNull();
  });

  it("says the same twice, also from random permutations", () => {
    expect(rankModels(observers, 1, "monte-carlo")).toEqual(rankModels(observers, 1, "monte-carlo"));
  });

  it("ranks within one observer as within each model: ties share their mean, gaps have none", () => {
    for (const score of scores) {
      const ranks = rankForObserver(score);
      const rated = [...score.byCategory.values()].filter(({ rate }) => rate !== null).length;
      expect(ranks.size).toBe(rated);
      expect([...ranks.values()].reduce((sum, rank) => sum + rank, 0)).toBeCloseTo((rated * (rated + 1)) / 2, 9);
    }
  });
});

describe("guessing a model's profile from its name", () => {
  it.each([
    ["Gemma3-12B", "Gemma3", 12, "base"],
    ["google/gemma-3-27b-it", "Gemma3", 27, "instruct"],
    ["LLaMA3-1B-Instruct", "Llama3", 1, "instruct"],
    ["meta-llama/Llama-3.2-3B", "Llama3", 3, "base"],
    ["Qwen3-30B-A3B-Base", "Qwen3", 30, "base"],
    ["Qwen/Qwen3-1.7B", "Qwen3", 1.7, "instruct"],
    ["Qwen3-8B-Instruct", "Qwen3", 8, "instruct"],
    ["house-model", null, null, null],
  ])("reads %s", (model, family, sizeBillions, tuning) => {
    expect(guessModelProfile(model)).toEqual({ model, family, sizeBillions, tuning });
  });
});
