import { isConcluded } from "./decide.ts";
import { isAnswerHedged, readTail } from "./doubt.ts";
import { type Mention, type ReplySentence, sentenceAt } from "./mention.ts";
import { quotedCharacter } from "./strip-marks.ts";
import { vocabularyOf } from "./vocabulary.ts";

const subject = "(?:statement|claim|hypothesis|assertion|proposition)";
const between = `(?:[,:]? ?${quotedCharacter},?| above| below| given| here| in question| itself| as (?:written|given|stated)|,? ?(?:then|therefore|thus|hence|in fact|indeed|clearly),?){0,3}(?: that [^.;:\\n]{1,120}?)?`;
const copula =
  "(?:is (?:judged|marked|considered|deemed)(?: as| to be)?|is to be (?:judged|marked)(?: as)?|is|was|must be|has to be|remains|turns out to be)";
const negative =
  "(?:isn't|wasn't|is not|was not|cannot be|can't be|can not be|could not be|couldn't be|must not be|mustn't be)";
const adverb =
  "(?:\\s*,)?\\s*(?:therefore|thus|hence|then|indeed|clearly|definitely|certainly|simply|in fact|also|still|actually|logically|evidently|obviously|plainly|undoubtedly|surely|just)\\b,?";
const halfway =
  "(?:necessarily|entirely|wholly|strictly|fully|completely|partly|partially|quite|exactly|always|only|mostly|largely|technically)";

const plainStatement = new RegExp(
  `\\b${subject}${between}\\s*(?:\\b(?<negative>${negative})|\\b${copula}|'s)(?:${adverb})*(?<not>\\s+not)?(?:${adverb})*(?<half>\\s+${halfway})?\\s+(?<word>true|false)(?![\\p{L}\\p{N}'-])`,
  "giu",
);
const attributive = new RegExp(
  `\\b(?:this|that|it) (?:(?<negative>isn't|is not)|is|must be) an? (?<word>true|false) ${subject}\\b`,
  "giu",
);
const causative = new RegExp(
  `\\b(?:mak(?:es|ing)|judge|consider|deem|find|render(?:s|ing)) the ${subject} (?:to be |as )?(?<word>true|false)(?![\\p{L}'-])`,
  "giu",
);
const pronoun =
  /(?<=^|[.;:\n]\s*)(?:(?:so|thus|therefore|hence|then|in conclusion|actually|no),? )*(?:it|this|that)(?:'s| (?:(?<negative>isn't|is not|cannot be|can't be)|is|must be))(?<not> not)? (?<word>true|false)(?=[\s.!]*(?:$|\n)|[.!]\s|,? (?:because|since)\b)/giu;

const hypothetical =
  /\b(?:if|whether|when|suppose|supposing|assume|assuming|unless|until|say|saying|says|claim|claims|claiming|would|determine|decide|verify|check|evaluate)\b/iu;
const superseded = /\b(?:thought|believed|assumed|guessed|supposed|initially|at first|originally)\b/iu;
const ownVoice = /\b(?:i would say|i'd say|i say|we can say|i can say|i conclude|we conclude|i think|i believe)\b/giu;
const raisedNegation =
  /\b(?:(?:do not|don't|cannot|can't) (?:think|believe)|(?:is|'s) not (?:the case|true) that|isn't (?:the case|true) that)\b/iu;

/** Finds every "the statement is (not) true / false" that the text itself asserts, in order. */
export function findStatements(text: string, sentences: readonly ReplySentence[]): Mention[] {
  return [plainStatement, attributive, causative, pronoun]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => readStatement(match, text, sentences))
    .filter((mention) => mention !== null);
}

function readStatement(match: RegExpExecArray, text: string, sentences: readonly ReplySentence[]): Mention | null {
  const { negative: denied, not, half, word = "" } = match.groups ?? {};
  const sentence = sentenceAt(sentences, match.index);
  const end = match.index + match[0].length;
  const before = text.slice(sentence.start, match.index).replace(ownVoice, " ");
  const clause = before.split(/[,;:]/u).at(-1) ?? "";
  if (hypothetical.test(clause) || superseded.test(clause)) return null;
  if (/^\W*(?:if|unless|suppose|assuming)\b/iu.test(before) || sentence.text.trimEnd().endsWith("?")) return null;
  const isDenied = (denied !== undefined || not !== undefined) !== raisedNegation.test(clause);
  const statedWord = word.toLowerCase();
  const answer = isDenied ? (statedWord === "true" ? "false" : "true") : statedWord;
  const mention = { start: match.index, end, sentence, isLabelled: false, label: "" };
  const tail = cutBeforeConclusion(/^[^.!?\n]*/u.exec(text.slice(end))?.[0] ?? "");
  const verdict = readTail(tail, statedWord, trueFalse);
  const isDoubted = half !== undefined || isAnswerHedged(before) || verdict === "hedge" || verdict === "condition";
  if (isDoubted) return { ...mention, answer: null, rule: "hedge" };
  if (verdict !== "plain") return { ...mention, answer: null, rule: verdict };
  return { ...mention, answer, rule: isDenied ? "negation" : "statement" };
}

/**
 * The rest of a sentence up to its concluding statement, which counts as a separate sentence; the whole rest if there
 * is no such statement.
 */
function cutBeforeConclusion(tail: string): string {
  const last = [...tail.matchAll(plainStatement)].at(-1);
  return last !== undefined && isConcluded(tail.slice(0, last.index)) ? tail.slice(0, last.index) : tail;
}

const trueFalse = vocabularyOf("true-false");
