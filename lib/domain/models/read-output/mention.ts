import { splitSentences, type TextSentence } from "../../words/split-sentences.ts";
import type { ReadingRule } from "./reading.ts";
import { echoCharacter } from "./strip-marks.ts";

/** A position in a text where an explicit answer is, or is expected. */
export interface Mention {
  /** The answer key; null if there is no answer. `rule` then states the reason. */
  answer: string | null;
  rule: ReadingRule;
  start: number;
  end: number;
  /** The sentence that contains it. */
  sentence: { start: number; end: number };
  /** Whether the mention follows a label such as "Answer:". */
  isLabelled: boolean;
  /** The label, in lower case. */
  label: string;
}

export type ReplySentence = TextSentence;

const colonOfEcho = new RegExp(`(?<=${echoCharacter}[)\\]}]?\\s*):(?=\\s)`, "gu");

/**
 * Splits a reply into sentences. Line ends and the colon of a repeated instruction ("Choose A or B: A") are also
 * boundaries; the full stop of a lettered option ("A. He waits") is not.
 */
export function splitReply(text: string): ReplySentence[] {
  return splitSentences(text, { linesDivide: true, startsSmall: true, alsoAfter: colonOfEcho, isKept: isOptionLetter });
}

function isOptionLetter(before: string, after: string): boolean {
  return /^\s*(?:option )?[A-Za-z]$/iu.test(before) && /^ ?[^\n]*\p{L}{2}/u.test(after.split("\n", 1)[0] ?? "");
}

/** The sentence at a position; an empty sentence at the end of the text. */
export function sentenceAt(sentences: readonly ReplySentence[], at: number): ReplySentence {
  const containing = sentences.find(({ start, end }) => start <= at && at < end);
  return containing ?? sentences.at(-1) ?? { start: at, end: at, text: "" };
}
