import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "../../random.ts";
import { fakeAnswers } from "../fixtures/fake-answers.ts";
import { categories } from "../typology.ts";
import { type AnswerRule, answerRules, classifyAnswer } from "./classify.ts";
import { roundToSixDecimals } from "./format-score.ts";
import { type BeliefScore, scoreModel } from "./model-score.ts";
import { type BeliefAnswer, createPairTable, findPairOutcome } from "./pair-table.ts";
import { readResultRow } from "./read-answer.ts";

function score(answers: readonly BeliefAnswer[], rule: AnswerRule = "first-word"): BeliefScore {
  const table = createPairTable(rule);
  for (const answer of answers) table.add(answer);
  const observer = answers[0]?.observer ?? "nobody";
  return scoreModel(observer, table.pairs(observer), table.repeated(observer));
}

/** The definitions of section 5 of the paper, implemented in the most direct way. */
function naiveCounts(answers: readonly BeliefAnswer[], rule: AnswerRule) {
  const find = (like: BeliefAnswer, shown: boolean, queryType: string) =>
    answers.find(
      (other) =>
        other.shown === shown &&
        other.queryType === queryType &&
        other.fact === like.fact &&
        other.expression?.category === like.expression?.category,
    );
  const counts: Record<string, { context: number; memory: number }> = {};
  for (const one of answers.filter((answer) => answer.shown && answer.queryType === "prior_yes")) {
    const side = (shown: boolean, queryType: "prior_yes" | "ctx_yes") =>
      classifyAnswer(find(one, shown, queryType)?.answer ?? "", queryType, rule);
    const category = one.expression?.category ?? "";
    const count = counts[category] ?? { context: 0, memory: 0 };
    counts[category] = count;
    if (side(false, "prior_yes") !== "memory" || side(false, "ctx_yes") !== "memory") continue;
    const both = side(true, "prior_yes");
    if (both === side(true, "ctx_yes") && both !== "other") count[both] += 1;
  }
  return counts;
}

describe("scoring", () => {
  it.each(answerRules)("counts as the plainest reading of the definitions does (%s)", (rule) => {
    for (const seed of [1, 2, 3]) {
      const answers = fakeAnswers("m", seed);
      const counts = [...score(answers, rule).byCategory].map(([name, { context, memory }]) => [
        name,
        { context, memory },
      ]);
      expect(Object.fromEntries(counts)).toEqual(naiveCounts(answers, rule));
    }
  });

  it("does not depend on the order of rows, nor on how they are split over files", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (seed, order) => {
        const answers = fakeAnswers("m", seed, 4);
        const doubled = [
          ...answers,
          ...answers.slice(0, 20),
          ...answers.slice(0, 9).map((row) => ({ ...row, answer: "no" })),
        ];
        expect(score(shuffle(doubled, seededRandom(order)))).toEqual(score(doubled));
      }),
      { numRuns: 20 },
    );
  });

  it("keeps every rate in [0, 1] or null, and lists categories in which nothing is known", () => {
    const answers = fakeAnswers("m", 5).map((row) =>
      row.shown || row.expression?.category !== "weak" ? row : { ...row, answer: "?" },
    );
    const { byCategory, byDimension, overall } = score(answers);
    expect([...byCategory.keys()]).toEqual(categories.map(({ id }) => id));
    expect(byCategory.get("weak")).toMatchObject({ rate: null, context: 0, memory: 0, known: 0, pairs: 12 });
    for (const { rate } of [...byCategory.values(), ...byDimension.values(), overall]) {
      if (rate === null) continue;
      expect(rate).toBeGreaterThanOrEqual(0);
      expect(rate).toBeLessThanOrEqual(1);
    }
  });

  it("pools the counts of a dimension's categories", () => {
    const { byCategory, byDimension, overall } = score(fakeAnswers("m", 6));
    const pooled = [...byCategory.values()].filter(({ dimension }) => dimension === "tone");
    expect(byDimension.get("tone")?.context).toBe(pooled.reduce((sum, { context }) => sum + context, 0));
    expect(overall.memory).toBe([...byDimension.values()].reduce((sum, { memory }) => sum + memory, 0));
  });

  it("tells the five outcomes of a pair apart", () => {
    expect(findPairOutcome("context", "context")).toBe("context");
    expect(findPairOutcome("memory", "memory")).toBe("memory");
    expect(findPairOutcome("memory", "context")).toBe("always_yes");
    expect(findPairOutcome("context", "memory")).toBe("always_no");
    expect(findPairOutcome("other", "context")).toBe("other");
    expect(findPairOutcome(null, "context")).toBe("incomplete");
  });

  it("drops a model that knows under 10%, and one that was never asked without the expression, with the reason", () => {
    const answers = fakeAnswers("m", 7);
    const keep = new Set(answers.filter(({ shown }) => !shown).slice(0, 2 * 22));
    const ignorant = answers.map((row) => (row.shown || keep.has(row) ? row : { ...row, answer: "?" }));
    const { known, notKnown, enters, reason } = score(ignorant);
    expect(known / (known + notKnown)).toBeLessThan(0.1);
    expect({ enters, reason }).toEqual({ enters: false, reason: "fewKnown" });
    expect(score(answers.filter(({ shown }) => shown))).toMatchObject({
      enters: false,
      reason: "noPriorCheck",
      priorMissing: 12 * 19,
      knownShare: null,
    });
  });

  it("takes what is known about a fact as such for all its expressions", () => {
    const answers = fakeAnswers("m", 8);
    const once = answers.filter(({ shown, expression }) => shown || expression?.category === "explicit");
    const asSuch = once.map((row) =>
      row.shown ? row : { ...row, expression: null, answer: row.queryType === "prior_yes" ? "yes" : "no" },
    );
    expect(score(asSuch)).toMatchObject({ known: 12 * 19, notKnown: 0, priorMissing: 0 });
  });

  it("lets contradicting repetitions decide nothing, and counts them", () => {
    const [first, second] = fakeAnswers("m", 9).filter(({ shown }) => shown);
    const yes = { ...first, answer: "yes" } as BeliefAnswer;
    const { repeated, priorMissing } = score([yes, second as BeliefAnswer, { ...yes, answer: "no" }, yes, yes]);
    expect(repeated).toEqual({ rows: 3, contradicted: 1 });
    expect(priorMissing).toBe(1);
  });

  it("rounds to six decimals as the published files do", () => {
    expect([2 / 3, 0.5, 1, 0, null].map(roundToSixDecimals)).toEqual([0.666667, 0.5, 1, 0, null]);
    // Halves that are exact in binary round to even.
    expect([1 / 128, 3 / 128].map(roundToSixDecimals)).toEqual([0.007812, 0.023438]);
  });
});

describe("reading result rows", () => {
  const row = {
    query: "Is Steven Gould the author of Reflex?",
    object: "Jack Finney",
    object_true: "Steven Gould",
    category: "explicit",
    dimension: "form",
    assertion: "The author of Reflex is Jack Finney.",
    generated_answer: "Yes",
    query_only: "False",
  };
  const file = { model: "m", queryOnly: false };

  it("names the fact by its words, since subject and true object alone are not unique", () => {
    const composer = { ...row, query: "Is Steven Gould the composer of Reflex?" };
    const facts = [row, composer].map((cells) => {
      const read = readResultRow(cells, file);
      return read.ok ? read.answer.fact : null;
    });
    expect(new Set(facts).size).toBe(2);
  });

  it("says which field it cannot use", () => {
    expect(readResultRow({ ...row, category: "" }, file)).toMatchObject({ ok: false, field: "category" });
    expect(readResultRow({ ...row, assertion: "a\u0000b" }, file)).toMatchObject({
      ok: false,
      message: "contains a NUL character",
    });
    expect(readResultRow({ ...row, query: "Is it raining?" }, file)).toMatchObject({ ok: false, field: "query" });
    const { generated_answer: _, ...without } = row;
    expect(readResultRow(without, file)).toMatchObject({ ok: false, field: "generated_answer" });
    expect(readResultRow({ ...row, query_format: "open_ended" }, file)).toMatchObject({ skipped: "openEnded" });
  });

  it("takes the likelier word where probabilities stand in for an answer", () => {
    const read = readResultRow({ ...row, generated_answer: "", yes_probability: "0.2", no_probability: "0.7" }, file);
    expect(read).toMatchObject({ ok: true, answer: { answer: "No" } });
    const generated = readResultRow(
      { ...row, generated_answer: "", yes_probability: "-1", no_probability: "-1" },
      file,
    );
    expect(generated).toMatchObject({ ok: true, answer: { answer: "" } });
  });

  it("knows rows without the expression by column, by prompt or by the file's name", () => {
    const shown = (cells: Record<string, string>, queryOnly = false) => {
      const read = readResultRow(cells, { model: "m", queryOnly });
      return read.ok && read.answer.shown;
    };
    const { query_only: _, ...bare } = row;
    expect(shown({ ...row, query_only: "True" })).toBe(false);
    expect(shown({ ...bare, prompt: row.query })).toBe(false);
    expect(shown({ ...bare, prompt: `${row.assertion} ${row.query}` })).toBe(true);
    expect(shown(bare, true)).toBe(false);
    expect(shown(bare)).toBe(true);
  });
});
