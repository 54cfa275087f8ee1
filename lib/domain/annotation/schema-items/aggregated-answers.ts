import { answerOfComparable } from "../../tasks/answers/comparable-answer.ts";
import type { FieldAnswer } from "../../tasks/answers/task-answer.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { type AggregatedLabels, type AnswerMethod, answerMethods } from "./aggregate-answers.ts";

/** The aggregated answers of an item in the form in which people answered, by field and method. */
export function aggregatedAnswers(
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

/** The labels of all methods, each converted. */
export function mapMethods<Value>(
  labels: AggregatedLabels,
  map: (text: string | null) => Value,
): Record<AnswerMethod, Value> {
  return Object.fromEntries(answerMethods.map((method) => [method, map(labels[method])])) as Record<
    AnswerMethod,
    Value
  >;
}
