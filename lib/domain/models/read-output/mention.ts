import type { ReadingRule } from "./reading.ts";
import { echoCharacter } from "./strip-marks.ts";

/** A place in a text that gives an answer on purpose, or that is where one should be. */
export interface Mention {
  /** The answer key; null where the place gives none, for the reason in `rule`. */
  answer: string | null;
  rule: ReadingRule;
  start: number;
  end: number;
  /** The sentence it stands in. */
  sentence: { start: number; end: number };
  /** Whether it stands behind a label such as "Answer:". */
  isLabelled: boolean;
  /** The label, in lower case. */
  label: string;
}

export interface Sentence {
  start: number;
  end: number;
  text: string;
}

const sentenceEnd = new RegExp(
  `\\n+|[.!?\\u3002\\uff01\\uff1f\\u2026]+[)\\]}]*(?=\\s|$)|(?<=${echoCharacter}[)\\]}]?\\s*):(?=\\s)`,
  "gu",
);

/**
 * The sentences of a text: line ends, full stops and the colon of a repeated instruction ("Choose A or B: A") divide, but
 * not the stop of a lettered option ("A. He waits") or of an abbreviation.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const divide = (end: number) => {
    if (text.slice(start, end).trim() !== "") sentences.push({ start, end, text: text.slice(start, end) });
    start = end;
  };
  for (const match of text.matchAll(sentenceEnd)) {
    const isLineEnd = match[0].startsWith("\n");
    const before = text.slice(start, match.index);
    if (!isLineEnd && /(?:^|[\s(])(?:e\.g|i\.e|vs|Mr|Mrs|Dr|St)$/u.test(before)) continue;
    if (
      !isLineEnd &&
      /^\s*(?:option )?[A-Za-z]$/iu.test(before) &&
      /^\.? ?[^\n]*\p{L}{2}/u.test(text.slice(match.index + 1).split("\n", 1)[0] ?? "") &&
      match[0] === "."
    )
      continue;
    divide(match.index + match[0].length);
  }
  divide(text.length);
  return sentences;
}

/** The sentence that holds a position; an empty one at the end of the text. */
export function sentenceAt(sentences: readonly Sentence[], at: number): Sentence {
  const holding = sentences.find(({ start, end }) => start <= at && at < end);
  return holding ?? sentences.at(-1) ?? { start: at, end: at, text: "" };
}
