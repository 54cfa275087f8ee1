import * as z from "zod";
import type { FieldOfType } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import { countProblem } from "./check-simple.ts";
import { acceptAnswer, type CheckedAnswer, refuseAnswer } from "./checked.ts";
import { extendRange, hasParts, markedTexts } from "./marked-text.ts";
import { type FieldAnswer, type TaskAnswer, type TaskSpan, taskRelationSchema, taskSpanSchema } from "./task-answer.ts";

const spanListSchema = z.array(taskSpanSchema);
const relationListSchema = z.array(taskRelationSchema);

/**
 * Checks marked spans, extends each span to the field's unit, and sorts the spans by their position in the text. An ID
 * identifies one span of the whole answer, because relations may connect spans of several fields.
 *
 * @param answers the checked answers to preceding fields
 */
export function checkSpans(
  field: FieldOfType<"spans">,
  given: FieldAnswer,
  fields: TaskFields,
  answers: TaskAnswer,
): CheckedAnswer<TaskSpan[]> {
  const parsed = spanListSchema.safeParse(given);
  if (!parsed.success) return refuseAnswer("wrong-form", "mark the text");
  const ids = [...Object.values(answers).flatMap(spansOf), ...parsed.data].map(({ id }) => id);
  if (new Set(ids).size < ids.length) return refuseAnswer("overlapping", "give each span a different id");
  const value = fields[field.in];
  const texts = markedTexts(value);
  const spans: TaskSpan[] = [];
  for (const span of parsed.data) {
    if (hasParts(value) !== (span.part !== undefined)) return refuseAnswer("not-in-text", "mark a part of the text");
    const range = extendRange(texts[span.part ?? 0] ?? "", field.unit, span);
    if (!range) return refuseAnswer("not-in-text", `mark at least one ${field.unit} of the text`);
    const isLabelled = span.label !== undefined && field.labels.some(({ value: label }) => label === span.label);
    if (field.labels.length > 0 ? !isLabelled : span.label !== undefined)
      return refuseAnswer("not-offered", "give each span one of the labels");
    spans.push({ ...span, ...range });
  }
  const orderedSpans = spans.sort(compareSpanPositions);
  if (!field.allowOverlap && orderedSpans.some((span, index) => overlaps(orderedSpans[index - 1], span)))
    return refuseAnswer("overlapping", "mark spans that do not overlap");
  return countProblem(orderedSpans.length, field, "span", "mark") ?? acceptAnswer(orderedSpans);
}

/** Checks relations: labels and spans must exist, no span may be related to itself, and no relation may occur twice. */
export function checkRelations(
  field: FieldOfType<"relations">,
  given: FieldAnswer,
  answers: TaskAnswer,
): CheckedAnswer<FieldAnswer> {
  const parsed = relationListSchema.safeParse(given);
  if (!parsed.success) return refuseAnswer("wrong-form", "connect two spans");
  const spanIds = new Set(field.between.flatMap((name) => spansOf(answers[name]).map(({ id }) => id)));
  const seen = new Set<string>();
  for (const { from, to, label } of parsed.data) {
    if (!spanIds.has(from) || !spanIds.has(to)) return refuseAnswer("unknown-span", "connect only marked spans");
    if (from === to) return refuseAnswer("unknown-span", "connect two different spans");
    if (!field.labels.some(({ value }) => value === label))
      return refuseAnswer("not-offered", "give each relation one of the labels");
    const ends = field.isDirected ? [from, to] : [from, to].sort();
    const relationKey = JSON.stringify([...ends, label]);
    if (seen.has(relationKey)) return refuseAnswer("overlapping", "remove the relation that is given twice");
    seen.add(relationKey);
  }
  return acceptAnswer(parsed.data);
}

/** The spans of an answer; empty for an answer in another form. */
export function spansOf(answer: FieldAnswer | undefined): TaskSpan[] {
  const parsed = spanListSchema.safeParse(answer);
  return parsed.success ? parsed.data : [];
}

/** The relations of an answer; empty for an answer in another form. */
export function relationsOf(answer: FieldAnswer | undefined): z.infer<typeof relationListSchema> {
  const parsed = relationListSchema.safeParse(answer);
  return parsed.success ? parsed.data : [];
}

/** Orders spans by their position in the text. */
export function compareSpanPositions(left: TaskSpan, right: TaskSpan): number {
  return (left.part ?? 0) - (right.part ?? 0) || left.start - right.start || left.end - right.end;
}

function overlaps(before: TaskSpan | undefined, span: TaskSpan): boolean {
  return before !== undefined && before.part === span.part && span.start < before.end;
}
