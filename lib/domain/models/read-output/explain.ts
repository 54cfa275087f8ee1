import { findRefusalWithoutAnswer, ruleForOtherSentences } from "../../words/refusal.ts";
import { isHedged } from "./doubt.ts";
import type { ReadingRule } from "./reading.ts";
import { createWordPattern, echoCharacter } from "./strip-marks.ts";
import type { Vocabulary } from "./vocabulary.ts";

const exclusion =
  /\bnot\b|\brule[sd]? out\b|\bruled out\b|\bexclude[sd]?\b|\bwrong\b|\bincorrect\b|\beliminate[sd]?\b/iu;

/** Explains why a text without an explicit answer is unparsed. */
export function explainUnparsed(text: string, vocabulary: Vocabulary, hasFields: boolean): ReadingRule {
  const words = new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${createWordPattern(vocabulary)})(?![\\p{L}\\p{N}'-])`, "giu");
  const plain = text.trim();
  if (plain === "") return "empty";
  if (isCutWord(plain, vocabulary)) return "truncated";
  const refusal = findRefusalWithoutAnswer(plain);
  if (refusal !== null) return refusal;
  if (isHedged(plain)) return "hedge";
  if (plain.includes(echoCharacter)) return "echo";
  if (hasFields) return "no-conclusion";
  const namedAnswers = new Set(
    [...plain.matchAll(words)]
      .map(([word]) => vocabulary.words.get(word.toLowerCase()))
      .filter((key) => key !== undefined),
  );
  if (
    /\bboth\b/iu.test(plain) ||
    (namedAnswers.size > 1 && !vocabulary.isLettered) ||
    countNamedLetters(plain, vocabulary) > 1
  )
    return "contradiction";
  if (namedAnswers.size > 0 && exclusion.test(plain)) return "exclusion";
  if (beginsWithAnswer(plain, vocabulary)) return "word-boundary";
  if (/^[^\s.,;:!?]+[.,!?]*(?:\s[^\s.]+)?[.!]*$/u.test(plain) || !/[a-z]/iu.test(plain)) return "other-language";
  if (vocabulary.readsErrors && /[.!?]\W*$/u.test(plain)) return "no-conclusion";
  if (namedAnswers.size > 0 && /[.!?]\W*$/u.test(plain)) return "word-boundary";
  return ruleForOtherSentences(plain) ?? "truncated";
}

/** "Tru" is a truncated answer word. */
function isCutWord(text: string, { words, isLettered }: Vocabulary): boolean {
  const word = text.toLowerCase();
  return (
    !isLettered &&
    /^\p{L}+$/u.test(word) &&
    [...words.keys()].some((answer) => answer !== word && answer.startsWith(word))
  );
}

function beginsWithAnswer(text: string, vocabulary: Vocabulary): boolean {
  return new RegExp(
    `^\\W*(?:${vocabulary.isLettered ? [...vocabulary.words.keys()].join("|") : createWordPattern(vocabulary)})`,
    "iu",
  ).test(text);
}

function countNamedLetters(text: string, vocabulary: Vocabulary): number {
  if (!vocabulary.isLettered) return 0;
  return new Set(
    [...text.matchAll(/(?<![\p{L}\p{N}'-])[A-Z](?![\p{L}\p{N}'-])/gu)]
      .map(([letter]) => vocabulary.words.get(letter.toLowerCase()))
      .filter((key) => key !== undefined),
  ).size;
}
