import * as z from "zod";
import { formatPercent } from "../../format/figures.ts";
import { spansOf } from "../answers/check-spans.ts";
import { type FormatContext, formatFieldAnswer } from "../answers/format-answer.ts";
import { type FieldAnswer, fieldAnswerSchema } from "../answers/task-answer.ts";
import type { AnswerField } from "../schema/answer-field.ts";
import { acceptsSeveral } from "./field-gold.ts";

/** Formats everything that the key of a field accepts: one of several values, a range, shares, or the answer itself. */
export function formatFieldKey(field: AnswerField, key: unknown, context: FormatContext): string {
  const accepted = acceptsSeveral(field) && Array.isArray(key) ? key : [key];
  return accepted.map((one) => formatAccepted(field, one, context)).join(" or ");
}

const rangeSchema = z.strictObject({ minimum: z.number(), maximum: z.number() });
const sharesSchema = z.record(z.string(), z.number());

function formatAccepted(field: AnswerField, key: unknown, context: FormatContext): string {
  const range = rangeSchema.safeParse(key).data;
  if (range) return `${range.minimum} to ${range.maximum}`;
  const format = (answer: FieldAnswer) =>
    formatWithMarks(field, { ...context, answer: { ...context.answer, [field.name]: answer } });
  const isShares = field.type !== "group" && field.scoring.by === "distribution";
  const shares = isShares ? sharesSchema.safeParse(key).data : undefined;
  if (shares)
    return Object.entries(shares)
      .map(([value, share]) => `${format(value) || value} ${formatPercent(share, 0)}%`)
      .join(", ");
  const answer = fieldAnswerSchema.safeParse(key).data;
  return (answer !== undefined && format(answer)) || JSON.stringify(key);
}

/** Like `formatFieldAnswer`, but "nothing marked" if a field of spans has none. */
export function formatWithMarks(field: AnswerField, context: FormatContext): string {
  if (field.type === "spans" && spansOf(context.answer[field.name]).length === 0) return "nothing marked";
  return formatFieldAnswer(field, context);
}
