import { describe, expect, it } from "vitest";
import { comparePaired } from "../../statistics/referee/compare-paired.ts";
import { buildCells } from "../model/cells.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { modelComparisonsView } from "../views/models/models-view.ts";
import { compareModels } from "./compare-models.ts";
import { compareSides } from "./compare-sides.ts";

/** One item per number: how many of three repeats are right, for each of two models; people right in 8 of 12. */
function asked(repeats: { one: readonly number[]; two: readonly number[] }, stories: number): StudyResults {
  const items = repeats.one.map((_, index) => sampleItem({ id: `i${index}`, storyId: `s${index % stories}` }));
  const answersOf = (seriesId: "one" | "two") =>
    items.map(({ id: itemId }, index) => {
      const right = repeats[seriesId][index]!;
      const given = [
        { answerKey: "true", count: right },
        { answerKey: "false", count: 3 - right },
      ].filter(({ count }) => count > 0);
      const answerKey = right > 1 ? "true" : "false";
      return {
        seriesId,
        itemId,
        conditionId: "c",
        answerKey,
        repeats: 3,
        given,
        unparsed: 0,
        parity: "verified" as const,
      };
    });
  return {
    conditions: [{ id: "c", levels: {}, label: "c" }],
    items,
    counts: items.flatMap(({ id: itemId }) => [
      { itemId, conditionId: "c", answerKey: "true", count: 8 },
      { itemId, conditionId: "c", answerKey: "false", count: 4 },
    ]),
    series: ["one", "two"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: [...answersOf("one"), ...answersOf("two")],
    unmatched: noUnmatched,
  };
}

// The majority of repeats is right on every item of "one" (2 of 3) and on no item of "two" (1 of 3).
const close = { one: Array.from({ length: 24 }, () => 2), two: Array.from({ length: 24 }, (_, i) => (i % 4 ? 1 : 0)) };

describe("a model with repeats", () => {
  const compared = (stories: number) => {
    const results = asked(close, stories);
    return compareModels(buildCells(results, "half"), results.series, { chance: 0.5, withMismatches: false });
  };

  it("is compared with other models by the share of its answers that is right, by a paired t over stories", () => {
    const { pairs } = compared(12);
    // 2/3 against 1/4: the majorities are 1 and 0.
    expect(pairs!.pairs[0]).toMatchObject({ decidedBy: "paired-clustered-t", isBinary: false, n: 24 });
    expect(pairs!.pairs[0]!.difference).toBeCloseTo(2 / 3 - 1 / 4, 12);
    expect(pairs!.subjects.map(({ accuracy }) => accuracy)).toEqual([
      expect.closeTo(2 / 3, 12),
      expect.closeTo(1 / 4, 12),
    ]);
    expect(pairs!.pairs[0]!.sentence).toContain("one was right in more of its answers to 24 items, two to 0");
  });

  it("has the same unit without stories: a paired t over items", () => {
    const { pairs, chance } = compared(2);
    expect(pairs!.pairs[0]).toMatchObject({ decidedBy: "paired-clustered-t", isBinary: false });
    expect(chance!.rows.find(({ label }) => label === "two")).toMatchObject({ decidedBy: "items-t", isBinary: false });
  });

  it("has the majority of its repeats as another observer with its own name, not corrected with the models", () => {
    const { chance, hasRepeats } = compared(12);
    expect(chance!.rows.map(({ label, accuracy }) => [label, accuracy])).toEqual([
      ["People’s majority", 1],
      ["one", expect.closeTo(2 / 3, 12)],
      ["two", expect.closeTo(1 / 4, 12)],
      ["one, majority of repeats", 1],
      ["two, majority of repeats", 0],
    ]);
    expect(chance!.familySize).toBe(3);
    expect(hasRepeats).toBe(true);
    expect(chance!.rows.slice(3).map(({ adjusted }) => adjusted)).toEqual([null, null]);
    const view = modelComparisonsView(compared(12));
    expect(view.conclusions[0]).toContain("2 models, each as the majority of its repeats, 24 cells");
    expect(view.tables.find(({ name }) => name === "pairs")!.columns).toContain("The first right more often");
    expect(view.findings!.join(" ")).toContain("right in a mean of 25.0% of its answers to 24 items");
  });

  it("is not compared with people by McNemar’s test on the majority of its repeats", () => {
    const results = asked(close, 2);
    const { models } = compareSides(buildCells(results, "half"), results.series, {
      ties: "half",
      testTies: "false",
      withMismatches: false,
      leads: "majority",
    });
    expect(models.map(({ sides }) => [sides.majority.decidedBy, sides.majority.mcnemar])).toEqual([
      [null, null],
      ["items-t", null],
    ]);
  });
});

it("decides a pair without repeats as if it were alone, beside one with shares", () => {
  const rows = Array.from({ length: 30 }, (_, index) => [index % 3 !== 0, index % 5 === 0, (index % 4) / 3]);
  const all = comparePaired({ labels: ["a", "b", "c"], outcomes: rows });
  const alone = comparePaired({ labels: ["a", "b"], outcomes: rows.map((row) => row.slice(0, 2)) });
  expect(all.ok && all.pairs.map(({ decidedBy }) => decidedBy)).toEqual([
    "mcnemar-midp",
    "paired-clustered-t",
    "paired-clustered-t",
  ]);
  expect(all.ok && alone.ok && all.pairs[0]!.pvalue === alone.pairs[0]!.pvalue).toBe(true);
  expect(all.ok && all.subjects.map(({ interval }) => interval)).toEqual(["wilson", "wilson", "items"]);
});
