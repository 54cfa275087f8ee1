import { spansOf } from "../../tasks/answers/check-spans.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import type { TaskAnswer, TaskSpan } from "../../tasks/answers/task-answer.ts";
import type { FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";

/** A marked range, and the labels that each of several answers gave it. */
export interface ComparedSpan {
  place: string;
  words: string;
  /** The marks of the range by answer; empty for an answer that does not mark the range. */
  marks: TaskSpan[][];
  /** Whether the answers differ in the labels of the range. */
  differs: boolean;
}

/** Lists the ranges that at least one answer marks, in the order of the text. */
export function compareSpans(
  field: FieldOfType<"spans">,
  fields: TaskFields,
  answers: readonly TaskAnswer[],
): ComparedSpan[] {
  const texts = markedTexts(fields[field.in]);
  const spansByAnswer = answers.map((answer) => spansOf(answer[field.name]));
  const spansByPosition = new Map(spansByAnswer.flat().map((span) => [spanPosition(span), span]));
  return [...spansByPosition]
    .sort(([, one], [, other]) => (one.part ?? 0) - (other.part ?? 0) || one.start - other.start || one.end - other.end)
    .map(([place, { part = 0, start, end }]) => {
      const marks = spansByAnswer.map((spans) => spans.filter((span) => spanPosition(span) === place));
      const labels = marks.map((spans) => spans.map(({ label = "" }) => label).sort());
      return {
        ...{ place, words: texts[part]?.slice(start, end) ?? "", marks },
        differs: new Set(labels.map((answerLabels) => JSON.stringify(answerLabels))).size > 1,
      };
    });
}

/** A key of the span's position, independent of its label. */
export function spanPosition({ part = 0, start, end }: TaskSpan): string {
  return `${part}:${start}-${end}`;
}
