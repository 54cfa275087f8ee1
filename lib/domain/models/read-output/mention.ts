import { splitSentences, type TextSentence } from "../../words/split-sentences.ts";
import type { ReadingRule } from "./reading.ts";
import { echoCharacter } from "./strip-marks.ts";

/** A position in a text that contains an explicit answer, or at which one is expected. */
export interface Mention {
  /** The answer key; null if there is none, for the reason in `rule`. */
  answer: string | null;
  rule: ReadingRule;
  start: number;
  end: number;
  /** The sentence that contains it. */
  sentence: { start: number; end: number };
  /** Whether it follows a label such as "Answer:". */
  isLabelled: boolean;
  /** The label, in lower case. */
  label: string;
}

export type ReplySentence = TextSentence;

const colonOfEcho = new RegExp(`(?<=${echoCharacter}[)\\]}]?\\s*):(?=\\s)`, "gu");

/**
 * The sentences of a reply: line ends and the colon of a repeated instruction ("Choose A or B: A") are also boundaries,
 * and the full stop of a lettered option ("A. He waits") is not.
 */
export function replySentences(text: string): ReplySentence[] {
  return splitSentences(text, { linesDivide: true, startsSmall: true, alsoAfter: colonOfEcho, isKept: isOptionLetter });
}

function isOptionLetter(before: string, after: string): boolean {
  return /^\s*(?:option )?[A-Za-z]$/iu.test(before) && /^ ?[^\n]*\p{L}{2}/u.test(after.split("\n", 1)[0] ?? "");
}

/** The sentence at a position; an empty one at the end of the text. */
export function sentenceAt(sentences: readonly ReplySentence[], at: number): ReplySentence {
  const containing = sentences.find(({ start, end }) => start <= at && at < end);
  return containing ?? sentences.at(-1) ?? { start: at, end: at, text: "" };
}
