import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { majorityAccuracy, majorityVote } from "../../statistics/agreement/majority-vote.ts";
import { mcnemarTest } from "../../statistics/proportions/mcnemar.ts";
import { compareModels } from "../comparison/compare-models.ts";
import { compareSides } from "../comparison/compare-sides.ts";
import type { ComparisonOptions } from "../comparison/test-sides.ts";
import { dataVersions } from "../plan/data-collection-state.ts";
import { presetCorrespondence } from "../plan/preset-correspondence.ts";
import { prepareConditions } from "../preparation/prepare-conditions.ts";
import { listBreakdowns, prepareDepth } from "../preparation/prepare-depth.ts";
import { prepareTotals } from "../preparation/prepare-totals.ts";
import { buildCells } from "./cells.ts";
import { addPair, defaultCorrespondence, findCounterpart } from "./correspondence.ts";
import { countVote, isMajorityRight } from "./majority.ts";
import { findEquivalentSize, formatEquivalentMajoritySize, majorityCurve } from "./majority-curve.ts";
import { findCounterparts } from "./match-predictions.ts";
import {
  cellFilters,
  defaultResultsQuery,
  formatResultsQuery,
  headlineComparators,
  majoritySizes,
  narrowResults,
  parseItemSelection,
  parseResultsQuery,
  type ResultsQuery,
  resultSorts,
  sortCells,
} from "./results-query.ts";
import { sampleItem } from "./sample-item.ts";
import { noUnmatched, type ResultItem, type StudyResults } from "./study-results.ts";

function item(id: string, changes: Partial<ResultItem> = {}): ResultItem {
  return sampleItem({ id, storyTitle: "S", ...changes });
}

const condition = { id: "c", levels: {}, label: "c" };
const series = (id: string) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false });

/** People's [true, false] and a model's answer for each item, all under one condition. */
function resultsOf(
  people: readonly (readonly [number, number])[],
  model: readonly (boolean | null)[] = [],
  change: (index: number) => Partial<ResultItem> = () => ({}),
): StudyResults {
  return {
    conditions: [condition],
    items: people.map((_, index) => item(`i${index}`, change(index))),
    counts: people.flatMap(([yes, no], index) => [
      { itemId: `i${index}`, conditionId: "c", answerKey: "true", count: yes },
      { itemId: `i${index}`, conditionId: "c", answerKey: "false", count: no },
    ]),
    series: [series("m")],
    answers: model.map((answer, index) => ({
      seriesId: "m",
      itemId: `i${index}`,
      conditionId: "c",
      answerKey: answer === null ? null : String(answer),
      repeats: answer === null ? 0 : 1,
      given: answer === null ? [] : [{ answerKey: String(answer), count: 1 }],
      unparsed: answer === null ? 1 : 0,
      parity: "verified" as const,
    })),
    unmatched: noUnmatched,
  };
}

describe("the majority", () => {
  it("agrees with the statistics' majority for two options, ties included", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.boolean(), (yes, no, gold) => {
        const responses = [...new Array(yes).fill(true), ...new Array(no).fill(false)];
        const vote = countVote(
          ["true", "false"],
          new Map([
            ["true", yes],
            ["false", no],
          ]),
        );
        const { label, tie } = majorityVote(responses);
        expect(vote).toMatchObject({ n: yes + no, isTie: tie, majority: label === null ? null : String(label) });
        for (const policy of ["false", "incorrect", "exclude"] as const) {
          const { correct, n } = majorityAccuracy([{ responses, gold }], policy);
          expect(isMajorityRight(vote, [String(gold)], policy)).toBe(n === 0 ? null : correct === 1);
        }
      }),
    );
  });

  it("ties at the top only, and keeps answers that are no option", () => {
    const given = new Map([
      ["a", 2],
      ["b", 5],
      ["c", 5],
      ["?", 1],
      ["", 3],
    ]);
    expect(countVote(["a", "b", "c"], given)).toEqual({
      n: 13,
      counts: [
        { value: "a", count: 2 },
        { value: "b", count: 5 },
        { value: "c", count: 5 },
        { value: "?", count: 1 },
      ],
      majority: null,
      isTie: true,
    });
    expect(countVote(["a"], new Map())).toMatchObject({ n: 0, majority: null, isTie: false });
  });
});

describe("which conditions stand beside which", () => {
  const street = defaultCorrespondence(["story", "questionOrder"]);

  it("never puts people without any story beside a model that was given one, nor people of the no-story condition beside one without", () => {
    const known = defaultCorrespondence(["story", "questionOrder"], true);
    const alone = { story: "context-free", questionOrder: "true-false" };
    expect(findCounterpart(known, alone, alone).ok).toBe(true);
    expect(findCounterpart(known, alone, { prompt: "human", questionOrder: "true-false" }).ok).toBe(false);
    const noStory = { story: "no-story", questionOrder: "true-false" };
    expect(findCounterpart(known, noStory, { ...alone, prompt: "human" }).ok).toBe(false);
  });
  const people = { story: "no-story", questionOrder: "true-false" };

  it("is the mapping of Street et al.: no story beside the human prompt, story beside the simplified one", () => {
    const human = { prompt: "human", questionOrder: "true-false" };
    const simplified = { prompt: "simplified", questionOrder: "true-false" };
    expect(findCounterpart(street, people, human)).toEqual({ ok: true, rest: {}, isDeclared: true });
    expect(findCounterpart(street, people, simplified)).toEqual({ ok: false, factors: ["prompt"] });
    expect(findCounterpart(street, { ...people, story: "story" }, simplified)).toEqual({
      ok: true,
      rest: {},
      isDeclared: true,
    });
  });

  it("asks for the same order of the words where the model's condition names one", () => {
    expect(findCounterpart(street, people, { prompt: "human", questionOrder: "false-true" })).toEqual({
      ok: false,
      factors: ["questionOrder"],
    });
    expect(findCounterpart(street, people, {})).toEqual({ ok: true, rest: {}, isDeclared: false });
  });

  it("says what is missing where a study declares that it must be there", () => {
    const declared = { ...street, lenient: false };
    expect(findCounterpart(declared, people, {})).toEqual({ ok: false, factors: ["prompt", "questionOrder"] });
  });

  it("can have one more pair, and what was compared before still is", () => {
    const chat = { prompt: "chat", questionOrder: "none" };
    const more = addPair(street, people, chat);
    expect(findCounterpart(more, people, chat)).toMatchObject({ ok: true, isDeclared: true });
    expect(findCounterpart(more, { ...people, story: "story" }, chat).ok).toBe(false);
    const labelled: Record<string, string> = { prompt: "human", questionOrder: "true-false" };
    for (const model of [{}, labelled]) expect(findCounterpart(more, people, model).ok).toBe(true);
    const plain = addPair(defaultCorrespondence(["ablation"]), { ablation: "plain" }, { ablation: "none" });
    expect(findCounterpart(plain, { ablation: "plain" }, {}).ok).toBe(true);
    expect(findCounterpart(plain, { ablation: "plain" }, { ablation: "none" }).ok).toBe(true);
    expect(findCounterpart(plain, { ablation: "plain" }, { ablation: "event" }).ok).toBe(false);
  });

  it("does not put another level beside the one condition of a study", () => {
    const only = [{ id: "ablation=plain", levels: { ablation: "plain" } }];
    const matchesOf = (ablation: string) =>
      findCounterparts({ ablation, shots: "0" }, only, defaultCorrespondence(["ablation"]));
    expect(matchesOf("none")).toEqual({ matches: [], factors: ["ablation"] });
    expect(matchesOf("plain").matches).toEqual([{ conditionId: "ablation=plain", rest: "shots=0", isDeclared: false }]);
  });

  it("keeps two prompts apart that both correspond to one condition", () => {
    const knp = presetCorrespondence("kste-next-action", []);
    const restOf = (prompt: string) => findCounterpart(knp, { ablation: "plain" }, { prompt, ablation: "plain" });
    expect(restOf("knp")).toEqual({ ok: true, rest: { prompt: "knp" }, isDeclared: true });
    expect(restOf("human")).toEqual({ ok: true, rest: { prompt: "human" }, isDeclared: true });
    expect(restOf("other").ok).toBe(false);
  });

  it("takes a factor that both sides name by its word", () => {
    const both = { prompt: "human", questionOrder: "true-false", story: "story" };
    expect(findCounterpart(street, people, both)).toEqual({ ok: false, factors: ["story"] });
    expect(findCounterpart(street, people, { ...both, story: "no-story" })).toMatchObject({ ok: true });
  });

  it("keeps what it does not speak of apart, as a series of its own", () => {
    const model = { prompt: "human", questionOrder: "true-false", shots: "5" };
    expect(findCounterpart(street, people, model)).toEqual({ ok: true, rest: { shots: "5" }, isDeclared: true });
  });

  it("lets no level clash in other designs, and asks for nothing without factors", () => {
    expect(
      findCounterpart(defaultCorrespondence(["optionOrder"]), { optionOrder: "ab" }, { optionOrder: "ba" }).ok,
    ).toBe(false);
    expect(findCounterpart(defaultCorrespondence([]), {}, { shots: "0" })).toEqual({
      ok: true,
      rest: { shots: "0" },
      isDeclared: false,
    });
  });
});

const usual: ComparisonOptions = { ties: "half", testTies: "false", withMismatches: false, leads: null };
const compare = (results: StudyResults, changes: Partial<ComparisonOptions> = {}) => {
  const asked = { ...usual, ...changes };
  return compareSides(buildCells(results, asked.ties), results.series, asked);
};
const ofStories = (count: number) => (index: number) => ({ storyId: `s${index % count}` });

describe("people beside a model", () => {
  const small: [number, number][] = [
    [9, 1],
    [1, 9],
    [5, 5],
    [8, 2],
    [0, 0],
    [7, 3],
  ];

  it("are compared on the cells that both answered, and the others are counted", () => {
    const [row] = compare(resultsOf(small, [true, true, true, false, true])).models;
    expect(row).toMatchObject({
      shared: 4,
      onlyPeopleAnswered: 1,
      onlyModelAnswered: 1,
      voters: { least: 10, median: 10, most: 10 },
      sides: {
        majority: {
          people: { correct: 2.5, n: 4 },
          model: { correct: 3, n: 4 },
          discordant: { onlyPeople: 1, onlyModel: 2, both: 1, neither: 0 },
          decidedBy: "mcnemar-midp",
        },
        person: { discordant: null, mcnemar: null },
      },
    });
    expect(row?.sides.person.people.value).toBeCloseTo((0.9 + 0.1 + 0.5 + 0.8) / 4, 12);
    expect(row?.sides.majority.mcnemar).toBeCloseTo(mcnemarTest(1, 2, "midp").pvalue, 12);
  });

  it("count an unparsed answer as wrong, show its share and bounds, and never call that no difference", () => {
    const people = Array.from({ length: 24 }, (): [number, number] => [9, 1]);
    const answers = people.map((_, index) => (index < 16 ? null : true));
    const [row] = compare(resultsOf(people, answers, ofStories(6))).models;
    expect(row).toMatchObject({
      shared: 24,
      alone: { correct: 8, n: 24 },
      reading: { asked: 24, unparsed: 16, right: 8, worstCase: { low: 8 / 24, high: 1 } },
    });
    const few = compare(resultsOf(small, [true, true, null, null, null, null])).models[0]!;
    expect(few.sides.majority.isSignificant).toBe(false);
    expect(few.sides.majority.sentence).toContain("no conclusion, because");
    expect(few.sides.majority.sentence).not.toContain("No significant difference");
  });

  it("take the mean of a model's repeats, show their majority beside it, and share a tie as people's ties are shared", () => {
    const one = resultsOf([[9, 1]], [true]);
    const repeated: StudyResults = {
      ...one,
      answers: [
        {
          ...one.answers[0]!,
          answerKey: "true",
          repeats: 3,
          given: [
            { answerKey: "true", count: 2 },
            { answerKey: "false", count: 1 },
          ],
          unparsed: 1,
        },
      ],
    };
    const [cell] = buildCells(repeated, "half");
    expect(cell?.models.get("m")).toMatchObject({ mean: 0.5, majority: 1, right: 2, unparsed: 1 });
    expect(compare(repeated).models[0]?.repeats).toMatchObject({ correct: 1, n: 1 });
    const tied = {
      ...repeated.answers[0]!,
      answerKey: null,
      given: [
        { answerKey: "true", count: 1 },
        { answerKey: "false", count: 1 },
      ],
    };
    const [half] = buildCells({ ...repeated, answers: [tied] }, "half");
    expect(half?.models.get("m")).toMatchObject({ majority: 0.5, isRight: null });
  });

  it("leave answers to another text out of tests unless asked for, and say how many", () => {
    const results = resultsOf(small, [true, true, true, false]);
    const mixed = {
      ...results,
      answers: results.answers.map((answer, index) => ({
        ...answer,
        parity: index === 0 ? ("mismatch" as const) : answer.parity,
      })),
    };
    expect(compare(mixed).models[0]).toMatchObject({ shared: 3, mismatched: 1 });
    expect(compare(mixed, { withMismatches: true }).models[0]).toMatchObject({ shared: 4, mismatched: 0 });
  });

  it("are one claim for each model: Holm over the models, in the sentence too", () => {
    const people = Array.from({ length: 40 }, (): [number, number] => [10, 0]);
    const one = resultsOf(
      people,
      people.map((_, index) => index % 4 !== 0),
      ofStories(8),
    );
    const results: StudyResults = {
      ...one,
      series: [series("m"), series("n"), series("silent")],
      answers: [
        ...one.answers,
        ...one.answers.map((answer, index) => ({
          ...answer,
          seriesId: "n",
          answerKey: String(index > 0),
          given: [{ answerKey: String(index > 0), count: 1 }],
        })),
      ],
    };
    const { models, familySize, leads } = compare(results);
    expect({ familySize, leads }).toEqual({ familySize: 2, leads: "majority" });
    const majority = models[0]!.sides.majority;
    expect(majority).toMatchObject({ decidedBy: "clustered-t", adjusted: 2 * majority.pvalue! });
    expect(majority.wild).toMatchObject({ clusters: 8, smallest: 2 / 256 });
    expect(majority.sentence).toContain("after Holm over 2 models");
    expect(majority.sentence).toContain("the majority of 10 people");
    expect(models[0]!.sides.person.sentence).toContain("he mean person");
    expect(models[2]).toMatchObject({ shared: 0, voters: null });
    expect(models[2]!.sides.majority).toMatchObject({ pvalue: null, isSignificant: false });
  });

  it("have no interval over two stories and say so, instead of one from -100 to 100", () => {
    const people = Array.from({ length: 12 }, (): [number, number] => [3, 1]);
    const { models, leads, warnings } = compare(
      resultsOf(
        people,
        people.map((_, index) => index % 3 > 0),
        ofStories(2),
      ),
    );
    const { difference } = models[0]!.sides.person;
    expect(leads).toBe("person");
    expect(difference).toMatchObject({ basis: "items", clusters: [] });
    expect(difference.high! - difference.low!).toBeLessThan(1);
    expect(warnings.join(" ")).toContain("With 2 stories there is no interval for new stories");
    expect(models[0]!.sides.majority.wild).toBeNull();
  });

  it("say what each tie rule would conclude when the conclusion depends on it", () => {
    const people = Array.from({ length: 40 }, (_, index): [number, number] => (index < 12 ? [6, 6] : [12, 0]));
    const results = resultsOf(
      people,
      people.map(() => true),
      (index) => ({ storyId: `s${index}` }),
    );
    // A plan names one of the rules, so the others are never part of it.
    const tests = [{ kind: "model-against-people" as const, p: 0.01 }];
    const planned = {
      comparator: "majority" as const,
      status: { kind: "confirmatory" as const },
      roles: { "model-against-people": "primary" as const, equivalence: null, "non-inferiority": null },
      tests,
    };
    for (const own of [null, planned])
      expect(compare(results, { planned: own }).models[0]?.tieRules).toMatch(
        /^Exploratory: .+: The conclusion depends on ties: counted a half, /,
      );
    // With ten missing answers, which may all be wrong, no rule leads to a conclusion.
    const incomplete = { ...results, answers: results.answers.slice(0, 30) };
    const [model] = compare(incomplete).models;
    expect(model?.sides.majority.dependsOnMissing).toBe(true);
    expect(model?.tieRules).toBeNull();
  });

  it("stand beside models among themselves and guessing, corrected over all pairs", () => {
    const people = Array.from({ length: 40 }, (): [number, number] => [9, 1]);
    const one = resultsOf(
      people,
      people.map((_, index) => index % 2 === 0),
      ofStories(8),
    );
    const results: StudyResults = {
      ...one,
      series: [series("m"), series("n")],
      answers: [
        ...one.answers,
        ...one.answers.map((answer) => ({
          ...answer,
          seriesId: "n",
          answerKey: "true",
          given: [{ answerKey: "true", count: 1 }],
        })),
      ],
    };
    const compared = compareModels(buildCells(results, "half"), results.series, { chance: 0.5, withMismatches: false });
    expect(compared.pairs?.pairs).toHaveLength(1);
    expect(compared.pairs?.pairs[0]).toMatchObject({ n: 40, n01: 20, n10: 0 });
    expect(compared.chance?.rows.map(({ label, correct }) => [label, correct])).toEqual([
      ["People’s majority", 40],
      ["m", 20],
      ["n", 40],
    ]);
    const few = resultsOf(
      people,
      people.map(() => true),
      ofStories(2),
    );
    expect(compareModels(buildCells(few, "half"), few.series, { chance: null, withMismatches: false })).toMatchObject({
      pairs: null,
      chance: null,
      reason: "With fewer than 5 stories, cells are treated as independent of each other.",
    });
  });

  it("are worth as many people as it takes for a majority that is as often right", () => {
    const people = Array.from({ length: 30 }, (): [number, number] => [8, 4]);
    const { worth, sides } = compare(
      resultsOf(
        people,
        people.map((_, index) => index % 4 !== 0),
      ),
    ).models[0]!;
    const { points } = majorityCurve(buildCells(resultsOf(people), "half"), "half");
    expect(points[0]).toMatchObject({ k: 1, accuracy: expect.closeTo(2 / 3, 12), cells: 30 });
    expect(worth?.k).toBe(points.find(({ accuracy }) => accuracy >= sides.person.model.value!)?.k);
    expect(findEquivalentSize({ points: points.slice(0, 4) }, 1)).toEqual({ k: null, isBeyond: true });
    expect(findEquivalentSize({ points }, 0.6)).toEqual({ k: 0, isBeyond: false });
    const curve = { points: points.slice(0, 4) };
    expect(formatEquivalentMajoritySize(curve, { value: 0.6, low: 0.5, high: 1 })).toBe(
      "less than one person (95% interval: less than one person to more than 4 people)",
    );
    expect(formatEquivalentMajoritySize(curve, { value: 2 / 3, low: null, high: null })).toBe("1 person");
  });

  it("are worth that many people on the cells with two options, whatever their share on the others", () => {
    const people = Array.from({ length: 12 }, (): [number, number] => [6, 6]);
    const plain = resultsOf(
      people,
      people.map((_, index) => index % 2 === 0),
    );
    const more = { value: "more", label: "More" };
    const items = plain.items.map((item, index) =>
      index % 2 === 0 ? { ...item, options: [...item.options, more] } : item,
    );
    const mixed = compare({ ...plain, items }).models[0]!;
    expect(mixed.sides.person.model.value).toBe(0.5);
    // The model is wrong on every cell with two options.
    expect(mixed).toMatchObject({ worth: { k: 0 }, worthShare: { value: 0, n: 6 } });
    expect(compare(plain).models[0]!.worthShare).toBeUndefined();
  });

  it("never give NaN, whatever is missing", () => {
    const people = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 12 });
    const model = fc.array(fc.option(fc.boolean()), { maxLength: 12 });
    fc.assert(
      fc.property(people, model, fc.nat(3), (counts, answers, stories) => {
        const results = resultsOf(counts, answers.slice(0, counts.length), (index) => ({
          storyId: `s${index % (stories + 1)}`,
          rightAnswers: index % 5 === 4 ? [] : [String(index % 2 === 0)],
          attributes: { type: index % 2 ? "tom" : "factual", order: index, level: index },
        }));
        const cells = buildCells(results, "half");
        const page = {
          totals: prepareTotals(cells, results.series),
          compared: compareSides(cells, results.series, usual),
          depth: [...prepareDepth(cells, null), ...prepareDepth(cells, "m")],
          conditions: prepareConditions(cells, results.series),
        };
        expect(numbersIn(page).every(Number.isFinite)).toBe(true);
        for (const sort of resultSorts) expect(sortCells(cells, sort)).toHaveLength(cells.length);
      }),
    );
  });
});

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(numbersIn);
}

describe("accuracy by depth", () => {
  it("has a panel for theory of mind and one for facts, in order of depth", () => {
    const results = resultsOf(
      [
        [9, 1],
        [2, 8],
        [7, 3],
        [6, 4],
      ],
      [true, true, true, false],
      (index) => ({
        attributes:
          index < 2 ? { type: "tom", order: 10 - index, level: null } : { type: "factual", order: null, level: index },
      }),
    );
    const panels = prepareDepth(buildCells(results, "false"), "m");
    expect(panels.map(({ key, points }) => [key, points.map(({ label }) => label)])).toEqual([
      ["tom", ["9", "10"]],
      ["factual", ["2", "3"]],
    ]);
    expect(panels[0]?.points[0]).toMatchObject({
      majority: { correct: 0, n: 1 },
      model: { correct: 1, n: 1 },
      people: { correct: 2, n: 10 },
    });
  });

  it("is divided by another attribute only when that is named", () => {
    const cells = buildCells(
      resultsOf(
        [
          [1, 0],
          [1, 0],
        ],
        [],
        (index) => ({ attributes: { setup: `x${index}`, same: 1 } }),
      ),
      "false",
    );
    // An unnamed attribute does not divide the results.
    expect(prepareDepth(cells, null)).toEqual([]);
    expect(prepareDepth(cells, null, "setup").map(({ title, points }) => [title, points.length])).toEqual([
      ["By setup", 2],
    ]);
    expect(prepareDepth(cells, null, "no such attribute")).toEqual([]);
    expect(listBreakdowns(cells.map(({ item: one }) => one))).toEqual(["setup"]);
    expect(prepareDepth(buildCells(resultsOf([[1, 0]]), "false"), null)).toEqual([]);
  });
});

describe("the address of a results page", () => {
  const word = fc.string({ minLength: 1, maxLength: 20 });
  const query: fc.Arbitrary<ResultsQuery> = fc.record({
    condition: fc.option(word),
    type: fc.option(word),
    order: fc.option(word),
    story: fc.option(word),
    items: fc.option(word.map((text) => `id = ${text}`.trim())),
    models: fc.option(fc.array(word, { minLength: 1, maxLength: 4 })),
    parity: fc.constantFrom("matching", "all", "verified"),
    leads: fc.option(fc.constantFrom(...headlineComparators)),
    majorityOf: fc.option(fc.constantFrom(...majoritySizes)),
    ties: fc.option(fc.constantFrom("half", "false", "incorrect", "exclude")),
    by: fc.option(word),
    sort: fc.constantFrom(...resultSorts),
    show: fc.option(fc.constantFrom(...cellFilters)),
    page: fc.integer({ min: 1, max: 500 }),
    stage: fc.option(word),
    surplus: fc.boolean(),
    excluded: fc.boolean(),
    openStratum: fc.boolean(),
    key: fc.option(fc.integer({ min: 1, max: 9 })),
    data: fc.constantFrom(...dataVersions),
  });

  it("opens the page that it was made from", () => {
    fc.assert(
      fc.property(query, (one) => {
        const parameters: Record<string, string[]> = {};
        for (const [name, value] of new URLSearchParams(formatResultsQuery(one))) {
          parameters[name] = [...(parameters[name] ?? []), value];
        }
        expect(parseResultsQuery(parameters)).toEqual(one);
      }),
    );
  });

  it("opens with the default for whatever makes no sense", () => {
    expect(parseResultsQuery({ page: "-1", sort: "x", ties: ["y", "z"], key: "1e9", parity: "" })).toEqual(
      defaultResultsQuery,
    );
    expect(formatResultsQuery(defaultResultsQuery)).toBe("");
  });

  it("narrows items and conditions, and shows everything rather than nothing for a condition that is gone", () => {
    const results = resultsOf(
      [
        [1, 0],
        [1, 0],
      ],
      [],
      (index) => ({ storyId: `s${index}` }),
    );
    expect(narrowResults(results, { ...defaultResultsQuery, story: "s1" }).items).toHaveLength(1);
    const items = `id = ${results.items[0]?.name}`;
    expect(narrowResults(results, { ...defaultResultsQuery, items }).items).toEqual(results.items.slice(0, 1));
    const unreadable = { ...defaultResultsQuery, items: "tom" };
    expect(narrowResults(results, unreadable).items).toHaveLength(2);
    expect(parseItemSelection(unreadable).problem).toContain('"tom" is not a selection of items');
    expect(narrowResults(results, { ...defaultResultsQuery, condition: "gone" }).conditions).toHaveLength(1);
  });
});
