import { describe, expect, it } from "vitest";
import { renderPrompt } from "../../stimulus.ts";
import { twoChoice } from "./two-choice.ts";

const item = {
  kind: "two-choice",
  story: { title: "The ferry", genre: "", text: "Mira hid the ticket while Jon was below deck." },
  text: "What does Jon do next?",
  options: ["He looks in the drawer.", "He looks under the bench."],
};
const answerScreen = (optionOrder: string) =>
  twoChoice.screens(item, { optionOrder }, twoChoice.wording, "one-screen")[0];

describe("a two-choice item", () => {
  it("takes the place of the right option as gold", () => {
    expect(twoChoice.goldSchema.safeParse(0).success).toBe(true);
    expect(twoChoice.goldSchema.safeParse(1).success).toBe(true);
    for (const gold of [2, -1, "0", true, null, 0.5])
      expect(twoChoice.goldSchema.safeParse(gold).success, String(gold)).toBe(false);
  });

  it("needs a story and exactly two options", () => {
    expect(twoChoice.refuseItem(item)).toBeNull();
    for (const options of [[], ["one"], ["one", "two", "three"]]) {
      expect(twoChoice.refuseItem({ ...item, options })?.field).toBe("options");
    }
    expect(twoChoice.refuseItem({ ...item, story: { ...item.story, text: " \n" } })?.field).toBe("story.text");
  });

  it("shows the options in the order of the condition and names each by its place in the item", () => {
    expect(answerScreen("0-1")?.options).toEqual([
      { value: "option-0", label: item.options[0] },
      { value: "option-1", label: item.options[1] },
    ]);
    expect(answerScreen("1-0")?.options).toEqual([
      { value: "option-1", label: item.options[1] },
      { value: "option-0", label: item.options[0] },
    ]);
  });

  it("asks nothing on the story's own screen", () => {
    const [story, answer] = twoChoice.screens(item, {}, twoChoice.wording, "story-then-question");
    expect(story).toMatchObject({ name: "story", question: null, options: [], input: null, story: item.story.text });
    expect(answer).toMatchObject({ name: "answer", question: item.text, input: "choice" });
  });

  it("letters the options in the prompt in the order in which people see them", () => {
    const lines = (optionOrder: string) => renderPrompt(item, { optionOrder }).split("\n");
    expect(lines("0-1").slice(-2)).toEqual(["A. He looks in the drawer.", "B. He looks under the bench."]);
    expect(lines("1-0").slice(-2)).toEqual(["A. He looks under the bench.", "B. He looks in the drawer."]);
  });

  it("scores the option and not its position", () => {
    for (const gold of [0, 1] as const) {
      for (const choice of [0, 1] as const) {
        const parsed = twoChoice.parseAnswer({ choice: `option-${choice}` }, item);
        if (!parsed.ok) throw new Error(parsed.message);
        expect(twoChoice.score(parsed.answer, gold, item).correct).toBe(choice === gold);
      }
    }
    expect(twoChoice.score({}, 0, item).correct).toBeNull();
    expect(twoChoice.score({ choice: "option-0" }, "0", item).correct).toBeNull();
  });

  it("does not know an answer by letter or number", () => {
    for (const choice of ["A", "0", "option-2", "option-01"]) {
      expect(twoChoice.parseAnswer({ choice }, item)).toMatchObject({ ok: false, field: "choice" });
    }
  });
});
