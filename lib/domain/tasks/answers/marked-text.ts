import { sentencesOf } from "../../words/sentences.ts";
import { parseWords, wordRangeOf } from "../../words/words.ts";
import type { FieldOfType } from "../schema/answer-field.ts";
import type { StimulusValue, TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSpan } from "./task-answer.ts";

/** The texts of a stimulus field in which spans are marked: a single text, or one text for each part of a list. */
export function markedTexts(value: StimulusValue | undefined): string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  return value.map((part) => (typeof part === "string" ? part : "text" in part ? part.text : part.value));
}

/** The words of a span. */
export function spanText(
  fields: TaskFields,
  field: FieldOfType<"spans">,
  { part = 0, start, end }: Pick<TaskSpan, "part" | "start" | "end">,
): string {
  return markedTexts(fields[field.in])[part]?.slice(start, end) ?? "";
}

/** Whether the spans of a value have a part, because the value is a list of texts. */
export function hasParts(value: StimulusValue | undefined): boolean {
  return Array.isArray(value);
}

/** Extends a selection to whole words or sentences; null if the selection contains none. */
export function extendRange(
  text: string,
  unit: FieldOfType<"spans">["unit"],
  { start, end }: Pick<TaskSpan, "start" | "end">,
): { start: number; end: number } | null {
  if (!(start >= 0 && start < end && end <= text.length)) return null;
  if (unit === "character") return splitsPair(text, start) || splitsPair(text, end) ? null : { start, end };
  const whole = parseWords(text);
  const words = wordRangeOf(whole.words, start, end);
  if (words.start >= words.end) return null;
  if (unit === "word")
    return { start: whole.words[words.start]?.start ?? start, end: whole.words[words.end - 1]?.end ?? end };
  const sentences = sentencesOf(whole).filter(({ from, to }) => from < words.end && to > words.start);
  return { start: sentences[0]?.start ?? start, end: sentences.at(-1)?.end ?? end };
}

function splitsPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/u.test(text[at - 1] ?? "") && /[\udc00-\udfff]/u.test(text[at] ?? "");
}
