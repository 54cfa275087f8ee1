import { isHedged } from "./doubt.ts";
import type { ReadingRule } from "./reading.ts";
import { echoCharacter, wordPattern } from "./strip-marks.ts";
import type { Vocabulary } from "./vocabulary.ts";

const refusal =
  /\b(?:can(?:no|')t|cannot|can not|unable to|won't|will not|refuse to|decline to|not able to|am not going to) (?:\w+ ){0,3}?(?:answer|help|assist|determine|say|tell|evaluate|judge|comply|decide|comment|provide|respond|know|infer|conclude|be (?:determined|known|answered|inferred|decided))|\bnot enough\b|\binsufficient\b|\bneither\b|\bno way (?:to|of)\b|\bnone of\b|\b(?:does not|doesn't) (?:say|tell|give|specify|state|mention|provide)\b|\bunclear\b|\bunknown\b|\bimpossible to\b|\bundetermined\b|\bsorry\b|\bas an ai\b|\bi (?:do not|don't) know\b|\bn\/a\b|\bunanswerable\b/iu;
const exclusion =
  /\bnot\b|\brule[sd]? out\b|\bruled out\b|\bexclude[sd]?\b|\bwrong\b|\bincorrect\b|\beliminate[sd]?\b/iu;

/** Names why a text without any explicit answer gives none. */
export function explainUnparsed(text: string, vocabulary: Vocabulary, hasFields: boolean): ReadingRule {
  const words = new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${wordPattern(vocabulary)})(?![\\p{L}\\p{N}'-])`, "giu");
  const plain = text.trim();
  if (plain === "") return "empty";
  if (isCutWord(plain, vocabulary)) return "truncated";
  if (refusal.test(plain)) return "refusal";
  if (isHedged(plain)) return "hedge";
  if (plain.includes(echoCharacter)) return "echo";
  if (hasFields) return "no-conclusion";
  const named = new Set(
    [...plain.matchAll(words)]
      .map(([word]) => vocabulary.words.get(word.toLowerCase()))
      .filter((key) => key !== undefined),
  );
  if (/\bboth\b/iu.test(plain) || (named.size > 1 && !vocabulary.isLettered) || namesLetters(plain, vocabulary) > 1)
    return "contradiction";
  if (named.size > 0 && exclusion.test(plain)) return "exclusion";
  if (beginsAlike(plain, vocabulary)) return "word-boundary";
  if (/^[^\s.,;:!?]+[.,!?]*(?:\s[^\s.]+)?[.!]*$/u.test(plain) || !/[a-z]/iu.test(plain)) return "other-language";
  return /[.!?]\W*$/u.test(plain)
    ? vocabulary.readsErrors
      ? "no-conclusion"
      : named.size > 0
        ? "word-boundary"
        : "refusal"
    : "truncated";
}

/** "Tru" breaks off inside an answer word. */
function isCutWord(text: string, { words, isLettered }: Vocabulary): boolean {
  const word = text.toLowerCase();
  return (
    !isLettered &&
    /^\p{L}+$/u.test(word) &&
    [...words.keys()].some((answer) => answer !== word && answer.startsWith(word))
  );
}

function beginsAlike(text: string, vocabulary: Vocabulary): boolean {
  return new RegExp(
    `^\\W*(?:${vocabulary.isLettered ? [...vocabulary.words.keys()].join("|") : wordPattern(vocabulary)})`,
    "iu",
  ).test(text);
}

function namesLetters(text: string, vocabulary: Vocabulary): number {
  if (!vocabulary.isLettered) return 0;
  return new Set(
    [...text.matchAll(/(?<![\p{L}\p{N}'-])[A-Z](?![\p{L}\p{N}'-])/gu)]
      .map(([letter]) => vocabulary.words.get(letter.toLowerCase()))
      .filter((key) => key !== undefined),
  ).size;
}
