import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { yesNo } from "../../items/kinds/eob/yes-no.ts";
import { consistency } from "../../items/kinds/ikd/consistency.ts";
import { twoChoice } from "../../items/kinds/knp/two-choice.ts";
import { task } from "../../items/kinds/task/task.ts";
import { trueFalse } from "../../items/kinds/true-false/true-false.ts";
import { taskItem } from "../../items/testing/task-item.ts";
import { readModelAnswer } from "../read-model-answer.ts";
import { listDistinctConditions } from "./distinct-prompts.ts";
import { endpointSettingsSchema, newEndpointSettings } from "./endpoint-settings.ts";
import { estimateCost, formatEstimate, formatTotal } from "./estimate.ts";
import { estimateRemainingUsd } from "./evaluation-row.ts";
import { splitExamples } from "./few-shot.ts";
import { crossConditions, type EvaluationPlan, findPlanProblem, listEvaluationFactors } from "./plan.ts";
import { candidatesOf, createModelQuestion, sumOptionLogprobs } from "./question.ts";
import { findTwinConditions } from "./twin-conditions.ts";

const item = {
  id: "a",
  kind: "two-choice",
  story: { id: "s", title: "", genre: "", text: "Mira hid the ticket." },
  text: "What does Jon do next?",
  options: ["He looks up.", "He looks down."],
  gold: 1,
  attributes: {},
};

describe("examples before a question", () => {
  it("are as many as asked for, and no story of theirs is asked about", () => {
    const items = fc.array(fc.record({ id: fc.uuid(), story: fc.constantFrom("a", "b", "c", "d", "e") }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(items, fc.nat(10), fc.string(), (all, shots, seed) => {
        const { examples, asked } = splitExamples(all, { shots, seed }, ({ story }) => story);
        expect(examples).toHaveLength(Math.min(shots, all.length));
        const told = new Set(examples.map(({ story }) => story));
        expect(asked).toEqual(shots === 0 ? all : all.filter(({ story }) => !told.has(story)));
        expect(splitExamples(all, { shots, seed }, ({ story }) => story)).toEqual({ examples, asked });
      }),
    );
  });

  it("come from the items of their own split where there are some, and these are never asked", () => {
    const items = ["a", "b", "c", "d"].map((id) => ({ id, isExample: id < "c" }));
    const split = (shots: number) =>
      splitExamples(
        items,
        { shots, seed: "1" },
        ({ id }) => id,
        ({ isExample }) => isExample,
      );
    expect(split(0).asked.map(({ id }) => id)).toEqual(["c", "d"]);
    expect(
      split(2)
        .examples.map(({ id }) => id)
        .sort(),
    ).toEqual(["a", "b"]);
    expect(split(2).asked.map(({ id }) => id)).toEqual(["c", "d"]);
  });

  it("stand under the same condition with the right letter of that order", () => {
    const { prompt } = createModelQuestion(item, { optionOrder: "1-0" }, [{ ...item, id: "b" }]);
    const [example, question] = prompt.split("\n\n");
    expect(example).toMatch(/A\. He looks down\.\nB\. He looks up\. A$/);
    expect(question).toMatch(/B\. He looks up\.$/);
  });
});

describe("probabilities", () => {
  it("of letters count for the option that the letter stands for under the order shown", () => {
    const { choices } = createModelQuestion(item, { optionOrder: "1-0" }, []);
    const logprobs = candidatesOf(
      [
        { token: "A", logprob: Math.log(0.3) },
        { token: " A", logprob: Math.log(0.3) },
        { token: "B", logprob: Math.log(0.4) },
        { token: "The", logprob: -9 },
      ],
      choices,
    );
    expect(logprobs["option-1"]).toBeCloseTo(Math.log(0.6), 12);
    expect(Object.keys(logprobs).sort()).toEqual(["The", "option-0", "option-1"]);
    expect(readModelAnswer(item, { optionOrder: "1-0" }, { logprobs })).toMatchObject({ answerKey: "option-1" });
  });

  it("of an ending are the sum over its tokens", () => {
    const { choices } = createModelQuestion(item, {}, []);
    expect(sumOptionLogprobs([[-1, -2], [-0.5]], choices)).toEqual({ "option-0": -3, "option-1": -0.5 });
  });
});

describe("a plan", () => {
  const plan: EvaluationPlan = {
    kind: "true-false",
    conditions: [{ prompt: "human", shots: "5" }],
    answer: "likelihoods",
    shots: 5,
    seed: "1",
    repeats: 1,
    sample: null,
    priorFirst: false,
  };

  it("offers every prompt and every condition of its kind", () => {
    expect(listEvaluationFactors(trueFalse).map(({ name }) => name)).toEqual(["prompt", "story", "questionOrder"]);
    expect(listEvaluationFactors(consistency)[1]?.levels.map(({ value }) => value)).toContain(
      "event-knowledge-attention",
    );
  });

  it("crosses the chosen levels and leaves out factors without one", () => {
    const chosen = [
      { name: "prompt", levels: ["human", "simplified"] },
      { name: "story", levels: [] },
    ];
    expect(crossConditions(chosen)).toEqual([{ prompt: "human" }, { prompt: "simplified" }]);
  });

  it("asks nothing twice and claims no level that a prompt does not show", () => {
    const chosen = [
      { name: "prompt", levels: ["human", "simplified"] },
      { name: "story", levels: ["no-story", "story", "context-free"] },
      { name: "questionOrder", levels: ["true-false", "false-true"] },
    ];
    const distinct = listDistinctConditions(trueFalse, crossConditions(chosen));
    expect(distinct).toHaveLength(8);
    expect(distinct[0]).toEqual({ prompt: "human", questionOrder: "true-false" });
    expect(distinct).toContainEqual({ prompt: "human", story: "context-free", questionOrder: "true-false" });
    const open = { prompt: "open-ended", ablation: "plain" };
    const orders = ["0-1", "1-0"].map((optionOrder) => ({ ...open, optionOrder }));
    expect(listDistinctConditions(twoChoice, orders)).toEqual([open]);
    const sure = { prompt: "human", answerOrder: "yes-no" };
    expect(listDistinctConditions(yesNo, [{ ...sure, confidence: "asked", unsure: "offered" }])).toEqual([sure]);
    const displays = consistency.factors[0]!.levels.map(({ value }) => ({ prompt: "ikd", ablation: value }));
    expect(listDistinctConditions(consistency, displays)).toEqual(displays);
    const listed = ["given", "reversed"].map((optionOrder) => ({ prompt: "human", optionOrder }));
    expect(listDistinctConditions(task, listed)).toEqual(listed);
  });

  it("asks an item whose condition changes nothing of it once, under the condition that names its factors", () => {
    const listed = ["given", "reversed"].map((optionOrder) => ({ prompt: "human", optionOrder }));
    const conditions = [...listed, { prompt: "human" }];
    const choice = taskItem({ text: "The sea is green.", question: "Is it?" });
    if (!choice.task) throw new Error("no task");
    const answer = [{ ...choice.task.schema.answer[0], type: "rating" }] as never;
    const rating = { ...choice, task: { ...choice.task, schema: { ...choice.task.schema, answer } } };
    expect(findTwinConditions(task, choice, conditions)).toEqual([2]);
    expect(findTwinConditions(task, rating, conditions)).toEqual([0, 1]);
    expect(findTwinConditions(task, rating, listed)).toEqual([1]);
    expect(findTwinConditions(trueFalse, rating, listed)).toEqual([]);
  });

  it("is refused where the endpoint or the kind cannot answer it", () => {
    expect(findPlanProblem(plan, { style: "completions" }, trueFalse)).toBeNull();
    expect(findPlanProblem(plan, { style: "chat" }, trueFalse)).toMatchObject({ field: "answer" });
    expect(
      findPlanProblem({ ...plan, conditions: [{ prompt: "ikd" }] }, { style: "completions" }, trueFalse)?.message,
    ).toContain("prompt=ikd");
  });
});

describe("the cost", () => {
  const prices = { promptUsdPerMillion: 2, completionUsdPerMillion: 10, maximumTokens: 1_000 };

  it("is estimated from characters and the longest answer, and is unknown without prices", () => {
    const estimate = estimateCost(prices, { questions: 10, promptCharacters: 4_000, isText: true });
    expect(estimate).toMatchObject({ promptTokens: 1_000, expectedTokens: 200 });
    expect(estimate.atMostUsd).toBeCloseTo(0.102, 12);
    expect(formatEstimate(estimate)).toContain("about US$ 0.102 if every answer has the maximum length");
    const unknown = estimateCost(
      { ...prices, promptUsdPerMillion: null },
      { questions: 1, promptCharacters: 4, isText: false },
    );
    expect(unknown.atMostUsd).toBeNull();
    expect(formatEstimate(unknown)).toContain("unknown");
    expect(formatTotal([estimate, estimate])).toMatch(/^2 evaluations with .* at most about US\$ 0\.20/u);
    expect(formatTotal([estimate, unknown])).toContain("unknown");
  });

  it("to go is the mean of what was spent, for what is left", () => {
    const row = { total: 110, answered: 50, failed: 5, skipped: 5, spentUsd: 1, hasPrices: true };
    expect(estimateRemainingUsd(row)).toBeCloseTo(1, 12);
    expect(estimateRemainingUsd({ ...row, answered: 0 })).toBeNull();
  });
});

describe("an endpoint", () => {
  it("takes further fields, but none that would make what is stored untrue", () => {
    const settings = { ...newEndpointSettings, url: "https://example.org/v1", model: "m" };
    expect(endpointSettingsSchema.safeParse({ ...settings, extra: { top_p: 0.9, chat: { deep: [1] } } }).success).toBe(
      true,
    );
    for (const name of ["messages", "model", "n", "stream", "max_completion_tokens", "temperature"])
      expect(endpointSettingsSchema.safeParse({ ...settings, extra: { [name]: 1 } }).success).toBe(false);
    for (const url of ["https://me:secret@example.org/v1", "https://example.org/v1?x=", "https://example.org/#"])
      expect(endpointSettingsSchema.safeParse({ ...settings, url }).success).toBe(false);
  });
});
