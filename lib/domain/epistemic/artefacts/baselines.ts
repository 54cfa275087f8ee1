import { escapeRegExp } from "../../format/escape.ts";
import { wordTexts } from "../../words/words.ts";
import type { MindgamesRow } from "../mindgames/row.ts";

/** A baseline classifier that sees only a part of each item, as a bag of tokens. */
export interface Baseline {
  name: "hypothesis_only" | "premise_blind" | "lexical";
  sees: string;
  tokens: (row: MindgamesRow) => string[];
}

/**
 * Three lexical baseline classifiers, which cannot reason. They see words and pairs of neighbouring words. Persons'
 * names are replaced by their order of mention, so that "Ann … Ann" and "Ann … Bob" differ.
 *
 * The first two measure what can be predicted without the premise's announcements. The third measures what can be
 * predicted from the words of both texts without their order.
 */
export const baselines: readonly Baseline[] = [
  {
    name: "hypothesis_only",
    sees: "the hypothesis",
    tokens: ({ hypothesis, names }) => maskAndListWords(hypothesis, names),
  },
  {
    name: "premise_blind",
    sees: "the hypothesis, the setup and the numbers of persons and announcements, but not the premise",
    tokens: ({ hypothesis, names, setup, n_announcements }) => {
      const words = maskAndListWords(hypothesis, names);
      return [
        ...words,
        ...words.map((word) => `${setup}: ${word}`),
        `setup ${setup}`,
        `persons ${names.length}`,
        `announcements ${n_announcements ?? "unknown"}`,
      ];
    },
  },
  {
    name: "lexical",
    sees: "the words of premise and hypothesis, without their order",
    tokens: ({ premise, hypothesis, names }) => {
      const maskedTexts = maskNames(`${premise}\n${hypothesis}`, names).split("\n");
      const [premiseTokens, hypothesisTokens] = maskedTexts.map(listWordsAndBigrams);
      return [...(premiseTokens ?? []).map((token) => `premise: ${token}`), ...(hypothesisTokens ?? [])];
    },
  },
];

function maskAndListWords(text: string, names: readonly string[]): string[] {
  return listWordsAndBigrams(maskNames(text, names));
}

/** Replaces names (the longest first) by "person1", "person2" … in order of mention. */
function maskNames(text: string, names: readonly string[]): string {
  const longestFirst = [...names].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.map(escapeRegExp).join("|"), "g");
  const seen = new Map<string, string>();
  return text.replace(pattern, (name) => {
    if (!seen.has(name)) seen.set(name, `person${seen.size + 1}`);
    return seen.get(name)!;
  });
}

function listWordsAndBigrams(text: string): string[] {
  const words = wordTexts(text);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
}
