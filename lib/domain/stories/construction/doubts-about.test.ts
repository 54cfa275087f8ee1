import { describe, expect, it } from "vitest";
import { doubtsAbout } from "./doubts-about.ts";

const sentences = [
  "Mira carried the brass lantern down to the harbour and hid the letter beneath the loose plank of the jetty.",
  "Nobody watched her except a heron, which lifted slowly from the reeds and flew towards the lighthouse.",
  "In the evening Tomas came home from the fishing boats, tired and hungry, and asked about the missing letter.",
  "She smiled, poured him a bowl of soup and told him nothing of the jetty or the plank or the brass lantern.",
];
const source = sentences.join(" ");
const doubts = (step: "summarise" | "erroneous-story" | "next-action", story: string | null, output = story ?? "") =>
  doubtsAbout({ step, source, output, story });

describe("what is no story", () => {
  it("is a refusal, in any of its usual beginnings", () => {
    for (const refusal of [
      "I'm sorry, but I can't help with that.",
      "I cannot rewrite this story.",
      "Sorry, this goes against the rules.",
      "As an AI, I do not write stories.",
      "Unfortunately, I am not able to do so.",
      "I apologize, but this is not something that I do.",
      "I'm unable to write such a story.",
      "I’m afraid I cannot do that.",
      "My apologies, this request is refused.",
    ]) {
      expect(doubts("summarise", refusal)).toEqual(["The model refused."]);
      expect(doubts("next-action", null, refusal)).toEqual(["The model refused."]);
    }
    expect(doubts("summarise", `“I’m sorry,” said nobody. ${source}`)).toEqual([]);
    expect(doubts("summarise", `I am afraid of the heron. ${source}`)).toEqual([]);
  });

  it("is far too short, by the step", () => {
    expect(doubts("erroneous-story", sentences[0] as string)[0]).toContain("words where at least");
    expect(doubts("summarise", sentences.slice(0, 2).join(" "))).toEqual([]);
    expect(doubts("summarise", "Mira hid the letter.")[0]).toContain("4 words where at least");
    expect(doubts("next-action", sentences.slice(0, 2).join(" "))).toEqual([]);
  });

  it("is about something else", () => {
    const other =
      "A robot repaired engines inside an orbiting station while captains argued about missing turbines. ".repeat(5);
    expect(doubts("summarise", other).at(-1)).toContain("about something else");
  });
});

describe("a story", () => {
  it("is the source with one sentence changed, and any answer to a source too short to measure by", () => {
    expect(doubts("erroneous-story", source.replace("asked about the missing letter", "went to the jetty"))).toEqual(
      [],
    );
    expect(
      doubtsAbout({ step: "summarise", source: "One story.", output: "Mira hid it.", story: "Mira hid it." }),
    ).toEqual([]);
  });
});
