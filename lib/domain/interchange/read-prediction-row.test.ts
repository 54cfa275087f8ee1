import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderPrompt, renderStimulus } from "../items/stimulus.ts";
import { decideParity } from "../models/decide-parity.ts";
import { readModelAnswer } from "../models/read-model-answer.ts";
import { readPredictionRow } from "./read-prediction-row.ts";

const item = {
  kind: "true-false",
  story: { title: "The parcel", genre: "", text: "Ana left a parcel for Ben.\n\nBen was out." },
  text: "Ana knows that Ben likes parcels.",
  options: [],
};
const levels = { story: "no-story", questionOrder: "true-false", prompt: "human" };
const row = { model: "m", item: "i", condition: levels };

describe("a model's answer", () => {
  it.each([
    [true, "true"],
    ["True", "true"],
    [" FALSE. ", "false"],
    ['"true"', "true"],
    [{ choice: "false" }, "false"],
  ])("may be written %j", (answer, key) => {
    expect(readModelAnswer(item, levels, { answer })).toMatchObject({ ok: true, answerKey: key, from: "answer" });
  });

  it.each(["maybe", "not true", 1, { choice: "yes" }])("is refused when nobody was offered %j", (answer) => {
    expect(readModelAnswer(item, levels, { answer })).toMatchObject({ ok: false });
  });

  it("follows from log-probabilities by the rule of MoToMQA, true only above one half", () => {
    const read = (logprobs: Record<string, number | null>) => readModelAnswer(item, levels, { logprobs });
    // The single best candidate is False, the sum of the spellings of true is larger.
    expect(read({ False: -0.9, True: -1.1, true: -1.2, false: null })).toMatchObject({ answerKey: "true" });
    expect(read({ True: -1, False: -1 })).toMatchObject({
      answer: { choice: "false" },
      answerKey: "tie:false|true",
      from: "logprobs",
    });
    expect(read({ Yes: -0.1, No: -3 })).toMatchObject({ ok: true, answer: null, answerKey: null, from: null });
  });

  it("goes before log-probabilities, and they before the output", () => {
    const given = { logprobs: { True: -0.1, False: -3 }, output: "False" };
    expect(readModelAnswer(item, levels, { ...given, answer: false })).toMatchObject({ answerKey: "false" });
    expect(readModelAnswer(item, levels, given)).toMatchObject({ answerKey: "true" });
    expect(readModelAnswer(item, levels, { output: given.output })).toMatchObject({
      answerKey: "false",
      from: "output",
    });
  });

  it.each([
    ["True, because she saw it.", "true"],
    ["Answer: false", "false"],
    ["**True**", "true"],
    ["Truethfully, no", null],
    ["It is true", "true"],
    ["It could be true", null],
    ["I cannot answer that.", null],
  ])("is what the parser of model texts reads in an output: %s", (output, key) => {
    expect(readModelAnswer(item, levels, { output })).toMatchObject({ ok: true, answerKey: key });
  });

  it("is missing from a row without any of the four", () => {
    expect(readModelAnswer(item, levels, {})).toMatchObject({ ok: false, field: "answer" });
  });
});

describe("parity", () => {
  it("is verified by the very prompt, whatever its white space", () => {
    const prompt = renderPrompt(item, levels);
    expect(decideParity(item, levels, { prompt }).parity).toBe("verified");
    expect(decideParity(item, levels, { prompt: `${prompt.replaceAll(" ", "  ")}\n` }).parity).toBe("verified");
  });

  it("names the part that differs", () => {
    const prompt = renderPrompt(item, levels);
    const differs = (changed: string, at = levels) => decideParity(item, at, { prompt: changed });
    expect(differs(prompt.replace("a parcel", "the parcel"))).toEqual({ parity: "mismatch", differs: ["story"] });
    expect(differs(prompt.replace("likes", "loves"))).toEqual({ parity: "mismatch", differs: ["statement"] });
    expect(differs(prompt.replace("true or false", "false or true"))).toEqual({
      parity: "mismatch",
      differs: ["question"],
    });
    expect(differs(`Think hard. ${prompt}`)).toEqual({ parity: "mismatch", differs: ["template"] });
    expect(differs(prompt, { ...levels, prompt: "simplified" })).toEqual({ parity: "mismatch", differs: ["template"] });
  });

  it("of another template is decided by its content, in order", () => {
    const other = { ...levels, prompt: "chat" };
    const prompt = `System: be brief. ${renderPrompt(item, levels)} Reply with one word.`;
    expect(decideParity(item, other, { prompt }).parity).toBe("verified");
    const reversed = `${item.text} Do you think the following statement is true or false? ${item.story.text}`;
    expect(decideParity(item, other, { prompt: reversed }).parity).toBe("mismatch");
  });

  it("follows a study's own wording", () => {
    const wording = { questionTrueFirst: "Is this true or false?" };
    const prompt = renderPrompt(item, levels, { wording });
    expect(decideParity(item, levels, { prompt }).parity).toBe("mismatch");
    expect(decideParity(item, levels, { prompt }, { wording }).parity).toBe("verified");
  });

  it("follows a content fingerprint, and is unverified without any evidence", () => {
    const { contentFingerprint } = renderStimulus(item, levels);
    expect(decideParity(item, levels, { contentFingerprint }).parity).toBe("verified");
    expect(decideParity(item, { ...levels, questionOrder: "false-true" }, { contentFingerprint })).toEqual({
      parity: "mismatch",
      differs: ["fingerprint"],
    });
    expect(decideParity(item, levels, {}).parity).toBe("unverified");
  });
});

describe("a line of a prediction file", () => {
  const read = (value: unknown) => readPredictionRow(JSON.stringify(value));

  it("takes scalars as levels and null as absent", () => {
    expect(read({ ...row, condition: { shots: 5, chat: true }, answer: null, output: "True" })).toMatchObject({
      ok: true,
      row: { condition: { shots: "5", chat: "true" }, repeat: 0, answer: null },
    });
  });

  it.each([
    ["model", { ...row, model: "" }],
    ["item", { ...row, item: 3 }],
    ["model", { ...row, model: "a\u0000b" }],
    ["output", { ...row, output: "\ud800" }],
    ["repeat", { ...row, repeat: 1.5 }],
    ["logprobs.True", { ...row, logprobs: { True: "-1" } }],
    ["condition.a;b", { ...row, condition: { "a;b": "x" } }],
    ["condition.a", { ...row, condition: { a: "x;y" } }],
    ["anwser", { ...row, anwser: true }],
    ["contentFingerprint", { ...row, contentFingerprint: "abc" }],
  ])("is refused with the field: %s", (field, value) => {
    expect(read(value)).toMatchObject({ ok: false, field });
  });

  it("has one name for open-ended questions", () => {
    const conditionOf = (condition: object) => {
      const result = read({ ...row, condition });
      return result.ok ? result.row.condition : null;
    };
    expect(conditionOf({ format: "open-ended", shots: 3 })).toEqual({ prompt: "open-ended", shots: "3" });
    expect(conditionOf({ prompt: "open-ended", format: "open-ended" })).toEqual({ prompt: "open-ended" });
    expect(conditionOf({ prompt: "human", format: "open-ended" })).toEqual({ prompt: "human", format: "open-ended" });
  });

  it("is refused when it is no JSON object, or hides keys", () => {
    expect(readPredictionRow("{")).toMatchObject({ ok: false, field: "", message: "is not JSON" });
    expect(readPredictionRow("[1]")).toMatchObject({ ok: false, field: "" });
    expect(readPredictionRow('{"model":"m","item":"i","__proto__":{"answer":true}}')).toMatchObject({ ok: false });
    expect(({} as Record<string, unknown>).answer).toBeUndefined();
  });

  it("never throws, whatever it holds", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        const line = JSON.stringify({ ...row, ...(typeof value === "object" ? value : { answer: value }) });
        const result = readPredictionRow(line ?? "null");
        if (result.ok) readModelAnswer(item, result.row.condition, result.row);
      }),
    );
  });
});
