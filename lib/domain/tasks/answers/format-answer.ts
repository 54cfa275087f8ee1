import type { AnswerField, FieldOfType } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { relationsOf, spansOf } from "./check-spans.ts";
import { listFieldChoices } from "./field-choices.ts";
import { fieldOptions } from "./field-options.ts";
import { markedTexts } from "./marked-text.ts";
import { type FieldAnswer, preferenceSchema, quantitySchema, type TaskAnswer } from "./task-answer.ts";

/** The schema and the item of an answer, and the answers to all of its fields. */
export interface FormatContext {
  schema: Pick<TaskSchema, "stimulus" | "answer">;
  fields: TaskFields;
  answer: TaskAnswer;
}

/**
 * Formats the answer to one field for people: labels instead of values, words instead of positions; empty if there is
 * no answer.
 */
export function formatFieldAnswer(field: AnswerField, context: FormatContext): string {
  const given = context.answer[field.name];
  return given === undefined ? "" : formatFieldValue(field, given, context);
}

function formatFieldValue(field: AnswerField, given: FieldAnswer, context: FormatContext): string {
  const { schema, fields, answer } = context;
  switch (field.type) {
    case "choice":
    case "several":
    case "ranking": {
      const labels = new Map(fieldOptions(field, fields).map(({ value, label }) => [value, label]));
      const values = (Array.isArray(given) ? given : [given]).filter((one): one is string => typeof one === "string");
      const names = values.map((value) => labels.get(value) ?? value);
      return field.type === "ranking"
        ? names.map((name, index) => `${index + 1}. ${name}`).join(", ")
        : names.join(", ");
    }
    case "pairwise": {
      const preference = preferenceSchema.safeParse(given).data;
      const chosenOption =
        preference && listFieldChoices(schema, field, preference, fields).find(({ isChosen }) => isChosen);
      return chosenOption?.label ?? "";
    }
    case "number": {
      const quantity = quantitySchema.safeParse(typeof given === "number" ? { value: given } : given).data;
      return quantity ? [quantity.value, quantity.unit].filter((part) => part !== undefined).join(" ") : "";
    }
    case "spans":
      return spansOf(given)
        .map(({ label, ...span }) => {
          const words = wordsOf(fields, field, span);
          const name = field.labels.find(({ value }) => value === label)?.label;
          return name === undefined ? `“${words}”` : `${name}: “${words}”`;
        })
        .join("; ");
    case "relations": {
      const texts = new Map(
        schema.answer.flatMap((one) =>
          one.type === "spans"
            ? spansOf(answer[one.name]).map((span) => [span.id, wordsOf(fields, one, span)] as const)
            : [],
        ),
      );
      const labels = new Map(field.labels.map(({ value, label }) => [value, label]));
      return relationsOf(given)
        .map(
          ({ from, to, label }) =>
            `“${texts.get(from) ?? from}” ${labels.get(label) ?? label} “${texts.get(to) ?? to}”`,
        )
        .join("; ");
    }
    case "group":
      return spansOf(answer[field.per])
        .map(({ id }) => {
          const answers = (given as Record<string, TaskAnswer>)[id] ?? {};
          const parts = field.fields.map((inner) => formatFieldAnswer(inner, { ...context, answer: answers }));
          return parts.filter((part) => part !== "").join(", ");
        })
        .filter((part) => part !== "")
        .join("; ");
    default:
      return `${given as string | number}`;
  }
}

function wordsOf(
  fields: TaskFields,
  field: FieldOfType<"spans">,
  span: { part?: number | undefined; start: number; end: number },
): string {
  return markedTexts(fields[field.in])[span.part ?? 0]?.slice(span.start, span.end) ?? "";
}
