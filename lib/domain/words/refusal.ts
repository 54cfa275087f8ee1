import { findLanguageRefusal } from "./refusal-languages.ts";
import {
  answerConnectives,
  CANNOT,
  declinePatterns,
  declinePatternsAfterSorry,
  declinePatternsAsMachine,
  FIND_OUT,
  offerPatterns,
  openers,
  refusalContinuation,
  reportedSpeech,
  TASK,
  unknownPatterns,
} from "./refusal-phrases.ts";
import { splitSentences } from "./split-sentences.ts";

declare const decidedHere: unique symbol;
/**
 * The reading rule "refusal". Only this module creates it, so that no other module can classify a text as a refusal.
 */
export type RefusalRule = "refusal" & { readonly [decidedHere]: true };

const rule = "refusal" as RefusalRule;

export interface AnswerRefusalText {
  /**
   * `declined`: the model does not want to answer or is not allowed to. `unknown`: the model states that the answer
   * cannot be known or is not given.
   */
  kind: "declined" | "unknown";
  rule: RefusalRule;
  /** Length of the refusal phrase at the beginning of the folded text, in UTF-16 units. */
  length: number;
}

/**
 * Whether a whole text is a refusal: it declines, or states that there is no answer. An apology before an answer, the
 * words of a character in a story, and a refusal that continues with an answer ("I'm not sure, but Paris") are not
 * refusals. Recognises English and common sentences in about twenty other languages. Ignores markdown and the form of
 * apostrophes.
 */
export function findRefusal(text: string): AnswerRefusalText | null {
  const plain = foldReply(text);
  const inner = /^["“«„]([^"“”«»„]*)["”»“][\s.!]*$/u.exec(plain)?.[1];
  if (inner === undefined && /^["“«„'‘]/u.test(plain)) return null;
  const whole = inner ?? plain;
  const found = findOpeningRefusal(whole);
  if (found === null) return null;
  return containsAnswer(whole.slice(found.length)) ? null : found;
}

/** The rule for a text that the endpoint marked as a refusal, whatever its words are; null for other texts. */
export function findMarkedRefusal(text: string): RefusalRule | null {
  return /^\s*<refusal>/u.test(text) ? rule : null;
}

/**
 * Finds a refusal at the beginning of a text, whatever follows. Null if there is none, or if a character in a story
 * says it.
 */
export function findOpeningRefusal(text: string): AnswerRefusalText | null {
  const plain = foldReply(text);
  const foreignRefusal = findLanguageRefusal(plain);
  if (foreignRefusal !== null)
    return reportedSpeech.test(plain.slice(foreignRefusal.length)) ? null : { ...foreignRefusal, rule };
  let at = 0;
  const says = new Set<string>();
  for (let step = 0; step < 8; step += 1) {
    const rest = plain.slice(at);
    const found = findRefusalClause(rest, says);
    if (found !== null)
      return reportedSpeech.test(rest.slice(found.length)) ? null : { ...found, rule, length: at + found.length };
    const opener = openers
      .map((one) => ({ ...one, match: one.pattern.exec(rest)?.[0] ?? "" }))
      .find(({ match }) => match !== "");
    if (opener === undefined) return null;
    if (opener.says) says.add(opener.says);
    at += opener.match.length;
    if (reportedSpeech.test(plain.slice(at))) return null;
    const between = /^(?:[\s,.;:!\u2013\u2014-]|(?:but|and|so|however|that)\b)*/iu.exec(plain.slice(at))?.[0] ?? "";
    at += between.length;
    if (at >= plain.length) return says.has("sorry") ? { kind: "declined", rule, length: at } : null;
  }
  return null;
}

function findRefusalClause(rest: string, says: ReadonlySet<string>): Omit<AnswerRefusalText, "rule"> | null {
  const activePatterns = [
    ...declinePatterns,
    ...(says.has("sorry") ? declinePatternsAfterSorry : []),
    ...(says.has("machine") ? declinePatternsAsMachine : []),
  ];
  const lengthOf = (patterns: readonly RegExp[]) =>
    Math.max(0, ...patterns.map((pattern) => pattern.exec(rest)?.[0].length ?? 0));
  const [declined, unknown] = [lengthOf(activePatterns), lengthOf(unknownPatterns)];
  if (declined > 0) return { kind: "declined", length: declined };
  return unknown > 0 ? { kind: "unknown", length: unknown } : null;
}

/** Whether the text after the refusal phrase contains an answer. */
function containsAnswer(after: string): boolean {
  const restOfSentence = /^[^.!?。！？]*/u.exec(after)?.[0] ?? "";
  if (turnsToAnswer(restOfSentence, /\b(?:because|since|as)\b/iu.exec(restOfSentence)?.index ?? restOfSentence.length))
    return true;
  const later = splitSentences(after.slice(restOfSentence.length).replace(/^[.!?。！？\s]+/u, ""), {
    startsSmall: true,
  });
  return later.some(
    ({ text }, index) => turnsToAnswer(text, text.length) || (index === later.length - 1 && isBareAnswer(text)),
  );
}

/** After a connective, text that neither refuses nor offers is an answer. */
function turnsToAnswer(sentence: string, before: number): boolean {
  return [...sentence.matchAll(answerConnectives)].some((turn) => {
    if (turn.index > before) return false;
    const text = trimSentence(sentence.slice(turn.index + turn[0].length));
    return text !== "" && !offerPatterns.test(text) && findOpeningRefusal(text) === null;
  });
}

/** Whether a sentence after a refusal is an answer of a few words without a verb: "I can't help with that. Paris." */
function isBareAnswer(sentence: string): boolean {
  const text = trimSentence(sentence);
  if (text === "" || offerPatterns.test(text) || refusalContinuation.test(text) || findOpeningRefusal(text) !== null)
    return false;
  return (
    text.split(/\s+/u).length <= 5 &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !/\b(?:is|are|was|were|am|be|has|have|had|do|does|did|can|could|will|would|may|should|you|your|me|my|i)\b|'(?:s|m|re|ll|d|ve|t)\b|\?\W*$/iu.test(
      text,
    )
  );
}

function trimSentence(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|\s+$/gu, "");
}

const refusalAnywhere = new RegExp(
  `\\b(?:${CANNOT}) (?:\\w+ ){0,3}?(?:${TASK}|${FIND_OUT})|\\b(?:must|have to) (?:\\w+ )?(?:decline|refuse)\\b|\\bnot enough\\b|\\binsufficient\\b|\\bneither\\b|\\bno way (?:to|of)\\b|\\bnone of\\b|\\b(?:does not|doesn't) (?:say|tell|give|specify|state|mention|provide)\\b|\\bunclear\\b|\\bunknown\\b|\\bimpossible to\\b|\\bundetermined\\b|\\bsorry\\b|\\bas an ai\\b|\\blanguage model\\b|\\bi (?:do not|don't) know\\b|\\bn\\/a\\b|\\bunanswerable\\b`,
  "iu",
);

/** The rule for a text without an answer that contains a refusal; null if it contains none. */
export function findRefusalWithoutAnswer(text: string): RefusalRule | null {
  return refusalAnywhere.test(foldReply(text)) || findRefusal(text)?.kind === "declined" ? rule : null;
}

/** The rule for a text without an answer that contains other complete sentences; null if the text is truncated. */
export function ruleForOtherSentences(text: string): RefusalRule | null {
  return /[.!?]\W*$/u.test(text) ? rule : null;
}

const noValuePattern =
  /^(?:neither|none|nothing|both|either|unknown|unclear|undetermined|indeterminate|undecidable|ambiguous|unsure|uncertain|cannot|can't|could not|not (?:enough|sufficient|clear|given|known|determinable|possible|stated|specified|applicable)|insufficient|impossible|n\/?a\b|i (?:do not|don't|cannot|can't|am not|am unable|must|have to)|i'm (?:not|unable|sorry|afraid)|sorry\b|there is (?:not enough|no way)|the (?:story|text) (?:does not|doesn't|gives no))/iu;

/**
 * Finds text after a label that takes the place of an answer ("Answer: cannot be determined"); null if there is none.
 */
export function findRefusedValue(text: string): Pick<AnswerRefusalText, "rule" | "length"> | null {
  const match = noValuePattern.exec(text.replace(APOSTROPHES, "'"));
  return match === null ? null : { rule, length: match[0].length };
}

const afterNoPattern = new RegExp(
  `^\\W*(?:i'm (?:afraid|sorry),? (?:but )?)?(?:i|we) (?:${CANNOT}|do not have|don't have)(?: to)? (?:\\w+ ){0,3}?(?:answer|help|assist|determine|say|tell|evaluate|judge|comply|decide|enough)\\b|^\\W*(?:there is |that is )?not enough\\b`,
  "iu",
);

/** Whether "No" begins a refusal and is not an answer: "No, I cannot answer that". */
export function refusesAfterNo(after: string): boolean {
  return afterNoPattern.test(after.replace(APOSTROPHES, "'"));
}

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u00b4`]/gu;

/**
 * The text without formatting marks, with straight apostrophes, single spaces and plain forms of full-width characters.
 */
function foldReply(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?<=\p{L})[\u2018\u2019\u201b\u02bc\u00b4`](?=\p{L})/gu, "'")
    .replace(/<\/?[a-z][^<>]{0,40}>|[*_~`#]+|^\s*>\s?/gimu, " ")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/^[\s>([{-]+|\s+$/gu, "");
}
