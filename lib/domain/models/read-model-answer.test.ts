import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Item } from "../items/item.ts";
import { readAnswerText } from "./read-model-answer.ts";
import { readOutput } from "./read-output/read-output.ts";
import { parserVersion } from "./read-output/reading.ts";

const story = {
  title: "The ferry",
  genre: "",
  text: "Mira hid the ticket. Jon asked where the ticket was. He had seen nothing.",
};
const consistency: Item = { kind: "consistency", story, text: "", options: [] };
const choice: Item = {
  kind: "two-choice",
  story,
  text: "What next?",
  options: ["He looks in the drawer.", "He looks outside."],
};

describe("what a model's words answer to an item", () => {
  it("names an option by its place in the item, whatever the order shown", () => {
    const read = (optionOrder: string | undefined, text: string) =>
      readAnswerText(choice, optionOrder === undefined ? {} : { optionOrder }, text).answerKey;
    expect(read("0-1", "Answer: A")).toBe("option-0");
    expect(read("1-0", "Answer: A")).toBe("option-1");
    expect(read("with-first", "Answer: A")).toBe("option-1");
    expect(read("without-first", "Answer: A")).toBe("option-0");
    expect(read(undefined, "Answer: B")).toBe("option-1");
    expect(read("1-0", "He looks in the drawer.")).toBe("option-0");
    expect(read("1-0", "A) He looks in the drawer.")).toBeNull();
    expect(read("some other order", "Answer: A")).toBeNull();
  });

  it("finds the quoted error in the story", () => {
    const text = 'Reasoning: he saw nothing.\nLogical Error: "Jon asked where the ticket was."\nConclusion: Yes';
    expect(readAnswerText(consistency, {}, text)).toMatchObject({
      answer: { choice: "error", spans: [[4, 10]] },
      reading: { version: parserVersion, rule: "conclusion" },
    });
  });

  it("keeps the rule of a text that gives no answer", () => {
    expect(readAnswerText(consistency, {}, "Conclusion: Maybe")).toMatchObject({
      ok: true,
      answer: null,
      reading: { rule: "hedge" },
    });
  });

  it("reads the replies to the evaluation prompts of paper 002", () => {
    const file = new URL("read-output/fixtures/evaluation-replies.jsonl", import.meta.url);
    for (const line of readFileSync(file, "utf8").trim().split("\n")) {
      const { prompt, raw, expected_parse: expected } = JSON.parse(line);
      const reading = readOutput(prompt === "IKD" ? "consistency" : "two-choice", raw);
      if (prompt === "IKD") {
        expect(reading).toMatchObject({ answer: expected.conclusion });
        expect(reading.quotes ?? []).toEqual(expected.quoted);
      } else {
        const keys: Record<string, string> = { A: "option-0", B: "option-1" };
        expect(reading.answer).toBe(keys[expected.answer] ?? "unparsed");
      }
    }
  });
});
