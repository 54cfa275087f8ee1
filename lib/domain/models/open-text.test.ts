import { describe, expect, it } from "vitest";
import { openText } from "../items/kinds/open-text/open-text.ts";
import { readAnswerText, readModelAnswer } from "./read-model-answer.ts";
import { readOutput } from "./read-output/read-output.ts";

const item = { kind: "open-text", story: { title: "", genre: "", text: "" }, text: "Where is the tower?", options: [] };

describe("an answer in a model's own words", () => {
  it.each([
    ["Paris", "Paris", "bare"],
    ["**Answer:** Paris.", "Paris", "label"],
    ["He went there in May.\nFinal answer: the city of Paris", "the city of Paris", "label"],
    ["<think>Lyon?</think>Paris", "Paris", "think"],
    ['{"answer": "Paris"}', "Paris", "json"],
    ["Paris\nQuestion: Where is Rome?\nAnswer: Italy", "Paris", "new-item-cut"],
    ["I'm sorry, I can't answer that.", "unparsed", "refusal"],
    ["Sorry, I cannot help with that.", "unparsed", "refusal"],
    ["As an AI language model, I cannot answer", "unparsed", "refusal"],
    ["I must decline", "unparsed", "refusal"],
    ["<think>Hm.</think>\n<refusal>Not this one.</refusal>", "unparsed", "refusal"],
    ["I don’t know", "unparsed", "refusal"],
    ["Answer: **I don’t know.**", "unparsed", "refusal"],
    ['{"answer": "I don\'t know"}', "unparsed", "refusal"],
    [`I cannot help with that. ${"This request is against my guidelines. ".repeat(8)}`, "unparsed", "refusal"],
    ["“I must decline,” said Anna.", "I must decline,” said Anna", "bare"],
    ["I'm sorry, but Anna is in the kitchen.", "I'm sorry, but Anna is in the kitchen", "bare"],
    ["", "unparsed", "empty"],
    ["<think>Paris", "unparsed", "think-unclosed"],
  ])("is read: %j is %j by %s", (text, answer, rule) => {
    expect(readOutput("open-text", text)).toMatchObject({ answer, rule });
  });

  it("is stored in its words and counted like a person's", () => {
    expect(readAnswerText(item, {}, "Answer: Paris.")).toMatchObject({
      answer: { text: "Paris" },
      answerKey: openText.answerKey({ text: "paris" }),
      from: "output",
    });
    expect(readModelAnswer(item, {}, { answer: "PARIS", confidence: 0.4 })).toMatchObject({
      answer: { text: "PARIS", confidence: 0.4 },
      answerKey: openText.answerKey({ text: "paris" }),
    });
  });
});
