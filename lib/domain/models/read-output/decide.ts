import { wordsIn } from "./doubt.ts";
import { type Mention, type ReplySentence, splitReply } from "./mention.ts";
import type { ReadingRule } from "./reading.ts";

/** The answer that follows from the mentions in a text; null if they are not decisive. */
export interface ReadingDecision {
  answer: string | null;
  rule: ReadingRule;
  /** The mention that was decisive. */
  by: Mention | null;
}

const correction =
  /\b(?:wait|actually|on (?:further |second |closer )?(?:reflection|thoughts?|inspection|consideration|reading)|corrections?|corrected|correcting|sorry|apologies|mistaken|my mistake|i was wrong|scratch that|let me (?:re\w+|correct|think again|fix)|re-?read(?:ing)?|reconsider\w*|rethink\w*|misread|overlooked|chang(?:e|ed|ing) my (?:answer|mind)|revis\w+|instead|take (?:that|it) back|strike that|no,? wait|hold on|hmm|looking again|thinking again|oops|upon (?:reflection|review))\b/iu;
const conclusionMarker =
  /\b(?:so|therefore|thus|hence|consequently|in conclusion|overall|ultimately|to conclude|final|in the end|finally|then)\b/iu;
/** Introduces a statement as the conclusion of its own sentence: ", so the". The text before it is reasoning. */
const conclusionPattern =
  /(?:^|[\s,;:\u2013\u2014])(?:so|therefore|thus|hence|consequently)\b,? (?:(?:i|we) conclude (?:that )?)?(?:the|this) $/iu;
const withdrawalPattern =
  /\b(?:wait|actually|no|sorry|hmm),? (?:no,? )?(?:that|this|it)(?:'s| is| was| isn't| is not) (?:wrong|incorrect|not right|not correct|right|a mistake|mistaken)\b/iu;

/**
 * Decides the answer from explicit mentions. If all are equal, this is the answer. If they differ, it is the last one,
 * provided that reasoning or an announced correction precedes it; otherwise they are a contradiction. Null if no
 * mention has an answer or a reason for its absence.
 */
export function decide(text: string, mentions: readonly Mention[]): ReadingDecision | null {
  const answerMentions = mentions.filter(({ answer }) => answer !== null);
  const last = answerMentions.at(-1);
  if (last === undefined) return explainNoAnswer(mentions);
  const laterMention = mentions
    .slice(mentions.indexOf(last) + 1)
    .find((mention) => withdrawsAnswer(text, last, mention));
  if (laterMention !== undefined) return { answer: null, rule: laterMention.rule, by: laterMention };
  if (withdrawalPattern.test(text.slice(last.end))) return { answer: null, rule: "contradiction", by: last };
  if (mentions.some((one) => one.rule === "contradiction" && one.sentence.start === last.sentence.start))
    return { answer: null, rule: "contradiction", by: last };
  const differingMention = answerMentions.findLast(({ answer }) => answer !== last.answer);
  if (differingMention === undefined) return { answer: last.answer, rule: last.rule, by: last };
  const first = answerMentions[answerMentions.indexOf(differingMention) + 1] ?? last;
  const isLast = isCorrected(text, differingMention, first) || isReasoned(text, differingMention, first);
  return isLast
    ? { answer: last.answer, rule: "last-wins", by: last }
    : { answer: null, rule: "contradiction", by: last };
}

function explainNoAnswer(mentions: readonly Mention[]): ReadingDecision | null {
  const last = mentions.at(-1);
  return last === undefined ? null : { answer: null, rule: last.rule, by: last };
}

/** Whether a later mention without an answer withdraws the answer before it: "Final answer: cannot be determined". */
function withdrawsAnswer(text: string, last: Mention, later: Mention): boolean {
  const between = text.slice(last.end, later.start);
  const isAnnounced = correction.test(`${between} ${text.slice(later.sentence.start, later.end)}`);
  switch (later.rule) {
    case "refusal":
    case "outside-range":
    case "echo":
    case "other-language":
      return later.isLabelled && later.rule !== "echo";
    case "contradiction":
      return true;
    case "hedge":
      return isAnnounced || /^\W*(?:or|but|though)\b/iu.test(text.slice(later.sentence.start, later.end));
    case "truncated":
    case "exclusion":
      return isAnnounced;
    default:
      return false;
  }
}

function isCorrected(text: string, earlier: Mention, later: Mention): boolean {
  const lead = text.slice(earlier.end, later.isLabelled ? later.start : later.end);
  if (correction.test(lead)) return true;
  return later.label.includes("final answer") && !earlier.label.includes("final answer");
}

/** Whether the text between two answers is reasoning, not only support for the first answer. */
function isReasoned(text: string, earlier: Mention, later: Mention): boolean {
  const tail = text.slice(earlier.end, Math.max(earlier.end, Math.min(earlier.sentence.end, later.start)));
  const lead = text.slice(
    Math.max(earlier.end, Math.min(later.sentence.start, later.start)),
    later.isLabelled ? later.start : later.end,
  );
  if (earlier.sentence.start === later.sentence.start) {
    if (isStatement(earlier) && isStatement(later)) return isConcluded(text.slice(earlier.end, later.start));
    return earlier.isLabelled && later.isLabelled && wordsIn(tail) >= 4 && conclusionMarker.test(tail);
  }
  const between = splitReply(text).filter((sentence) => isBetween(sentence, earlier, later));
  if (between.some((sentence) => wordsIn(sentence.text) >= 3 && !/\?\W*$/u.test(sentence.text))) return true;
  if (later.isLabelled && wordsIn(lead) >= 4) return true;
  return wordsIn(tail) >= 3 && (conclusionMarker.test(lead) || later.isLabelled);
}

function isStatement({ isLabelled, rule }: Mention): boolean {
  return !isLabelled && (rule === "statement" || rule === "negation");
}

/** Whether the text between two statements contains reasoning and a conclusion: "But no one told her, so the". */
export function isConcluded(between: string): boolean {
  const lead = conclusionPattern.exec(between);
  return lead !== null && wordsIn(between.slice(0, lead.index)) >= 3;
}

function isBetween(sentence: ReplySentence, earlier: Mention, later: Mention): boolean {
  return (
    sentence.start >= earlier.sentence.end &&
    sentence.end <= Math.max(later.sentence.start, earlier.end) &&
    sentence.start < later.start
  );
}
