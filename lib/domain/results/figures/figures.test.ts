import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInterval, formatP, formatPoints, formatShare } from "../../format/figures.ts";
import {
  formatLevels,
  pairFieldName,
  parseCorrespondenceForm,
  parseLevels,
  sameFieldName,
} from "../model/correspondence-form.ts";
import { formatItemResponsesQuery, parseItemResponsesQuery } from "../model/item-answers.ts";
import { matchPredictions, type StoredPrediction } from "../model/match-predictions.ts";
import { packCounts, unpackCounts } from "../model/prediction-counts.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { seriesLabel } from "../model/series-label.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { listActiveFilters, prepareFilters } from "../preparation/prepare-filters.ts";

describe("figures in words", () => {
  it("have a sign that is a minus, and no negative zero", () => {
    expect(formatPoints(-0.0704)).toBe("\u22127.0");
    expect(formatPoints(0.0704)).toBe("+7.0");
    expect(formatPoints(-0.0001)).toBe("0.0");
    expect(formatInterval({ low: -0.093, high: -0.0001 })).toBe("\u22129.3 to 0.0");
  });

  it("have a dash where there is nothing", () => {
    expect([formatShare(null), formatPoints(null), formatP(null), formatInterval({ low: null, high: 1 })]).toEqual([
      "–",
      "–",
      "–",
      "–",
    ]);
    expect(formatP(0.0004)).toBe("< 0.001");
  });
});

describe("the form that declares a pairing", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,10}$/);
  const levels = fc.dictionary(word, fc.stringMatching(/^[a-z0-9.-]{1,10}$/), { maxKeys: 3, noNullPrototype: true });

  it("reads back what it shows", () => {
    fc.assert(
      fc.property(levels, (one) => {
        expect(parseLevels(formatLevels(one))).toEqual(one);
      }),
    );
    fc.assert(
      fc.property(levels, levels, fc.uniqueArray(word, { maxLength: 3 }), (people, models, same) => {
        const fields = {
          [pairFieldName(people)]: formatLevels(models),
          ...Object.fromEntries(same.map((factor) => [sameFieldName(factor), "1"])),
        };
        expect(parseCorrespondenceForm({ ...fields, do: "declare" })).toEqual({
          ok: true,
          correspondence: { pairs: [{ people, models }], same },
        });
      }),
    );
  });

  it("goes back to the default, and refuses what it cannot read by name", () => {
    expect(parseCorrespondenceForm({ do: "default" })).toEqual({ ok: true, correspondence: null });
    expect(parseCorrespondenceForm({ "pair.story=story": "prompt" })).toMatchObject({
      ok: false,
      field: "pair.story=story",
    });
    expect(parseCorrespondenceForm({ other: "1" })).toMatchObject({ ok: false, field: "other" });
  });
});

describe("models’ answers beside the cells", () => {
  const conditions = ["true-false", "false-true"].map((order) => ({
    id: `questionOrder=${order}`,
    levels: { questionOrder: order },
    label: order,
  }));
  const stored = (changes: Partial<StoredPrediction>): StoredPrediction => ({
    runId: "r",
    modelId: "m",
    model: "M",
    source: "s",
    isDemo: false,
    itemId: "i",
    conditionKey: "questionOrder=true-false",
    condition: { questionOrder: "true-false" },
    answerKey: "true",
    findings: new Map([["questionOrder=true-false", "verified"]]),
    count: 1,
    ...changes,
  });

  it("keep the worst parity of repeats, and every answer is matched or counted", () => {
    const parity = fc.constantFrom("verified", "mismatch", "unverified" as const);
    const prediction = fc
      .tuple(
        fc.constantFrom("i", "j"),
        fc.constantFrom("true-false", "false-true", "none"),
        parity,
        fc.option(fc.constantFrom("true", "false")),
      )
      .map(([itemId, questionOrder, one, answerKey]) =>
        stored({
          itemId,
          findings: new Map([[`questionOrder=${questionOrder}`, one]]),
          answerKey,
          condition: { questionOrder },
          conditionKey: `questionOrder=${questionOrder}`,
        }),
      );
    fc.assert(
      fc.property(fc.array(prediction), (predictions) => {
        const { answers, unmatched, series } = matchPredictions(predictions, conditions, {
          pairs: [],
          same: ["questionOrder"],
        });
        const matched = predictions.filter(({ condition }) => condition.questionOrder !== "none");
        expect(unmatched.reduce((sum, { count }) => sum + count, 0)).toBe(predictions.length - matched.length);
        expect(answers.reduce((sum, { repeats }) => sum + repeats, 0)).toBeLessThanOrEqual(matched.length);
        expect(new Set(answers.map(({ itemId, conditionId }) => `${itemId}/${conditionId}`)).size).toBe(answers.length);
        expect(series).toHaveLength(matched.length > 0 ? 1 : 0);
        expect(answers.some((answer) => answer.parity === "mismatch")).toBe(
          matched.some((one) => [...one.findings.values()].includes("mismatch")),
        );
      }),
    );
  });

  it("are the same counted as one by one", () => {
    const prediction = fc
      .tuple(
        fc.constantFrom("i", "j"),
        fc.constantFrom("true-false", "false-true", "none"),
        fc.option(fc.constantFrom("true", "false")),
        fc.constantFrom("verified", "mismatch", "unverified" as const),
      )
      .map(([itemId, questionOrder, answerKey, parity]) =>
        stored({
          itemId,
          answerKey,
          conditionKey: `questionOrder=${questionOrder}`,
          condition: { questionOrder },
          findings: new Map([[`questionOrder=${questionOrder}`, parity]]),
        }),
      );
    const correspondence = { pairs: [], same: ["questionOrder"] };
    const inOrder = ({ answers, ...rest }: ReturnType<typeof matchPredictions>) => ({
      ...rest,
      answers: answers
        .map((one) => ({
          ...one,
          given: [...one.given].sort((left, right) => (left.answerKey < right.answerKey ? -1 : 1)),
        }))
        .sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
    });
    fc.assert(
      fc.property(fc.array(prediction, { maxLength: 40 }), (predictions) => {
        const counts = predictions.map(({ findings, ...one }) => ({ ...one, findings: Object.fromEntries(findings) }));
        const grouped = [...new Map(counts.map((one) => [JSON.stringify(one), one]))].map(([key, one]) => ({
          ...one,
          count: counts.filter((other) => JSON.stringify(other) === key).length,
        }));
        const stated = unpackCounts(JSON.parse(JSON.stringify(packCounts(grouped))), stored({}));
        expect(inOrder(matchPredictions(stated, conditions, correspondence))).toEqual(
          inOrder(matchPredictions(predictions, conditions, correspondence)),
        );
      }),
    );
  });

  it("are named by what sets a series apart from its siblings only", () => {
    const one = { id: "1", modelId: "m", model: "M", source: "a", rest: "", isDemo: false };
    expect(seriesLabel(one, [one])).toBe("M");
    expect(seriesLabel(one, [one, { ...one, id: "2", rest: "shots=5" }])).toBe("M (plain)");
    expect(seriesLabel({ ...one, rest: "shots=5" }, [{ ...one, id: "2", source: "b" }])).toBe("M (a; shots=5)");
  });
});

describe("the filters of a results page", () => {
  const item = (id: string, attributes: Record<string, string | number>) => ({
    id,
    name: id,
    version: 1,
    kind: "true-false",
    storyId: "s",
    storyTitle: "S",
    text: "",
    attributes,
    options: [
      { value: "true", label: "True" },
      { value: "false", label: "False" },
    ],
    rightAnswers: [],
    keyVersion: 1,
  });
  const results: StudyResults = {
    conditions: [{ id: "c", levels: {}, label: "c" }],
    items: [item("a", { type: "tom", order: 10 }), item("b", { type: "factual", level: 2 })],
    counts: [],
    series: [],
    answers: [],
    unmatched: noUnmatched,
  };

  it("offer what there is to choose, depths by size, and nothing with a single value", () => {
    const { choices, more } = prepareFilters(results, defaultResultsQuery, {
      stages: ["main"],
      stage: "main",
      keyVersions: [1],
      plan: null,
    });
    expect(choices.map(({ name, options }) => [name, options.map(({ value }) => value)])).toEqual([
      ["type", ["", "tom", "factual"]],
      ["order", ["", "2", "10"]],
    ]);
    expect(more.map(({ name }) => name)).toEqual(["ties", "leads", "of", "parity"]);
  });

  it("can each be taken off alone, which goes back to the first page", () => {
    const query = { ...defaultResultsQuery, type: "tom", surplus: true, page: 3 };
    const [first] = listActiveFilters(results, query, new Map());
    expect(first).toEqual({ label: "Theory of mind", without: { ...query, type: null, page: 1 } });
    expect(listActiveFilters(results, defaultResultsQuery, new Map())).toEqual([]);
  });
});

describe("the address of an item’s page", () => {
  it("opens what it was made from", () => {
    const query = fc.record({
      conditionId: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
      answerKey: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
      page: fc.integer({ min: 1, max: 999 }),
      modelsPage: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(query, (one) => {
        const parameters = Object.fromEntries(new URLSearchParams(formatItemResponsesQuery(one)));
        expect(parseItemResponsesQuery(parameters)).toEqual(one);
      }),
    );
  });
});
