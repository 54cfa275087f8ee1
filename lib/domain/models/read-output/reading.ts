import type { RefusalRule } from "../../words/refusal.ts";

/**
 * The version of the reader, stored with every reading. It is incremented whenever the reading of any text changes
 * (`reader-version.test.ts`).
 */
export const parserVersion = 4;

/**
 * The rules that can decide a reading. Their names are those of the published rules (docs/formats.md, "Model outputs").
 * Some rules, such as `hedge` and `refusal`, explain why there is no answer.
 */
export const readingRules = [
  "think",
  "think-unclosed",
  "new-item-cut",
  "json",
  "bare",
  "other-language",
  "outside-range",
  "label",
  "statement",
  "negation",
  "option-text",
  "first-word",
  "word-boundary",
  "last-wins",
  "contradiction",
  "echo",
  "hedge",
  "label-despite-hedge",
  "exclusion",
  "refusal",
  "empty",
  "truncated",
  "conclusion",
  "conclusion-over-quotes",
  "no-conclusion",
] as const;
/** A rule of this list. Only `words/refusal.ts` can create the rule "refusal". */
export type ReadingRule = Exclude<(typeof readingRules)[number], "refusal"> | RefusalRule;

/** The reading of one text of a model. */
export interface Reading {
  /** An answer key of the item kind; `unparsed` if no answer can be read. */
  answer: string;
  rule: ReadingRule;
  version: number;
  /**
   * Consistency only: the sentences that the model calls wrong, in order; empty if the verdict is that there is no
   * error.
   */
  quotes?: string[];
  /** Consistency only: whether the verdict and the quotes contradict each other. The verdict then has priority. */
  conflict?: boolean;
}

export const unparsed = "unparsed";
