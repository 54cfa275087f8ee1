import { describe, expect, it } from "vitest";
import type { Item } from "../../items/item.ts";
import { pairwisePreference } from "../../items/kinds/pairwise/schema.ts";
import { renderPrompt, renderStimulus } from "../../items/stimulus.ts";
import { taskOf } from "../../items/testing/task-item.ts";
import { sentiment, topics } from "../../tasks/templates/classification.ts";
import { likert, ranking } from "../../tasks/templates/comparison.ts";
import { entities } from "../../tasks/templates/span-tasks.ts";
import type { TaskTemplate } from "../../tasks/templates/template.ts";
import { readModelAnswer } from "../read-model-answer.ts";

function itemOf({ document, example }: TaskTemplate): Item {
  const task = taskOf(document, example.fields);
  return { kind: "task", story: { title: "", genre: "", text: "" }, text: "x", options: [], task };
}
function read(template: TaskTemplate, output: string) {
  const answer = readModelAnswer(itemOf(template), {}, { output });
  return answer.ok ? (answer.answer?.fields ?? null) : answer.message;
}

describe("a model's text about a task", () => {
  it("is one JSON object, also in a fence or after thinking, with options by value or label", () => {
    expect(read(sentiment, '{"sentiment": "positive"}')).toEqual({ sentiment: "positive" });
    expect(read(sentiment, '<think>{"sentiment": "neutral"}</think>\n```json\n{"sentiment": "Negative"}\n```')).toEqual(
      {
        sentiment: "negative",
      },
    );
    expect(read(topics, 'Sure: {"topics": ["Sport", "politics"]}')).toEqual({ topics: ["politics", "sport"] });
  });

  it("is the bare value where a task has one field", () => {
    expect(read(sentiment, "Positive.")).toEqual({ sentiment: "positive" });
    expect(read(likert, "4")).toBeNull();
  });

  it("names spans by their words", () => {
    expect(
      read(entities, '{"entities": [{"text": "Leeds", "label": "Place"}, {"text": "Mira Holt", "label": "PER"}]}'),
    ).toEqual({
      entities: [
        { id: "2", start: 0, end: 9, label: "PER" },
        { id: "1", start: 21, end: 26, label: "LOC" },
      ],
    });
  });

  it("gives sides, ranks and points of scales", () => {
    expect(read(pairwisePreference, '{"preference": "first-2"}')).toEqual({
      preference: { preferred: "first", strength: 2 },
    });
    expect(read(ranking, '{"order": ["option-2", "option-0", "option-1"]}')).toEqual({
      order: ["option-2", "option-0", "option-1"],
    });
    expect(read(likert, '{"clear": 5, "interesting": "2", "trustworthy": "4 Agree"}')).toEqual({
      clear: 5,
      interesting: 2,
      trustworthy: 4,
    });
  });

  it("is no answer if people could not give it", () => {
    expect(read(sentiment, '{"sentiment": "angry"}')).toBeNull();
    expect(read(sentiment, '{"mood": "positive"}')).toBeNull();
    expect(read(ranking, '{"order": ["option-2"]}')).toBeNull();
    expect(read(sentiment, "")).toBeNull();
  });

  it("is counted by the same key as people's answers, and stated answers must be possible", () => {
    const item = itemOf(sentiment);
    expect(readModelAnswer(item, {}, { output: "neutral" })).toMatchObject({
      answerKey: "neutral",
      answer: { choice: "neutral" },
    });
    expect(readModelAnswer(item, {}, { answer: { fields: { sentiment: "neutral" } } })).toMatchObject({
      answerKey: "neutral",
    });
    expect(readModelAnswer(item, {}, { answer: "angry" })).toMatchObject({ ok: false, field: "answer" });
  });
});

describe("the prompt of a task", () => {
  it("has every word of the stimulus under every order, and asks for each field by name", () => {
    for (const template of [sentiment, topics, entities, ranking, pairwisePreference, likert])
      for (const optionOrder of ["given", "reversed"]) {
        const prompt = renderPrompt(itemOf(template), { optionOrder });
        for (const { asked = [], shown = [] } of renderStimulus(itemOf(template), { optionOrder }).screens.flatMap(
          ({ task }) => (task ? [task] : []),
        )) {
          for (const field of asked) {
            expect(prompt).toContain(JSON.stringify(field.name));
            for (const text of [field.label, ...field.options.map(({ label }) => label)])
              expect(prompt).toContain(text);
          }
          for (const { value } of shown)
            for (const text of [value].flat()) if (typeof text === "string") expect(prompt).toContain(text);
        }
      }
  });

  it("has another content fingerprint for other options, and the same for another way of asking", () => {
    const given = renderStimulus(itemOf(pairwisePreference), { optionOrder: "given" });
    const reversed = renderStimulus(itemOf(pairwisePreference), { optionOrder: "reversed" });
    expect(reversed.contentFingerprint).not.toBe(given.contentFingerprint);
    const oneScreen = renderStimulus(itemOf(pairwisePreference), { optionOrder: "given" }, { layout: "one-screen" });
    expect(oneScreen.contentFingerprint).toBe(given.contentFingerprint);
  });
});
