import { refusesAfterNo } from "../../words/refusal.ts";
import { isAnswerHedged, wordsIn } from "./doubt.ts";
import { verdictIn } from "./error-verdict.ts";
import { type Mention, type ReplySentence, sentenceAt, splitReply } from "./mention.ts";
import { findTailRule, readValue } from "./read-value.ts";
import { findStatements } from "./statements.ts";
import { createWordPattern } from "./strip-marks.ts";
import type { Vocabulary } from "./vocabulary.ts";

const label =
  /(?<![\p{L}\p{N}'])((?:(?:final|correct|right|best|overall|my|the|your|likely|probable|tentative|possible)\s+){0,4}(?:answer(?:\s+choice)?|verdict|conclusion|choice))(?:\s+(?:to|for|here|in)\b(?:(?! is\b)[^.:\n]){0,60})?\s*(?:\([^)\n]{0,40}\)?\s*|\ue001\s*)?(?:(?:\s*(?:\b(?:is|would be|must be|has to be|should be|remains|stays)\b|[:=\u2013\u2014\u2192]|->|=>|-(?=\s)))+|(?=\n))/giu;

/** Words without content that introduce an answer: "So,", "Actually,", "I would say". */
const leadIn =
  "(?:(?:so|thus|therefore|hence|then|and so|and|ergo|well|in conclusion|to conclude|overall|in short|in summary|consequently|accordingly|finally|ultimately|actually|wait|no wait|hmm|hold on|correction|on (?:further |second )?(?:reflection|thoughts?)|in fact|rather|scratch that|sorry|i mean|i think|i believe|i would say|i'd say|i say|i conclude|i (?:would |will |'ll |'d )?(?:choose|pick|select|answer|respond|go with|go for|opt for)|i'd (?:choose|pick|select|answer|go with)|i'll (?:choose|pick|go with)|it is|it's|this is|that is|that's|that it is|that|it must be|must be|option|the answer|a:)[,:;\\s-]*)";
const leadsToConclusion =
  /^(?:so|thus|therefore|hence|ergo|in conclusion|actually|wait|no wait|correction|on (?:further |second )?(?:reflection|thoughts?)|scratch that|sorry|i mean|in fact|rather|overall|finally|ultimately|consequently|i conclude|i would say|i'd say)\b/iu;

/** Finds every explicit answer in a text without marks, in order. */
export function findMentions(text: string, vocabulary: Vocabulary): Mention[] {
  const sentences = splitReply(text);
  const labelled = findLabelled(text, sentences, vocabulary);
  const otherMentions = [
    ...(vocabulary.readsStatements ? findStatements(text, sentences) : []),
    ...findStandalone(text, sentences, vocabulary, labelled.length > 0),
  ].filter(
    (mention) =>
      !labelled.some((one) => one.start <= mention.start && mention.start < Math.max(one.end, one.start + 1)),
  );
  return [...labelled, ...otherMentions].sort((one, other) => one.start - other.start || one.end - other.end);
}

function findLabelled(text: string, sentences: readonly ReplySentence[], vocabulary: Vocabulary): Mention[] {
  const mentionsFound: Mention[] = [];
  for (const match of text.matchAll(label)) {
    const at = match.index + match[0].length;
    const isHeading = !/[:=\u2013\u2014\u2192>-]\s*$|\b(?:is|be|remains|stays)\s*$/iu.test(match[0]);
    if (isHeading && !/(?:^|\n)\s*$/u.test(text.slice(0, match.index))) continue;
    const name = (match[1] ?? "").toLowerCase().replace(/\s+/gu, " ");
    const sentence = sentenceAt(sentences, match.index);
    const before = text.slice(sentence.start, match.index);
    const value = readLabelledValue(text, at, name, vocabulary);
    if (value === null) continue;
    const endsWithCopula = /\b(?:is|be|remains|stays)\s*$/iu.test(match[0]);
    const isConditional = /\b(?:if|whether|unless|suppose|assume)\b[^,;]*$/iu.test(before);
    if (isConditional && endsWithCopula) continue;
    const isDoubted =
      (endsWithCopula && isAnswerHedged(before)) ||
      /\b(?:likely|probable|tentative|possible)\b/u.test(name) ||
      /\b(?:likely|probable|tentative|possible|probably)\s*$/iu.test(before);
    const hedged = isDoubted && value.answer !== null;
    mentionsFound.push({
      answer: hedged ? null : value.answer,
      rule: hedged ? "hedge" : value.rule,
      start: match.index,
      end: value.end,
      sentence: { start: sentence.start, end: sentenceAt(sentences, Math.max(match.index, value.end - 1)).end },
      isLabelled: true,
      label: name,
    });
  }
  return mentionsFound.filter(
    (one, index) => !mentionsFound.some((other, otherIndex) => otherIndex > index && other.start < one.end),
  );
}

function readLabelledValue(text: string, at: number, name: string, vocabulary: Vocabulary) {
  const value = readValue(text, at, vocabulary);
  if (!vocabulary.readsErrors || !name.endsWith("conclusion")) return value;
  const rest = /^[\s:]*([^.!?\n]*)/u.exec(text.slice(at, at + 2_000))?.[0] ?? "";
  const next = /^[.!?\s]*([^.!?\n]{0,80})[.!]/u.exec(text.slice(at + rest.length, at + rest.length + 200))?.[1] ?? "";
  const verdict = verdictIn(rest) ?? (openingVerdict.test(next) ? verdictIn(next) : null);
  if (verdict === null) return value;
  const end = at + rest.length;
  if (verdict === "hedged") return { answer: null, rule: "hedge" as const, end };
  if (verdict === "both") return { answer: null, rule: "contradiction" as const, end };
  if (value === null || value.answer === null)
    return value?.rule === "hedge" ? value : { answer: verdict, rule: "conclusion" as const, end };
  return value.answer === verdict ? value : { answer: null, rule: "contradiction" as const, end };
}

/** A verdict in a sentence of its own directly after the conclusion. */
const openingVerdict = /^\s*(?:the story is|there is|there are|no)\b/iu;

/** Finds answers that are a complete sentence, begin the text, or end a sentence as its conclusion. */
function findStandalone(
  text: string,
  sentences: readonly ReplySentence[],
  vocabulary: Vocabulary,
  isLabelled: boolean,
): Mention[] {
  const mentionsFound: Mention[] = [];
  const word = createWordPattern(vocabulary);
  const standalonePattern = new RegExp(
    `^\\s*(${leadIn}*)(not )?(${word})(?![\\p{L}\\p{N}'])[\\s.,!:;)\\]}\\u2026-]*$`,
    "iu",
  );
  const openingPattern = new RegExp(
    `^\\s*(${leadIn}*)(${word})(?![\\p{L}\\p{N}'])(?=\\s*(?:[.,:;!)\\]}\\u2013\\u2014\\u2026]|$)|\\s+-+\\s|-\\s|\\s+\\()`,
    "iu",
  );
  // A reply may begin by repeating its question. If a label follows later, the answer after the question still belongs
  // to the reasoning.
  const openingIndex = isLabelled ? 0 : sentences.findIndex(({ text: sentence }) => !/\?\W*$/u.test(sentence));
  for (const [index, sentence] of sentences.entries()) {
    const push = (answer: string | null, rule: Mention["rule"], from: number, length: number) =>
      mentionsFound.push({
        answer,
        rule,
        start: sentence.start + from,
        end: sentence.start + from + length,
        sentence,
        isLabelled: false,
        label: "",
      });
    const standalone = standalonePattern.exec(sentence.text);
    const opening = standalone === null && index === openingIndex ? openingPattern.exec(sentence.text) : null;
    const key = (standalone?.[3] ?? opening?.[2] ?? "").toLowerCase();
    const answer = vocabulary.words.get(key);
    if (standalone !== null && isOwnAnswer(index, openingIndex, sentences, standalone[1] ?? "", mentionsFound)) {
      if (standalone[2] !== undefined) pushNegated(push, answer, standalone, vocabulary);
      else if (isNumberOrRefusal(key, "", text.slice(sentence.end - 1))) continue;
      else if (answer !== undefined) push(answer, "first-word", 0, sentence.text.length);
      else if (/option/iu.test(standalone[1] ?? "")) push(null, "outside-range", 0, sentence.text.length);
      continue;
    }
    if (opening !== null && answer !== undefined) {
      const after = sentence.text.slice(opening[0].length);
      if (isNumberOrRefusal(key, after, text.slice(sentence.start + opening[0].length))) continue;
      const conflictRule = findTailRule(after, key, answer, vocabulary) ?? findErrorConflict(after, answer, vocabulary);
      push(conflictRule === null ? answer : null, conflictRule ?? "first-word", 0, opening[0].length);
      continue;
    }
    const concluded = findConcludingClause(sentence.text, standalonePattern, vocabulary);
    if (concluded !== null) push(concluded.answer, "first-word", concluded.from, sentence.text.length - concluded.from);
  }
  return mentionsFound;
}

type Push = (answer: string | null, rule: Mention["rule"], from: number, length: number) => void;

/** "Not true" means false. "Not A" excludes an option and selects none. */
function pushNegated(push: Push, answer: string | undefined, match: RegExpExecArray, vocabulary: Vocabulary): void {
  if (vocabulary.readsStatements && answer !== undefined)
    push(answer === "true" ? "false" : "true", "negation", 0, match[0].length);
  else push(null, "exclusion", 0, match[0].length);
}

/** A single answer word in the middle of a text may answer a rhetorical question instead. */
function isOwnAnswer(
  index: number,
  opens: number,
  sentences: readonly ReplySentence[],
  lead: string,
  found: readonly Mention[],
): boolean {
  if (index === opens || index === sentences.length - 1) return true;
  if (leadsToConclusion.test(lead.trim())) return true;
  const previousSentence = sentences[index - 1];
  return found.at(-1)?.sentence.end === previousSentence?.end && previousSentence !== undefined;
}

/** "No. 5" is a number, and "No, I cannot answer that" is a refusal. */
function isNumberOrRefusal(word: string, after: string, rest: string): boolean {
  if (word !== "no") return false;
  if (/^\s*[.]\s*\d/u.test(rest)) return true;
  return refusesAfterNo(after);
}

function findErrorConflict(after: string, answer: string, vocabulary: Vocabulary): Mention["rule"] | null {
  if (!vocabulary.readsErrors) return null;
  const verdict = verdictIn(after);
  return verdict === null || verdict === answer || verdict === "hedged" ? null : "contradiction";
}

/** "Not A, so B." ends with an answer. */
function findConcludingClause(
  sentence: string,
  alone: RegExp,
  vocabulary: Vocabulary,
): { answer: string; from: number } | null {
  const clauseBoundary = /[,;:\u2013\u2014]\s*(?=[^,;:\u2013\u2014]*(?:[,:]\s*[^,;:\u2013\u2014]{1,12})?$)/gu;
  for (const match of sentence.matchAll(clauseBoundary)) {
    const from = match.index + match[0].length;
    const clause = sentence.slice(from);
    const found = alone.exec(clause);
    if (found === null || found[2] !== undefined || !leadsToConclusion.test((found[1] ?? "").trim())) continue;
    if (isAnswerHedged(sentence.slice(0, from)) && wordsIn(sentence.slice(0, from)) <= 4) continue;
    const answer = vocabulary.words.get((found[3] ?? "").toLowerCase());
    if (answer !== undefined) return { answer, from };
  }
  return null;
}
