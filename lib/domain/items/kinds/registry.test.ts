import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldOptions } from "../../tasks/answers/field-options.ts";
import { findTaskGoldProblem } from "../../tasks/scoring/field-gold.ts";
import { scoreTask } from "../../tasks/scoring/score-answer.ts";
import type { Item } from "../item.ts";
import { renderPrompt } from "../stimulus.ts";
import { taskItem, taskOf } from "../testing/task-item.ts";
import { itemKinds, requireKind } from "./registry.ts";

const text = "Ana locked the hut. Ben never learned the code. He typed the code at once.";
const sample = (kind: string): Item =>
  kind === "task" ? taskItem({ text, question: "Is the door open now?" }) : sampleStory(kind);
const sampleStory = (kind: string): Item => ({
  kind,
  story: { title: "The hut", genre: "", text },
  text: "Is the door open now?",
  options: kind === "two-choice" || kind === "choice" ? ["It is.", "It is not."] : [],
});
const levelsOf = (name: string) =>
  requireKind(name).factors.reduce<Record<string, string>[]>(
    (all, factor) => all.flatMap((levels) => factor.levels.map((level) => ({ ...levels, [factor.name]: level.value }))),
    [{}],
  );

describe.each(Object.keys(itemKinds))("the kind %s", (name) => {
  const kind = requireKind(name);
  const item = sample(name);

  it("is registered under its own name and takes the sample", () => {
    expect(kind.name).toBe(name);
    expect(kind.refuseItem(item)).toBeNull();
  });

  it("offers answers that it reads back as themselves, under every condition", () => {
    for (const levels of levelsOf(name)) {
      const answer = kind.screens(item, levels, kind.wording, "one-screen").at(-1);
      if (kind.rightKeys?.({}, item)) expect(answer?.options).toEqual([]);
      else expect(answer?.options.length).toBeGreaterThan(1);
      for (const [index, option] of (answer?.options ?? []).entries()) {
        const form = { choice: option.value, ...(option.value === "error" ? { spans: "0-1" } : {}) };
        const at = levels.optionOrder === "reversed" ? 1 - index : index;
        const fields = name === "task" ? { "task.answer": String(at) } : form;
        const parsed = kind.parseAnswer(fields, item);
        expect(parsed.ok && kind.answerKey(parsed.answer), option.value).toBe(option.value);
      }
    }
  });

  it("has one screen or two, the last of which asks", () => {
    for (const levels of levelsOf(name)) {
      expect(kind.screens(item, levels, kind.wording, "one-screen").map((screen) => screen.name)).toEqual(["answer"]);
      const two = kind.screens(item, levels, kind.wording, "story-then-question");
      expect(two.map((screen) => screen.name)).toEqual(["story", "answer"]);
      expect(two.map((screen) => screen.input === null)).toEqual([true, false]);
    }
  });

  it("either reads what a form sends or names one of its own fields with a sentence", () => {
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.constantFrom("true", "yes", "option-0", "error", "consistent", "0-1", "0", "1-0 2-3", ""),
    );
    const fields = fc.record(
      { choice: value, sentence: value, spans: value, __proto__: value, constructor: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (given) => {
        const parsed = kind.parseAnswer(given, item);
        if (parsed.ok) expect(kind.answerKey(parsed.answer)).not.toBeNull();
        else {
          expect(kind.formFields?.(item) ?? kind.answerFields).toContain(parsed.field);
          expect(parsed.message).toMatch(/\.$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the model the words that people read", () => {
    for (const levels of levelsOf(name)) {
      const prompt = renderPrompt(item, { ...levels, prompt: "human" });
      if (levels.story === "context-free") expect(prompt).not.toContain(text);
      else expect(prompt).toContain(levels.ablation?.includes("knowledge") ? "" : text);
      expect(prompt).toContain(item.text);
      for (const option of item.options) expect(prompt).toContain(option);
    }
  });

  it("never scores as right or wrong without a key", () => {
    for (const key of [undefined, null, "", {}, [], 7]) {
      expect(kind.score({ choice: "x" }, key, item).correct, String(key)).toBeNull();
    }
  });

  it("describes its answer in the codebook", () => {
    expect(kind.codebook.map((entry) => entry.name)).toEqual(expect.arrayContaining(["answer", "gold"]));
  });
});

describe.each(Object.values(itemKinds).flatMap((kind) => (kind.task ? [{ kind, task: kind.task }] : [])))(
  "the kind $kind.name as a task schema",
  ({ kind, task }) => {
    const item = sample(kind.name);
    const { schema, fields } = taskOf(task.document, task.fieldsOf(item));
    const golds = {
      "true-false": [true, false],
      "yes-no": ["yes", "no"],
      "open-text": [{ accept: ["At home", "there"] }],
    };
    const consistency = [
      { consistent: true, spans: [] },
      { consistent: false, spans: [[0, 2]] },
    ];
    const keys = { ...golds, consistency }[kind.name] ?? [0, 1];

    it("shows the item's text, and offers the options of the kind", () => {
      expect(Object.values(fields)).toContain(text);
      if (kind.fixedQuestion === undefined) expect(Object.values(fields)).toContain(item.text);
      const [field] = schema.answer;
      const offered = field?.type === "choice" ? fieldOptions(field, fields) : [];
      const asked = kind.screens(item, {}, kind.wording, "one-screen").at(-1)?.options;
      expect(offered.map(({ value, label }) => ({ value, label }))).toEqual(asked);
    });

    it("has keys that the schema takes, and scores answers as the kind does", () => {
      for (const gold of keys) {
        const expected = task.keysOf(gold);
        expect(kind.goldSchema.safeParse(gold).success).toBe(true);
        expect(findTaskGoldProblem(schema, fields, expected)).toBeNull();
        const options = kind.screens(item, {}, kind.wording, "one-screen").at(-1)?.options ?? [];
        const answers = options.length > 0 ? options.map(({ value }) => ({ choice: value })) : [{ text: "at home." }];
        for (const answer of [...answers, { text: "elsewhere" }]) {
          const given = "text" in answer ? (kind.name === "open-text" ? answer.text : undefined) : answer.choice;
          if (given === undefined) continue;
          expect(scoreTask(schema, { answer: given }, expected).correct).toBe(kind.score(answer, gold, item).correct);
        }
      }
      expect(task.keysOf("nonsense")).toEqual({});
    });

    it("is a template with an example that fits", () => {
      const example = taskOf(task.document, task.example.fields);
      expect(findTaskGoldProblem(schema, example.fields, task.example.gold)).toBeNull();
      expect(task.id).toBe(kind.name);
    });
  },
);

describe("the registry", () => {
  it("does not know kinds that only objects know", () => {
    for (const name of ["colour", "", "toString", "__proto__", "constructor"]) {
      expect(() => requireKind(name), name).toThrow(RangeError);
    }
  });
});
