import { findRefusedValue } from "../../words/refusal.ts";
import { isHedged, readTail } from "./doubt.ts";
import type { ReadingRule } from "./reading.ts";
import { createWordPattern, echoCharacter } from "./strip-marks.ts";
import { optionOfText, type Vocabulary } from "./vocabulary.ts";

/** The text at a position where an answer is expected. If `answer` is null, `rule` states why. */
export interface AnswerValue {
  answer: string | null;
  rule: ReadingRule;
  /** The end of the value. */
  end: number;
}

const connectives =
  "because|since|as|given|for|due|based|so|and|but|although|though|while|however|here|in|per|according|from|after|he|she|it|they|we|i|this|that|therefore|thus|which|rather|not|or|if|when|unless|provided|assuming|only|both|to me";

/**
 * Text that may follow an answer word: punctuation, the end, or words that continue a sentence about the answer. "No
 * one" continues differently.
 */
export const afterWord = `(?=\\s*$|\\s*\\n|\\s*[.,:;!)\\]}\\u2013\\u2014\\u2026${echoCharacter}]|\\s+[-=]\\s|-\\s|\\s+\\(|\\s+(?:${connectives})\\b)(?!\\s*[.]\\s*\\d)`;

const fillers =
  /^(?:[\s:=>[({\u2013\u2014\u2192-]|(?:therefore|thus|hence|then|so|clearly|definitely|certainly|indeed|simply|still|option|choice|answer|again|now|obviously|just|that it is|that it's|letter)\b,?|is\b)/iu;
const doubtPattern =
  /^(?:most |very |quite |more |might be|may be|could be|seems to be|appears to be|leaning|i lean|i think|i believe|i would say|i'd say|to be)\b/iu;
/**
 * Reads the answer after a label: an answer word, the text of an option, or something that is not an answer. Null if
 * ordinary prose follows.
 */
export function readValue(text: string, at: number, vocabulary: Vocabulary): AnswerValue | null {
  let position = at;
  let isDoubted = false;
  for (let skips = 0; skips < 30; skips += 1) {
    const rest = text.slice(position, position + 400);
    const skipped = fillers.exec(rest) ?? doubtPattern.exec(rest) ?? hedgeAt(rest);
    if (skipped === null || skipped[0] === "") break;
    isDoubted ||= isHedged(skipped[0]);
    position += skipped[0].length;
  }
  const rest = text.slice(position);
  if (rest === "") return { answer: null, rule: isDoubted ? "hedge" : "truncated", end: position };
  if (rest.startsWith(echoCharacter)) return { answer: null, rule: "echo", end: position + 1 };
  const value =
    readWordValue(rest, position, vocabulary) ??
    readOptionValue(rest, position, vocabulary) ??
    readMissingValue(rest, position, vocabulary);
  if (value === null)
    return isDoubted && answerWordAt(rest, vocabulary) ? { answer: null, rule: "hedge", end: position } : null;
  return isDoubted && value.answer !== null ? { answer: null, rule: "hedge", end: value.end } : value;
}

function hedgeAt(rest: string): RegExpExecArray | null {
  const word = /^[\p{L}']+(?: be)?\s*/u.exec(rest);
  return word !== null && isHedged(word[0]) ? word : null;
}

function answerWordAt(rest: string, vocabulary: Vocabulary): boolean {
  return new RegExp(`^(?:${createWordPattern(vocabulary)})(?![\\p{L}\\p{N}'])`, "iu").test(rest);
}

function readWordValue(rest: string, position: number, vocabulary: Vocabulary): AnswerValue | null {
  const match = new RegExp(
    `^(not\\s+)?(?:option\\s+|letter\\s+)?(${createWordPattern(vocabulary)})(?![\\p{L}\\p{N}'])`,
    "iu",
  ).exec(rest);
  if (match === null) return null;
  const word = (match[2] ?? "").toLowerCase();
  const end = position + match[0].length;
  const after = rest.slice(match[0].length);
  const restOfLine = after.split("\n", 1)[0] ?? "";
  const isFollowed = new RegExp(`^${afterWord}`, "iu").test(after);
  const isOptionNamed = vocabulary.isLettered && optionOfText(restOfLine, vocabulary) !== null;
  const isPlainLetter = vocabulary.isLettered && word !== "a" && word !== "i" && /^\s+\p{L}/u.test(after);
  if (!isFollowed && !isOptionNamed && !isPlainLetter) return null;
  if (match[1] !== undefined) return { answer: null, rule: "exclusion", end };
  const answer = vocabulary.words.get(word);
  if (answer === undefined)
    return /^\s*(?:$|[.,:;!)\]\n])/u.test(after) ? { answer: null, rule: "outside-range", end } : null;
  if (/^\s*\?/u.test(after)) return { answer: null, rule: "hedge", end };
  const conflictRule = findTailRule(after, word, answer, vocabulary);
  return conflictRule === null ? { answer, rule: "label", end } : { answer: null, rule: conflictRule, end };
}

/** Why the text after an answer word in the same sentence invalidates the answer; null if it does not. */
export function findTailRule(after: string, word: string, answer: string, vocabulary: Vocabulary): ReadingRule | null {
  const tail = tailOf(after);
  const namedOption = optionOfText(tail.replace(/^[\s.,:;)\u2013\u2014-]+/u, ""), vocabulary);
  if (namedOption !== null) return namedOption === answer ? null : "contradiction";
  const verdict = readTail(tail, word, vocabulary);
  if (verdict === "condition") return "hedge";
  return verdict === "plain" ? null : verdict;
}

/** The rest of the sentence. After "A." or "A)" the option's text is part of it. */
export function tailOf(after: string): string {
  const line = after.split("\n", 1)[0] ?? "";
  const marked = /^\s*[.)]+\s*/u.exec(line)?.[0] ?? "";
  if (marked.includes(")") || marked === "") return marked + (/^[^.!?]*/u.exec(line.slice(marked.length))?.[0] ?? "");
  return marked.trim() === "." ? "" : marked;
}

function readOptionValue(rest: string, position: number, vocabulary: Vocabulary): AnswerValue | null {
  if (vocabulary.optionTexts.length === 0) return null;
  const maxOptionLength = Math.max(...vocabulary.optionTexts.map((option) => option.length));
  const line = (rest.split("\n", 1)[0] ?? "").slice(0, 2 * maxOptionLength + 40);
  const ends = [
    line.length,
    ...[...line.matchAll(/[.!?;:,](?=\s|$)|\s(?=because\b|since\b|as\b)/gu)].map(({ index }) => index),
  ];
  for (const end of ends.sort((left, right) => right - left)) {
    const answer = optionOfText(line.slice(0, end), vocabulary);
    if (answer !== null) return { answer, rule: "option-text", end: position + end };
  }
  return null;
}

function readMissingValue(rest: string, position: number, vocabulary: Vocabulary): AnswerValue | null {
  const refusedPart = findRefusedValue(rest);
  if (refusedPart !== null) return { answer: null, rule: refusedPart.rule, end: position + refusedPart.length };
  const truncatedWord = /^[\p{L}]{1,12}$/u.exec(rest.trim())?.[0].toLowerCase();
  if (
    truncatedWord !== undefined &&
    [...vocabulary.words.keys()].some((word) => word.length > truncatedWord.length && word.startsWith(truncatedWord))
  )
    return { answer: null, rule: "truncated", end: position + rest.length };
  const singleWord = /^[\p{L}]+(?=[\s.!]*(?:$|\n))/u.exec(rest)?.[0];
  return singleWord === undefined ? null : { answer: null, rule: "other-language", end: position + singleWord.length };
}
