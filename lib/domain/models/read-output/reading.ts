import type { RefusalRule } from "../../words/refusal.ts";

/** Raised whenever some text is read in another way (`reader-version.test.ts`); it is stored with every reading. */
export const readerVersion = 4;

/**
 * The rule that decided a reading. The names are those of the published rules (docs/formats.md, "Model outputs");
 * several of them, such as `hedge` and `refusal`, say why there is no answer.
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
/** "refusal" comes from `words/refusal.ts` alone: no other module can decide that a text is one. */
export type ReadingRule = Exclude<(typeof readingRules)[number], "refusal"> | RefusalRule;

/** What one text of a model says. */
export interface Reading {
  /** An answer key of the item kind; `unparsed` where no answer can be read. */
  answer: string;
  rule: ReadingRule;
  version: number;
  /** Consistency only: the sentences named as the error, in order; empty where the verdict is that there is none. */
  quotes?: string[];
  /** Consistency only: the verdict and the quotes disagree. The verdict decides. */
  conflict?: boolean;
}

export const unparsed = "unparsed";
