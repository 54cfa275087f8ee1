import { type Correspondence, storedCorrespondence } from "../model/correspondence.ts";

/** The factors of every item kind: people and models are compared at the same level of each. */
const commonFactors = ["ablation", "answerOrder", "optionOrder", "questionOrder"];

/** Both tasks of Yang et al. 2026 have their own prompt (appendix B); it corresponds to every display condition. */
const ksteCorrespondence = (prompt: string): Correspondence => ({
  pairs: [
    { people: {}, models: { prompt } },
    { people: {}, models: { prompt: "human" } },
  ],
  same: commonFactors,
  lenient: true,
});

const presetCorrespondences: Readonly<Record<string, Correspondence>> = {
  // Section 3.2: people to whom the story was not repeated correspond to the human prompt, the other people to the
  // simplified prompt.
  "street-2024": {
    pairs: [
      { people: { story: "no-story" }, models: { prompt: "human" } },
      { people: { story: "story" }, models: { prompt: "simplified" } },
      { people: { story: "context-free" }, models: { story: "context-free" } },
    ],
    same: ["questionOrder"],
    lenient: true,
  },
  "kste-consistency": ksteCorrespondence("ikd"),
  "kste-next-action": ksteCorrespondence("knp"),
  // Sileo and Lernould 2023, section 4.3: models get the paper's prompt; raters get the same text and statement on a
  // screen.
  "mindgames-human-evaluation": {
    pairs: [
      { people: { story: "story" }, models: { prompt: "paper" } },
      { people: { story: "story" }, models: { prompt: "paper-chat" } },
      { people: { story: "story" }, models: { prompt: "human" } },
    ],
    same: ["questionOrder"],
    lenient: true,
  },
  // Du et al., section 4: chat models and base models get the same expression and query in two templates.
  "beliefs-expressions": {
    pairs: [
      { people: {}, models: { prompt: "eob" } },
      { people: {}, models: { prompt: "eob-gemma" } },
      { people: {}, models: { prompt: "eob-base" } },
      { people: {}, models: { prompt: "eob-base-gemma" } },
      { people: {}, models: { prompt: "human" } },
    ],
    same: ["answerOrder"],
    lenient: true,
  },
};

/**
 * The correspondence of a study that was created from a preset. A preset without a paper has the default of its
 * factors.
 */
export function presetCorrespondence(
  preset: string | undefined,
  factors: readonly { name: string; levels: readonly string[] }[],
): Correspondence {
  return presetCorrespondences[preset ?? ""] ?? storedCorrespondence(null, factors);
}
