import { describe, expect, it } from "vitest";
import { renderPrompt, renderStimulus } from "../../stimulus.ts";
import { trueFalse } from "./true-false.ts";

const item = {
  kind: "true-false",
  story: { title: "The parcel", genre: "", text: "Ana left a parcel for Ben." },
  text: "Ana knows that Ben likes parcels.",
  options: [],
};
const levels = { story: "no-story", questionOrder: "true-false" };
const wording = trueFalse.wording;

describe("a true-false item", () => {
  it("takes true and false as gold and nothing that only looks like them", () => {
    expect(trueFalse.goldSchema.safeParse(true).success).toBe(true);
    expect(trueFalse.goldSchema.safeParse(false).success).toBe(true);
    for (const gold of ["true", 1, 0, null, undefined, []]) {
      expect(trueFalse.goldSchema.safeParse(gold).success, String(gold)).toBe(false);
    }
  });

  it("has no options of its own", () => {
    expect(trueFalse.refuseItem(item)).toBeNull();
    expect(trueFalse.refuseItem({ ...item, options: ["Yes"] })?.field).toBe("options");
  });

  it("reads first and asks then, or asks below the story on one screen", () => {
    const [story, answer] = trueFalse.screens(item, levels, wording, "story-then-question");
    expect(story).toMatchObject({ name: "story", story: item.story.text, statement: null, input: null, options: [] });
    expect(answer).toMatchObject({ name: "answer", story: null, statement: item.text, input: "choice" });
    const one = trueFalse.screens(item, levels, wording, "one-screen");
    expect(one).toHaveLength(1);
    expect(one[0]).toMatchObject({ name: "answer", story: item.story.text });
  });

  it("never shows the story of a statement that stands alone, on a screen or in a prompt", () => {
    const alone = { ...levels, story: "context-free" };
    for (const layout of ["story-then-question", "one-screen"] as const) {
      const screens = trueFalse.screens(item, alone, wording, layout);
      expect(screens.map(({ story }) => story)).toEqual(screens.map(() => null));
      expect(screens.at(-1)).toMatchObject({ statement: item.text, instruction: wording.contextFreeInstruction });
    }
    for (const prompt of ["human", "simplified"]) {
      const text = renderPrompt(item, { ...alone, prompt });
      expect(text).toContain(item.text);
      expect(text).not.toContain(item.story.text);
    }
    // Different from the paper's "no-story", whose readers do read the story.
    expect(trueFalse.screens(item, levels, wording, "story-then-question")[0]?.story).toBe(item.story.text);
    const [noStory, contextFree] = [levels, alone].map((known) => renderStimulus(item, known).contentFingerprint);
    expect(contextFree).not.toBe(noStory);
  });

  it("puts the words in the order of the condition, in the question and in the options", () => {
    for (const [questionOrder, first] of [
      ["true-false", "true"],
      ["false-true", "false"],
    ] as const) {
      const answer = trueFalse.screens(item, { ...levels, questionOrder }, wording, "one-screen")[0];
      expect(answer?.options[0]?.value).toBe(first);
      expect(answer?.question).toMatch(first === "true" ? /true or false\?$/ : /false or true\?$/);
    }
  });

  it("asks chat models in the words of Sileo and Lernould, appendix A", () => {
    const chat = { ...levels, prompt: "paper-chat" };
    expect(renderPrompt(item, chat)).toBe(
      "[Premise] Ana left a parcel for Ben. [Hypothesis] Ana knows that Ben likes parcels. Is the hypothesis true or false?",
    );
    expect(renderPrompt(item, { ...chat, questionOrder: "false-true", story: "context-free" })).toBe(
      "[Hypothesis] Ana knows that Ben likes parcels. Is the hypothesis false or true?",
    );
  });

  it("says the study's own words for true and false and stores its own", () => {
    const own = { ...wording, trueLabel: "Wahr", falseLabel: "Falsch" };
    const answer = trueFalse.screens(item, levels, own, "one-screen")[0];
    expect(answer?.options).toEqual([
      { value: "true", label: "Wahr" },
      { value: "false", label: "Falsch" },
    ]);
  });

  it("is right when the answer is the gold answer, and undecided without one of the two", () => {
    for (const choice of ["true", "false"]) {
      expect(trueFalse.score({ choice }, true, item).correct).toBe(choice === "true");
      expect(trueFalse.score({ choice }, false, item).correct).toBe(choice === "false");
    }
    expect(trueFalse.score({}, true, item).correct).toBeNull();
    expect(trueFalse.score({ choice: "true" }, "true", item).correct).toBeNull();
  });
});
