import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import { relationsOf, spansOf } from "./check-spans.ts";
import { listFieldChoices } from "./field-choices.ts";
import { fieldOptions } from "./field-options.ts";
import { groupAnswersOf } from "./group-answers.ts";
import { spanText } from "./marked-text.ts";
import { type FieldAnswer, preferenceSchema, quantitySchema, type TaskAnswer, type TaskSpan } from "./task-answer.ts";

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
          const words = spanText(fields, field, span);
          const name = field.labels.find(({ value }) => value === label)?.label;
          return name === undefined ? `“${words}”` : `${name}: “${words}”`;
        })
        .join("; ");
    case "relations": {
      const texts = new Map(
        field.between.flatMap((name) =>
          spansOf(answer[name]).map((span) => [span.id, wordsOf(context, name, span)] as const),
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
        .map((span) => {
          const answers = groupAnswersOf(given)[span.id] ?? {};
          const parts = field.fields.map((inner) => formatFieldAnswer(inner, { ...context, answer: answers }));
          const text = parts.filter((part) => part !== "").join(", ");
          return text && `“${wordsOf(context, field.per, span)}”: ${text}`;
        })
        .filter((part) => part !== "")
        .join("; ");
    default:
      return `${given as string | number}`;
  }
}

function wordsOf({ schema, fields }: FormatContext, name: string, span: TaskSpan): string {
  const field = schema.answer.find((one) => one.name === name);
  return field?.type === "spans" ? spanText(fields, field, span) : "";
}
