import type { RefusalRule } from "../../words/refusal.ts";

/** Incremented whenever the reading of any text changes (`reader-version.test.ts`); stored with every reading. */
export const parserVersion = 4;

/**
 * The rule that decided a reading. The names are those of the published rules (docs/formats.md, "Model outputs");
 * several of them, such as `hedge` and `refusal`, explain why there is no answer.
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
/** "refusal" is set only by `words/refusal.ts`. */
export type ReadingRule = Exclude<(typeof readingRules)[number], "refusal"> | RefusalRule;

/** The reading of one text of a model. */
export interface Reading {
  /** An answer key of the item kind; `unparsed` if no answer can be read. */
  answer: string;
  rule: ReadingRule;
  version: number;
  /** Consistency only: the sentences named as the error, in order; empty if the verdict is that there is none. */
  quotes?: string[];
  /** Consistency only: the verdict and the quotes contradict each other. The verdict decides. */
  conflict?: boolean;
}

export const unparsed = "unparsed";
