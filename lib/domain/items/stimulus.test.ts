import { describe, expect, it } from "vitest";
import { conditionKey, crossFactors, renderPrompt, renderStimulus } from "./stimulus.ts";

const item = {
  kind: "true-false",
  story: { title: "The parcel", genre: "", text: "Ana left a parcel for Ben." },
  text: "Ana knows that Ben likes parcels.",
  options: [],
};

describe("a stimulus", () => {
  it("shows the story again with the question only in the story condition", () => {
    const [, withStory] = renderStimulus(item, { story: "story", questionOrder: "true-false" }).screens;
    const [, without] = renderStimulus(item, { story: "no-story", questionOrder: "true-false" }).screens;
    expect(withStory?.story).toBe(item.story.text);
    expect(without?.story).toBeNull();
  });

  it("orders question and options alike", () => {
    const [, answer] = renderStimulus(item, { story: "story", questionOrder: "false-true" }).screens;
    expect(answer?.question).toContain("false or true");
    expect(answer?.options.map((option) => option.label)).toEqual(["False", "True"]);
  });

  it("changes the content fingerprint with a word of the item and the presentation fingerprint with an instruction", () => {
    const levels = { story: "story", questionOrder: "true-false" };
    const plain = renderStimulus(item, levels);
    const edited = renderStimulus({ ...item, text: `${item.text} ` }, levels);
    const reworded = renderStimulus(item, levels, { wording: { readInstruction: "Read." } });
    expect(edited.contentFingerprint).not.toBe(plain.contentFingerprint);
    expect(edited.presentationFingerprint).toBe(plain.presentationFingerprint);
    expect(reworded.contentFingerprint).toBe(plain.contentFingerprint);
    expect(reworded.presentationFingerprint).not.toBe(plain.presentationFingerprint);
  });

  it("has the human prompt's words in the human prompt and tags in the simplified one", () => {
    const levels = { story: "no-story", questionOrder: "true-false", prompt: "simplified" };
    expect(renderPrompt(item, levels)).toBe(
      '"Ana left a parcel for Ben." Question: Do you think the following statement is true or false? "Ana knows that Ben likes parcels." Answer:',
    );
    expect(renderPrompt(item, { ...levels, prompt: "human" })).toMatch(
      /^Please read .* Please answer .* true or false\? Ana knows/,
    );
  });

  it("names a condition the same way whatever the order of its factors", () => {
    expect(conditionKey({ b: "2", a: "1" })).toBe(conditionKey({ a: "1", b: "2" }));
    expect(
      crossFactors([
        { name: "a", levels: ["1", "2"] },
        { name: "b", levels: ["x", "y"] },
      ]),
    ).toHaveLength(4);
    expect(crossFactors([])).toEqual([{}]);
  });
});
