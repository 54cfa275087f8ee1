import { escapeRegExp } from "../../format/escape.ts";
import { wordTexts } from "../../words/words.ts";
import type { MindgamesRow } from "../mindgames/row.ts";

/** A baseline classifier that sees only a part of an item, and its input: a bag of tokens. */
export interface Baseline {
  name: "hypothesis_only" | "premise_blind" | "lexical";
  sees: string;
  tokens: (row: MindgamesRow) => string[];
}

/**
 * Three lexical baseline classifiers, none of which can reason: words and pairs of neighbouring words; persons' names
 * are replaced by their order of mention, so that "Ann … Ann" and "Ann … Bob" differ.
 *
 * The first two measure what can be predicted without the premise's announcements; the third measures what can be
 * predicted from the words of both texts without their order.
 */
export const baselines: readonly Baseline[] = [
  {
    name: "hypothesis_only",
    sees: "the hypothesis",
    tokens: ({ hypothesis, names }) => wordsAndPairs(hypothesis, names),
  },
  {
    name: "premise_blind",
    sees: "the hypothesis, the setup and the numbers of persons and announcements, but not the premise",
    tokens: ({ hypothesis, names, setup, n_announcements }) => {
      const words = wordsAndPairs(hypothesis, names);
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
      const masked = maskNames(`${premise}\n${hypothesis}`, names).split("\n");
      const [premiseTokens, hypothesisTokens] = masked.map(ngrams);
      return [...(premiseTokens ?? []).map((token) => `premise: ${token}`), ...(hypothesisTokens ?? [])];
    },
  },
];

function wordsAndPairs(text: string, names: readonly string[]): string[] {
  return ngrams(maskNames(text, names));
}

/** Replaces names, longest first, by "person1", "person2" … in order of mention. */
function maskNames(text: string, names: readonly string[]): string {
  const longestFirst = [...names].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.map(escapeRegExp).join("|"), "g");
  const seen = new Map<string, string>();
  return text.replace(pattern, (name) => {
    if (!seen.has(name)) seen.set(name, `person${seen.size + 1}`);
    return seen.get(name)!;
  });
}

function ngrams(text: string): string[] {
  const words = wordTexts(text);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
}
