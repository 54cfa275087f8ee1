import { describe, expect, it } from "vitest";
import { renderPrompt, renderStimulus } from "../items/stimulus.ts";
import { compareShownStimuli, findingOf } from "../models/decide-parity.ts";
import { storyErrorsDraft } from "./presets/kste-evaluation.ts";
import { type Protocol, protocolSchema } from "./protocol.ts";
import { buildPresentation } from "./step-presentation.ts";

const item = {
  kind: "consistency",
  story: {
    title: "The hut",
    genre: "",
    text: "Ana locked the hut. Ben never learned the code. He typed the code at once.",
  },
  text: "Is there a logical error in this story?",
  options: [],
  attributes: { event_words: "9-15", knowledge_words: "0-4" },
};
const levels = { ablation: "event-knowledge" };
const own = { event: ["[[", "]]"], knowledge: ["{{", "}}"] } as const;

function withMarks(marks: unknown): Protocol {
  const { protocol } = storyErrorsDraft();
  return protocolSchema.parse({
    ...protocol,
    steps: protocol.steps.map((step) => (step.kind === "items" ? { ...step, marks } : step)),
  });
}

describe("how a study writes marks in prompts", () => {
  it("is its own signs where it declares some, around the very words that its screens highlight", () => {
    const usual = buildPresentation(withMarks(undefined), "consistency", "en");
    const declared = buildPresentation(withMarks(own), "consistency", "en");
    expect(renderPrompt(item, levels, usual)).toContain(
      "<knowledge>Ana locked the hut.</knowledge> Ben never learned the code. <event>He typed the code at once.</event>",
    );
    expect(renderPrompt(item, levels, declared)).toContain(
      "{{Ana locked the hut.}} Ben never learned the code. [[He typed the code at once.]]",
    );
    // People see colours, but the displayed content is the same.
    expect(renderStimulus(item, levels, declared)).toEqual(renderStimulus(item, levels, usual));
  });

  it("decides what a prompt has to say to be the same text", () => {
    const declared = buildPresentation(withMarks(own), "consistency", "en");
    const found = (prompt: string) => findingOf(compareShownStimuli(item, levels, { prompt }, declared), false);
    const human = { ...levels, prompt: "human" };
    const prompt = renderPrompt(item, human, declared);
    expect(found(prompt)).toEqual({ parity: "verified", differs: [] });
    expect(found(prompt.replaceAll(/\[\[|\]\]/gu, ""))).toEqual({ parity: "mismatch", differs: ["marks"] });
    expect(found(renderPrompt(item, human)).parity).toBe("mismatch");
  });

  it("is refused without one of its signs", () => {
    for (const marks of [{ event: own.event }, { ...own, event: ["[[", ""] }, { ...own, event: ["[["] }]) {
      expect(() => withMarks(marks)).toThrow();
    }
  });
});
