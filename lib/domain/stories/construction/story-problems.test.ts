import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findStoryProblems } from "./story-problems.ts";

const sentences = [
  "Mira carried the brass lantern down to the harbour and hid the letter beneath the loose plank of the jetty.",
  "Nobody watched her except a heron, which lifted slowly from the reeds and flew towards the lighthouse.",
  "In the evening Tomas came home from the fishing boats, tired and hungry, and asked about the missing letter.",
  "She smiled, poured him a bowl of soup and told him nothing of the jetty or the plank or the brass lantern.",
];
const source = sentences.join(" ");
const doubts = (step: "summarise" | "erroneous-story" | "next-action", story: string | null, output = story ?? "") =>
  findStoryProblems({ step, source, output, story });

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
      "I'm sorry, but this request goes against my guidelines.",
      "I must respectfully decline to change this story about Mira, Tomas and the letter beneath the jetty.",
      "I'm not comfortable rewriting a story in which Mira hides a letter.",
      "Your request violates the usage policy.",
      "**I can’t assist with that.**",
      "Sorry.",
    ]) {
      expect(doubts("summarise", refusal)).toEqual(["The model refused."]);
      expect(doubts("next-action", null, refusal)).toEqual(["The model refused."]);
    }
    expect(doubts("summarise", `“I’m sorry,” said nobody. ${source}`)).toEqual([]);
    for (const opening of [
      "I am afraid of the heron.",
      "I cannot forget that evening.",
      "I can't say when I saw the lantern first.",
      "I can't tell you how tired Tomas was.",
      "Unfortunately, I lost my key that day.",
      "I'm sorry that I ever went to the jetty.",
      "Sorry, said the captain.",
    ])
      expect([opening, doubts("summarise", `${opening} ${source}`)]).toEqual([opening, []]);
    // For a source with such a beginning the doubt is still reported.
    const told = `I cannot write about it, but I will try. ${source}`;
    expect(findStoryProblems({ step: "erroneous-story", source: told, output: told, story: told })).toEqual([]);
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
  it("is the source with one sentence changed", () => {
    expect(doubts("erroneous-story", source.replace("asked about the missing letter", "went to the jetty"))).toEqual(
      [],
    );
  });

  it("is a source of a few words told in other words, and nothing else of so few words is", () => {
    const about = (text: string, story: string) =>
      findStoryProblems({ step: "summarise", source: text, output: story, story });
    expect(about("Mira hid the letter under the clock.", "Under the clock Mira was hiding letters.")).toEqual([]);
    expect(about("One story.", "One story.")).toEqual([]);
    expect(about("Mira hid the letter under the clock.", "A captain sold his boat.").at(-1)).toContain(
      "something else",
    );
    expect(about("Mira hid the letter.", "She did.")).toHaveLength(2);
    expect(about("Mira hid the letter.", "")[0]).toContain("0 words where at least 3");
  });

  it("may be in a language that does not part its words", () => {
    const text = "米拉把磨坊的钥匙藏在第三级台阶下面，那时附近没有人。晚上约拿斯回家，发现门关着。";
    const about = (story: string) => findStoryProblems({ step: "summarise", source: text, output: story, story });
    expect(about("没有人的时候，米拉把钥匙藏在台阶下面。约拿斯晚上回家，门关着。")).toEqual([]);
    expect(about("船长卖掉了他的船，在山里买了一个农场，种苹果。").at(-1)).toContain("something else");
  });

  it("is told from every other one, however short both are", () => {
    for (const [number, text] of shortStories.entries()) {
      for (const step of measured) {
        expect(findStoryProblems({ step, source: text, output: text, story: text })).toEqual([]);
        for (const other of shortStories.filter((_, index) => index !== number))
          expect([step, other, findStoryProblems({ step, source: text, output: other, story: other })]).toEqual([
            ...[step, other],
            expect.arrayContaining([expect.stringContaining("something else")]),
          ]);
      }
    }
  });
});

const measured = ["summarise", "erroneous-story", "next-action"] as const;

const shortStories = [
  "The baker burnt the bread.",
  "A goat climbed onto the roof of the school, and nobody could get it down before lunch.",
  "Lena found a silver ring in the garden. She gave it to her grandmother, who had lost it many years before.",
  "On Monday the pilot forgot his map. He followed the railway to the city and landed in a field of potatoes. The farmer gave him tea.",
  "Two sisters ran a small cinema by the river. One night the projector broke, so they told the film to the guests themselves, scene by scene, with hats and brooms. Everybody said that it had never been better, and came again the next evening to hear how it went on.",
  "The ship’s cook kept a parrot that could count to nine. When the captain asked how many barrels of water were left, the parrot said three, and the cook said seven. They opened the hold in the morning. There were two barrels, a ladder, and a note from the carpenter, who had gone ashore in the only boat with the rest of the crew.",
];

/** Sentences of invented content words that begin with `letter`, mixed with common words. */
function sentencesOf(letter: string) {
  const content = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 3, maxLength: 9 });
  const everyday = fc.array(fc.constantFrom("the", "was", "and", "she", "then", "looked", "again"), {
    minLength: 2,
    maxLength: 6,
  });
  return fc
    .tuple(content, everyday)
    .map(([numbers, others]) => `${[...others, ...numbers.map((number) => `${letter}${number}k`)].join(" ")}.`);
}

describe("by chance", () => {
  it("a source of any length that is changed in one sentence is never refused", () => {
    fc.assert(
      fc.property(
        fc.array(sentencesOf("b"), { minLength: 2, maxLength: 60 }),
        sentencesOf("d"),
        fc.nat(),
        fc.constantFrom(...measured),
        (told, other, at, step) => {
          const story = told.with(at % told.length, other).join(" ");
          expect(findStoryProblems({ step, source: told.join(" "), output: story, story })).toEqual([]);
        },
      ),
    );
  });

  it("a text about something else is always refused, whatever the lengths", () => {
    const lengths = { minLength: 1, maxLength: 60 };
    fc.assert(
      fc.property(
        fc.array(sentencesOf("b"), lengths),
        fc.array(sentencesOf("d"), lengths),
        fc.constantFrom(...measured),
        (told, other, step) => {
          const story = other.join(" ");
          expect(findStoryProblems({ step, source: told.join(" "), output: story, story }).at(-1)).toContain(
            "something else",
          );
        },
      ),
    );
  });

  it("a refusal is refused, whatever the source", () => {
    fc.assert(
      fc.property(fc.array(sentencesOf("b"), { maxLength: 20 }), fc.constantFrom(...measured), (told, step) => {
        const story = "I'm sorry, but I can't help with this story.";
        expect(findStoryProblems({ step, source: told.join(" "), output: story, story })).toEqual([
          "The model refused.",
        ]);
      }),
    );
  });
});
