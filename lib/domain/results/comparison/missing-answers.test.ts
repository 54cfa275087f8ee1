import { describe, expect, it } from "vitest";
import { buildCells } from "../model/cells.ts";
import { majorityCurveOfCounts } from "../model/majority-curve.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type SeriesAnswer, type StudyResults } from "../model/study-results.ts";
import { analysisPlanSchema } from "../plan/analysis-plan.ts";
import { confirmatoryFamily, confirmatoryTable } from "../plan/confirmatory-family.ts";
import { exploratory } from "../plan/result-status.ts";
import { prepareCellMaterial } from "../views/cell-material.ts";
import { type CellViewId, cellView } from "../views/cell-views.ts";
import { modelComparisonsView } from "../views/models/models-view.ts";
import { viewFile } from "../views/view-files.ts";
import { compareModels } from "./compare-models.ts";
import { compareSides } from "./compare-sides.ts";

const conditions = ["story", "no-story"];

/** 24 items of 12 stories under two conditions; people right in 5 to 7 of 10, the model in the given cells. */
function made(answerOf: (index: number, condition: string) => Partial<SeriesAnswer> | null): StudyResults {
  const items = Array.from({ length: 24 }, (_, index) => sampleItem({ id: `i${index}`, storyId: `s${index % 12}` }));
  return {
    conditions: conditions.map((id) => ({ id, levels: { story: id }, label: id })),
    items,
    counts: items.flatMap(({ id }, index) =>
      conditions.flatMap((conditionId) => [
        { itemId: id, conditionId, answerKey: "true", count: 5 + (index % 3) },
        { itemId: id, conditionId, answerKey: "false", count: 5 - (index % 3) },
      ]),
    ),
    series: [{ id: "m", modelId: "m", model: "Reader", source: "", rest: "", isDemo: false }],
    answers: items.flatMap(({ id }, index) =>
      conditions.flatMap((conditionId) => {
        const answer = answerOf(index, conditionId);
        return answer === null
          ? []
          : [
              {
                seriesId: "m",
                itemId: id,
                conditionId,
                answerKey: "true",
                repeats: 1,
                given: [{ answerKey: "true", count: 1 }],
                unparsed: 0,
                parity: "verified" as const,
                ...answer,
              },
            ];
      }),
    ),
    unmatched: noUnmatched,
  };
}

const compare = (results: StudyResults, withMismatches = true) =>
  compareSides(buildCells(results, "half"), results.series, {
    ties: "half",
    testTies: "false",
    withMismatches,
    leads: "person",
    margin: 0.2,
  }).models[0]!;

describe("missing answers of a model", () => {
  it("are all cells of people without an answer, also under conditions that the model was never asked under", () => {
    const { reading, sides } = compare(made((_, condition) => (condition === "story" ? {} : null)));
    expect(reading).toMatchObject({ absent: 24, called: 48, missing: 0.5 });
    expect(sides.person.dependsOnMissing).toBe(true);
    expect(sides.person.sentence).toContain("No conclusion: depends on 24 missing and unparsed answers.");
    expect(sides.person).toMatchObject({ isSignificant: false });
    expect(sides.person.sentence).toContain("Equivalence within 20.0 points is not claimed");
  });

  it("include answers to another text, where these are excluded", () => {
    const results = made((index) => (index < 12 ? { parity: "mismatch" } : {}));
    expect(compare(results).reading).toMatchObject({ absent: 0, missing: 0 });
    const { reading, sides } = compare(results, false);
    expect(reading).toMatchObject({ absent: 24, missing: 0.5 });
    expect(sides.person.dependsOnMissing).toBe(true);
  });

  it("leave a model without counted answers out of pairs and letters", () => {
    const results = made(() => ({ parity: "mismatch" }));
    const other = { ...results.series[0]!, id: "n", modelId: "n", model: "Other" };
    const both = {
      ...results,
      series: [...results.series, other],
      answers: [
        ...results.answers,
        ...results.answers.map((one) => ({ ...one, seriesId: "n", parity: "verified" as const })),
      ],
    };
    const found = compareModels(buildCells(both, "half"), both.series, { chance: 0.5, withMismatches: false });
    expect(found.pairs).toBeNull();
    expect(found.chance?.rows.map(({ label }) => label)).toEqual(["People’s majority", "Other"]);
  });

  it("leave a conclusion that holds even if they favour the other side", () => {
    const few = compare(made((index, condition) => (index === 0 && condition === "story" ? null : {})));
    expect(few.reading.absent).toBe(1);
    expect(few.sides.person).toMatchObject({ isSignificant: true, dependsOnMissing: false });
    expect(few.sides.person.sentence).toContain("Reader was right more often");
  });

  it("count unparsed answers as right where people would be better", () => {
    const wrong = { answerKey: "false", given: [{ answerKey: "false", count: 1 }] };
    const unread = { answerKey: null, given: [], repeats: 0, unparsed: 1 };
    const side = compare(made((index) => (index < 16 ? unread : wrong))).sides.person;
    expect(side.difference.value).toBeGreaterThan(0.3);
    expect(side).toMatchObject({ isSignificant: false, dependsOnMissing: true });
    const table = confirmatoryTable(
      confirmatoryFamily(
        made((index) => (index < 16 ? unread : wrong)),
        analysisPlanSchema.parse({ comparator: { kind: "mean-person" } }),
        null,
      ),
      analysisPlanSchema.parse({}),
    );
    expect(table.rows[0]!.at(-1)).toMatchObject({
      kind: "text",
      text: "no conclusion: depends on 32 missing and unparsed answers",
    });
  });
});

describe("an approximate and an exact test", () => {
  it("are said to disagree where they do", () => {
    // Five stories alike: sign patterns cannot be below 1/16, the t test can.
    const results = made((index) => (index % 12 < 5 ? {} : null));
    const items = results.items.filter((_, index) => index % 12 < 5);
    const kept = new Set(items.map(({ id }) => id));
    const few = { ...results, items, counts: results.counts.filter(({ itemId }) => kept.has(itemId)) };
    const { person } = compare(few).sides;
    expect(person.pvalue).toBeLessThan(0.05);
    expect(person.sentence).toContain("The approximate test and this exact one disagree at 0.05.");
  });
});

describe("the curve of majorities", () => {
  it("goes up to the number of people who were asked", () => {
    const counts = [{ correct: 30, n: 52, isFalseRight: false }];
    expect(majorityCurveOfCounts(counts, "half").points).toHaveLength(52);
  });
});

describe("missing answers in planned tests of models alone", () => {
  const other = (answer: { seriesId: string }) => ({ ...answer, seriesId: "n" }) as SeriesAnswer;
  /** Reader, and a second model that is right about every second item and has all answers. */
  const two = (answerOf: Parameters<typeof made>[0]): StudyResults => {
    const [own, full] = [
      made(answerOf),
      made((index) => (index % 2 === 0 ? {} : { answerKey: "false", given: [{ answerKey: "false", count: 1 }] })),
    ];
    return {
      ...own,
      items: own.items.map((item, index) => ({
        ...item,
        attributes: { ...item.attributes, order: index < 12 ? 2 : 3 },
      })),
      series: [own.series[0]!, { ...own.series[0]!, id: "n", modelId: "n", model: "Other" }],
      answers: [...own.answers, ...full.answers.map(other)],
    };
  };
  const decisionsOf = (results: StudyResults, test: object, margin = 0.2) => {
    const plan = analysisPlanSchema.parse({
      comparator: { kind: "mean-person" },
      margin,
      family: { method: "holm", alpha: 0.05, tests: [test] },
    });
    return confirmatoryTable(confirmatoryFamily(results, plan, null), plan).rows.map((row) => {
      const [, says] = row;
      const decision = row.at(-1);
      return [says, decision].map((cell) => (cell?.kind === "text" ? cell.text : ""));
    });
  };
  const findingsOf = (results: StudyResults) =>
    modelComparisonsView(
      compareModels(buildCells(results, "half"), results.series, { chance: 0.5, withMismatches: false }),
    ).findings;
  const depends = (n: number) => `no conclusion: depends on ${n} missing and unparsed answers`;
  const wrong = { answerKey: "false", given: [{ answerKey: "false", count: 1 }] };
  const half = two((_, condition) => (condition === "story" ? {} : null));
  const nearlyAll = two((index, condition) => (index === 0 && condition === "story" ? null : {}));

  it("are set against a conclusion about chance", () => {
    expect(decisionsOf(half, { kind: "model-against-chance" })[0]).toEqual(["Reader", depends(24)]);
    expect(decisionsOf(nearlyAll, { kind: "model-against-chance" })[0]).toEqual(["Reader", "significant"]);
    expect(findingsOf(half)).toContain(
      "Reader against the chance level (n = 24 cells). No conclusion: depends on 24 missing and unparsed answers.",
    );
    expect(findingsOf(nearlyAll).join(" ")).toContain("Reader was above chance");
  });

  it("are set against a conclusion about two models", () => {
    expect(decisionsOf(half, { kind: "model-against-model" })).toEqual([["Reader minus Other", depends(24)]]);
    expect(decisionsOf(nearlyAll, { kind: "model-against-model" })).toEqual([["Reader minus Other", "significant"]]);
    expect(findingsOf(half)).toContain(
      "Reader and Other (n = 24 cells). No conclusion: depends on 24 missing and unparsed answers.",
    );
    expect(findingsOf(nearlyAll).join(" ")).not.toContain("No conclusion");
  });

  it("are set against a conclusion about levels", () => {
    const levels = { kind: "levels", of: "order", between: ["2", "3"] };
    const falls = (isMissing: (condition: string) => boolean) =>
      two((index, condition) => (isMissing(condition) ? null : index < 14 ? {} : wrong));
    const rowsOf = (results: StudyResults) =>
      decisionsOf(results, levels).filter(([says]) => says!.startsWith("Reader"));
    expect(rowsOf(falls((condition) => condition !== "story"))).toEqual([["Reader, order 3 minus 2", depends(24)]]);
    expect(rowsOf(falls(() => false))).toEqual([["Reader, order 3 minus 2", "significant"]]);
  });

  it("are wrong in a conclusion that the model is not worse than people", () => {
    // People are right in 60%; the model in at least 50%.
    expect(decisionsOf(half, { kind: "non-inferiority" }, 0.05)[0]![1]).toBe(depends(24));
    expect(decisionsOf(nearlyAll, { kind: "non-inferiority" }, 0.05)[0]![1]).toBe("significant");
  });

  describe("on the pages outside the plan", () => {
    const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;
    const findings = (results: StudyResults, id: CellViewId) =>
      cellView(id, prepareCellMaterial(results, new Map(), "order", rules)).findings ?? [];
    const none = (n: number) => `No conclusion: depends on ${n} missing and unparsed answers.`;
    const about = (all: readonly string[], who: string) => all.filter((one) => one.includes(who)).join(" ");

    it("are set against a difference between levels and kinds", () => {
      const falls = (isMissing: (condition: string) => boolean) => {
        const results = two((index, condition) => (isMissing(condition) ? null : index < 14 ? {} : wrong));
        const typed = results.items.map((item, index) => ({
          ...item,
          attributes: { ...item.attributes, type: index < 12 ? "tom" : "factual" },
        }));
        return { ...results, items: typed };
      };
      for (const id of ["levels", "tom-factual"] as const) {
        expect(
          about(
            findings(
              falls((condition) => condition !== "story"),
              id,
            ),
            "Reader",
          ),
        ).toContain(none(24));
        expect(
          findings(
            falls(() => false),
            id,
          ).join(" "),
        ).not.toContain("No conclusion");
      }
    });

    it("are set against the effect of a factor, on right answers and on what is said", () => {
      const effect = (missing: number) =>
        two((index, condition) => {
          if (condition !== "story") return index < 6 ? wrong : {};
          return index >= 24 - missing ? null : index === 3 ? wrong : {};
        });
      const all = findings(effect(18), "factors");
      expect(all.filter((one) => one.includes("Reader") && one.includes(none(18)))).toHaveLength(2);
      expect(findings(effect(0), "factors").join(" ")).not.toContain("No conclusion");
      const view = cellView("factors", prepareCellMaterial(effect(18), new Map(), "order", rules));
      const file = viewFile(view, "factors", "csv", exploratory)!;
      expect(file).toContain("missing answers against it");
    });

    it("are set against a difference between two ways of asking one model", () => {
      const asked = two((index) => (index < 16 ? null : index % 5 === 0 ? wrong : {}));
      const series = asked.series.map((one) => ({ ...one, modelId: "m", source: one.id }));
      const answers = asked.answers.map((one) =>
        one.seriesId === "n" && Number(one.itemId.slice(1)) >= 16 ? { ...one, ...wrong } : one,
      );
      const all = findings({ ...asked, series, answers }, "prompts");
      expect(all.join(" ")).toContain(none(32));
    });
  });
});
