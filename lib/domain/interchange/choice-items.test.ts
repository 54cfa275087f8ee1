import { describe, expect, it } from "vitest";
import { choice } from "../items/kinds/choice/choice.ts";
import { readModelAnswer } from "../models/read-model-answer.ts";
import { readItemRow } from "./read-item-row.ts";

const item = {
  kind: "choice",
  story: { title: "", genre: "", text: "Mara put the key into the red box and left. Jon moved it to the blue one." },
  text: "Where will Mara look?",
  options: ["in the blue box", "in the red box", "in the green box"],
};
const row = (changes: object = {}) =>
  JSON.stringify({ id: "q", ...item, story: { id: "s", text: "x" }, gold: 1, ...changes });

describe("a choice among several", () => {
  it("takes the place of the right option as gold, within the options", () => {
    expect(readItemRow(row())).toMatchObject({ ok: true });
    for (const gold of [3, -1, 0.5, "1", null, true])
      expect(readItemRow(row({ gold })), String(gold)).toMatchObject({ ok: false, field: "gold" });
  });

  it("needs two options or more, each once, and no story", () => {
    expect(choice.refuseItem({ ...item, options: ["one"] })?.field).toBe("options");
    expect(choice.refuseItem({ ...item, options: ["one", "one "] })?.field).toBe("options");
    expect(choice.refuseItem({ ...item, story: { ...item.story, text: "" } })).toBeNull();
  });

  it("names an option by its place in the item under either order", () => {
    const labels = (optionOrder: string) =>
      choice.screens(item, { optionOrder }, choice.wording, "one-screen")[0]?.options;
    expect(labels("given")?.[0]).toEqual({ value: "option-0", label: "in the blue box" });
    expect(labels("reversed")?.[0]).toEqual({ value: "option-2", label: "in the green box" });
    const read = (optionOrder: string, output: string) => readModelAnswer(item, { optionOrder }, { output });
    expect(read("given", "Answer: B")).toMatchObject({ answerKey: "option-1" });
    expect(read("reversed", "Answer: A")).toMatchObject({ answerKey: "option-2" });
    expect(read("reversed", "The answer is: in the red box.")).toMatchObject({ answerKey: "option-1" });
    expect(read("given", "Answer: D")).toMatchObject({ answer: null, reading: { rule: "outside-range" } });
  });

  it("scores the option and keeps how sure the answer is", () => {
    const parsed = choice.parseAnswer({ choice: "option-1", confidence: "0.75" }, item);
    expect(parsed).toEqual({ ok: true, answer: { choice: "option-1", confidence: 0.75 } });
    expect(choice.score({ choice: "option-1" }, 1, item).correct).toBe(true);
    expect(choice.score({ choice: "option-0" }, 1, item).correct).toBe(false);
    for (const confidence of ["1.5", "-0.1", "sure", ["0", "1"]])
      expect(choice.parseAnswer({ choice: "option-1", confidence }, item)).toMatchObject({
        ok: false,
        field: "confidence",
      });
    expect(choice.parseAnswer({ choice: "option-3" }, item)).toMatchObject({ ok: false, field: "choice" });
    expect(readModelAnswer(item, {}, { answer: "in the red box", confidence: 0.9 })).toMatchObject({
      answer: { choice: "option-1", confidence: 0.9 },
    });
  });
});
