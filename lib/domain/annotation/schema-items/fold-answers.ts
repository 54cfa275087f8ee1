import type { Fold } from "../../fold.ts";
import { comparableAnswers } from "../../tasks/answers/comparable-answer.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { visibleFields } from "../../tasks/answers/visible-fields.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { type AnswerMethod, aggregate, spanMajority } from "./aggregate-answers.ts";
import { type AnswerAgreement, agreementOf } from "./answer-agreement.ts";
import type { Answered, AnsweredItem } from "./answered-item.ts";

export interface FieldSummary {
  field: string;
  label: string;
  type: AnswerField["type"];
  items: number;
  answers: number;
  agreement: AnswerAgreement[];
  /** Accepted answers against given ones, with the labels of both axes; null for fields without labels. */
  confusion: { labels: string[]; counts: number[][] } | null;
  /** By annotator: the probability of the true answer (MACE) and of the same answer (Dawid and Skene). */
  people: { by: string; n: number; competence: number | null; accuracy: number | null }[];
}

export interface AnswerReport {
  items: number;
  shared: number;
  fields: FieldSummary[];
  /** How often first answers equal the suggestion, where it was shown and where it was hidden. */
  anchoring: { field: string; shown: [same: number, n: number]; hidden: [same: number, n: number] }[];
  /** Items by the number of different answers, the most disputed first. */
  disputed: { id: string; different: number }[];
  /** The aggregated answers of each item. */
  aggregated: { id: string; answers: Record<string, Record<AnswerMethod, string | null>> }[];
}

const keptDisputed = 500;

/** Agreement, aggregated answers and competence for each field of a task schema, from first answers. */
export function foldAnswers(schema: TaskSchema): Fold<AnsweredItem, AnswerReport> {
  const items: AnsweredItem[] = [];
  return {
    add: (rows) => void items.push(...rows),
    finish() {
      const answers = new Map<string, Record<string, Record<AnswerMethod, string | null>>>(
        items.map(({ id }) => [id, {}]),
      );
      const fields = schema.answer
        .filter(({ type }) => type !== "group" && type !== "relations")
        .map((field) => summaryOf(schema, field, items, answers));
      return {
        items: items.length,
        shared: items.filter(({ given }) => given.length > 1).length,
        fields,
        anchoring: schema.answer.map(({ name }) => ({ field: name, ...anchoringOf(schema, name, items) })),
        disputed: items
          .map(({ id, given }) => ({
            id,
            different: new Set(given.map(({ answer }) => JSON.stringify(comparableAnswers(schema, answer)))).size,
          }))
          .filter(({ different }) => different > 1)
          .sort((one, other) => other.different - one.different)
          .slice(0, keptDisputed),
        aggregated: items.map(({ id }) => ({ id, answers: answers.get(id) ?? {} })),
      };
    },
  };
}

function anchoringOf(schema: TaskSchema, field: string, items: readonly AnsweredItem[]) {
  const count = (isShown: boolean): [number, number] => {
    let [same, n] = [0, 0];
    for (const item of items) {
      const suggested = item.suggested && comparableAnswers(schema, item.suggested)[field];
      if (!suggested || item.isSuggestionShown !== isShown) continue;
      for (const { answer } of item.given) {
        n += 1;
        if (comparableAnswers(schema, answer)[field] === suggested) same += 1;
      }
    }
    return [same, n];
  };
  return { shown: count(true), hidden: count(false) };
}

function summaryOf(
  schema: TaskSchema,
  field: AnswerField,
  items: readonly AnsweredItem[],
  answers: Map<string, Record<string, Record<AnswerMethod, string | null>>>,
): FieldSummary {
  const textOf = (answer: TaskAnswer) =>
    comparableAnswers(schema, answer)[field.name] ?? (isEmptyList(schema, field, answer) ? "[]" : null);
  const answered = items
    .map(
      (item): Answered => ({
        ...item,
        texts: item.given.flatMap(({ by, at, answer }) => {
          const text = textOf(answer);
          return text === null ? [] : [{ by, at, text, answer }];
        }),
      }),
    )
    .filter(({ texts }) => texts.length > 0);
  const people = [...new Set(answered.flatMap(({ texts }) => texts.map(({ by }) => by)))].sort();
  const at = new Map(people.map((by, index) => [by, index]));
  const table = people.map((): (string | null)[] => new Array(answered.length).fill(null));
  answered.forEach(({ texts }, unit) => {
    for (const { by, text } of texts) table[at.get(by)!]![unit] = text;
  });
  const models = aggregate(table, answered.length, field);
  answered.forEach((item, unit) => {
    const one = answers.get(item.id);
    if (one) one[field.name] = { ...models.labels[unit]!, ...spanMajority(field, item) };
  });
  return {
    field: field.name,
    label: field.label,
    type: field.type,
    items: answered.length,
    answers: answered.reduce((sum, { texts }) => sum + texts.length, 0),
    agreement: agreementOf(field, answered, { people, table }),
    confusion: confusionOf(schema, field, answered),
    people: people.map((by, index) => ({
      ...{ by, n: table[index]!.filter((text) => text !== null).length },
      ...{ competence: models.competence[index] ?? null, accuracy: models.accuracy[index] ?? null },
    })),
  };
}

/** Whether a list was asked for and the answer has no entry, such as no spans in a text, which is an answer too. */
function isEmptyList(schema: TaskSchema, field: AnswerField, answer: TaskAnswer): boolean {
  const isList = field.type === "spans" || field.type === "several";
  return isList && !field.required && visibleFields(schema, answer).includes(field);
}

function confusionOf(schema: TaskSchema, field: AnswerField, answered: readonly Answered[]): FieldSummary["confusion"] {
  if (field.type !== "choice" && field.type !== "pairwise" && field.type !== "rating") return null;
  const pairs = answered.flatMap(({ accepted, texts }) => {
    const decided = accepted && comparableAnswers(schema, accepted)[field.name];
    return decided ? texts.map(({ text }) => [decided, text] as const) : [];
  });
  const labels = [...new Set(pairs.flat())].sort();
  if (labels.length === 0 || labels.length > 30) return null;
  const counts = labels.map(() => labels.map(() => 0));
  for (const [decided, given] of pairs) counts[labels.indexOf(decided)]![labels.indexOf(given)]! += 1;
  return { labels, counts };
}
