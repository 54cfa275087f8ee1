import { type NamedRelation, spanOfName } from "../../tasks/answers/comparable-answer.ts";
import type { FieldAnswer } from "../../tasks/answers/task-answer.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { type AggregatedLabels, type AnswerMethod, answerMethods } from "./aggregate-answers.ts";

/** The aggregated labels of an item by question. */
type QuestionLabels = Readonly<Record<string, AggregatedLabels>>;

/**
 * Converts the aggregated labels of an item to the form of a person's answers, by field and method. The spans of
 * relations and groups are those of the majority.
 */
export function toAggregatedAnswers(
  schema: TaskSchema,
  labels: QuestionLabels,
): Record<string, Record<AnswerMethod, FieldAnswer | null>> {
  const names = schema.answer.flatMap(({ name, type }) =>
    type === "spans" ? (JSON.parse(labels[name]?.majority ?? "[]") as string[]) : [],
  );
  const ids = new Map(names.map((name, index) => [name, `s${index + 1}`]));
  return Object.fromEntries(
    schema.answer.flatMap((field) => {
      const isAnswered = field.type === "group" ? field.fields.some(({ name }) => labels[name]) : labels[field.name];
      return isAnswered ? [[field.name, mapMethods((method) => fieldAnswer(field, { labels, method, ids }))]] : [];
    }),
  );
}

function fieldAnswer(
  field: AnswerField,
  { labels, method, ids }: { labels: QuestionLabels; method: AnswerMethod; ids: ReadonlyMap<string, string> },
): FieldAnswer | null {
  if (field.type === "group") {
    const answers: Record<string, Record<string, string | number>> = {};
    for (const { name } of field.fields)
      for (const [span, answer] of Object.entries(parseLabel(labels[name]?.[method]) ?? {})) {
        const id = ids.get(span);
        if (id !== undefined) answers[id] = { ...answers[id], [name]: answer };
      }
    return Object.keys(answers).length > 0 ? answers : null;
  }
  const value = parseLabel(labels[field.name]?.[method]);
  if (value === null) return null;
  if (field.type === "spans") return (value as string[]).map((name) => spanOfName(name, ids.get(name) ?? name));
  if (field.type === "relations")
    return (value as unknown as NamedRelation[]).flatMap(([first, label, second]) => {
      const [from, to] = [ids.get(first), ids.get(second)];
      return from === undefined || to === undefined ? [] : [{ from, to, label }];
    });
  return value;
}

function parseLabel(text: string | null | undefined) {
  return JSON.parse(text ?? "null") as FieldAnswer | null;
}

/** A value for each method. */
export function mapMethods<Value>(map: (method: AnswerMethod) => Value): Record<AnswerMethod, Value> {
  return Object.fromEntries(answerMethods.map((method) => [method, map(method)])) as Record<AnswerMethod, Value>;
}
