import { answerOfComparable } from "../../tasks/answers/comparable-answer.ts";
import type { FieldAnswer } from "../../tasks/answers/task-answer.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { type AggregatedLabels, type AnswerMethod, answerMethods } from "./aggregate-answers.ts";

/** Converts the aggregated labels of an item, by field and method, to the form of a person's answers. */
export function toAggregatedAnswers(
  schema: TaskSchema,
  labels: Readonly<Record<string, AggregatedLabels>>,
): Record<string, Record<AnswerMethod, FieldAnswer | null>> {
  return Object.fromEntries(
    schema.answer.flatMap((field) => {
      const fieldLabels = labels[field.name];
      return fieldLabels
        ? [[field.name, mapMethods(fieldLabels, (text) => text && answerOfComparable(field, text))]]
        : [];
    }),
  );
}

/** Converts the labels of all methods. */
export function mapMethods<Value>(
  labels: AggregatedLabels,
  map: (text: string | null) => Value,
): Record<AnswerMethod, Value> {
  return Object.fromEntries(answerMethods.map((method) => [method, map(labels[method])])) as Record<
    AnswerMethod,
    Value
  >;
}
