import type { WordSpan } from "../../../statistics/agreement/word-overlap.ts";
import { type Sentence, sentencesOf } from "../../../words/sentences.ts";
import type { WordedText } from "../../../words/words.ts";
import type { ConsistencyAnswer } from "./score-consistency.ts";
import { joinSpans, spansOfSentences } from "./select-words.ts";

/** The answer in a form, or the field that must be corrected. */
export type ReadConsistency =
  | { ok: true; answer: ConsistencyAnswer }
  | {
      ok: false;
      field: "choice" | "spans";
      reason: "noChoice" | "nothingSelected" | "selectedWithoutError" | "notAPosition";
    };

/**
 * Parses the form of a consistency item. `choice` is "error" or "consistent". `sentence` contains the indices of ticked
 * sentences (from 0). `spans` replaces the sentences; the script sends it if words were adjusted, as word positions:
 * "12-20 33-40".
 */
export function readConsistency(
  story: WordedText,
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): ReadConsistency {
  const { choice, spans: written = "" } = fields;
  if (choice !== "error" && choice !== "consistent") return { ok: false, field: "choice", reason: "noChoice" };
  if (typeof written !== "string") return { ok: false, field: "spans", reason: "notAPosition" };
  const spans =
    written.trim() === ""
      ? parseTicks(toList(fields.sentence), sentencesOf(story))
      : parseSpans(written.trim(), story.words.length);
  if (spans === null) return { ok: false, field: "spans", reason: "notAPosition" };
  if (choice === "error" && spans.length === 0) return { ok: false, field: "spans", reason: "nothingSelected" };
  if (choice === "consistent" && spans.length > 0) return { ok: false, field: "spans", reason: "selectedWithoutError" };
  return { ok: true, answer: { choice, spans } };
}

/** Formats spans as `readConsistency` parses them. */
export function formatSpans(spans: readonly WordSpan[]): string {
  return spans.map(([start, end]) => `${start}-${end}`).join(" ");
}

/** Parses ranges of word positions written as "12-20 33-40"; null if a range is outside the story. */
export function parseSpans(text: string, words: number): WordSpan[] | null {
  const spans: WordSpan[] = [];
  for (const part of text.split(/[\s,]+/u)) {
    const match = /^(\d{1,6})-(\d{1,6})$/u.exec(part);
    const [start, end] = [Number(match?.[1]), Number(match?.[2])];
    if (match === null || start >= end || end > words) return null;
    spans.push([start, end]);
  }
  return joinSpans(spans);
}

/** Returns the words of ticked sentences; null if an index is invalid, so that no selection is lost silently. */
function parseTicks(numbers: readonly string[], sentences: readonly Sentence[]): WordSpan[] | null {
  const areSentences = numbers.every((number) => /^\d{1,6}$/u.test(number) && Number(number) < sentences.length);
  return areSentences ? spansOfSentences(sentences, numbers.map(Number)) : null;
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === "string" ? [value] : (value ?? []);
}
