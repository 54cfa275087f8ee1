import type { Fold } from "../../fold.ts";
import { answerOfComparable, toComparableAnswer, toComparableAnswers } from "../../tasks/answers/comparable-answer.ts";
import { fieldLabels } from "../../tasks/answers/field-labels.ts";
import { formatFieldAnswer } from "../../tasks/answers/format-answer.ts";
import type { TaskAnswer } from "../../tasks/answers/task-answer.ts";
import { visibleFields } from "../../tasks/answers/visible-fields.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { type AggregatedLabels, aggregateAnswers, findMajoritySpans } from "./aggregate-answers.ts";
import { mapMethods } from "./aggregated-answers.ts";
import type { AnswerAgreement } from "./agreement-measure.ts";
import { computeFieldAgreement } from "./answer-agreement.ts";
import { type AnswerQuality, answerQuality } from "./answer-quality.ts";
import type { AnsweredField, AnsweredItem } from "./answered-item.ts";
import { acceptedText, fieldBehind, hasConfusion, type ItemBehind, itemBehind } from "./items-behind.ts";

export interface FieldSummary {
  field: string;
  label: string;
  type: AnswerField["type"];
  items: number;
  answers: number;
  agreement: AnswerAgreement[];
  /**
   * Counts of accepted and given answers, with the labels of both axes and their comparable texts; null for fields
   * without labels.
   */
  confusion: { labels: string[]; values: string[]; counts: number[][] } | null;
  /** For each annotator the probability of the true answer: MACE (`competence`), and Dawid and Skene (`accuracy`). */
  people: { by: string; n: number; competence: number | null; accuracy: number | null }[];
}

export interface AnswerReport extends AnswerQuality {
  items: number;
  shared: number;
  fields: FieldSummary[];
  /**
   * How often first answers equal the suggestion: for items whose suggestion was shown, and for items whose suggestion
   * was hidden.
   */
  anchoring: { field: string; shown: [same: number, n: number]; hidden: [same: number, n: number] }[];
  /** Number of items with different answers. */
  differing: number;
  /** The 100 items with the most different answers. Their aggregated answers are in readable form, by field. */
  disputed: { id: string; different: number; answers: Record<string, AggregatedLabels> }[];
  /** The aggregated answers of each item by field, as comparable texts. */
  aggregated: { id: string; answers: Record<string, AggregatedLabels> }[];
  /** What each item adds to the figures. */
  behind: ItemBehind[];
}

/** The report without the parts about every single item. */
export type AnswerSummary = Omit<AnswerReport, "aggregated" | "behind">;

const maxDisputed = 100;

/** Computes agreement, aggregated answers and competence for each field of a task schema, from first answers. */
export function foldAnswers(schema: TaskSchema): Fold<AnsweredItem, AnswerReport> {
  const items: AnsweredItem[] = [];
  return {
    add: (rows) => void items.push(...rows),
    finish() {
      const answers = new Map<string, Record<string, AggregatedLabels>>(items.map(({ id }) => [id, {}]));
      const behind = new Map(items.map((item) => [item.id, itemBehind(schema, item)]));
      const fields = schema.answer
        .filter(({ type }) => type !== "group" && type !== "relations")
        .map((field) => summariseField(schema, field, items, { answers, behind }));
      const differingItems = items
        .map((item) => ({
          item,
          different: new Set(item.given.map(({ answer }) => toComparableAnswer(schema, answer))).size,
        }))
        .filter(({ different }) => different > 1)
        .sort((one, other) => other.different - one.different);
      return {
        items: items.length,
        shared: items.filter(({ given }) => given.length > 1).length,
        fields,
        anchoring: schema.answer.map(({ name }) => ({ field: name, ...computeAnchoring(schema, name, items) })),
        ...answerQuality(schema, items, (id, by) => behind.get(id)?.gold.push(by)),
        differing: differingItems.length,
        disputed: differingItems.slice(0, maxDisputed).map(({ item, different }) => ({
          ...{ id: item.id, different, answers: formatAggregated(schema, item, answers.get(item.id) ?? {}) },
        })),
        aggregated: items.map(({ id }) => ({ id, answers: answers.get(id) ?? {} })),
        behind: [...behind.values()],
      };
    },
  };
}

function formatAggregated(
  schema: TaskSchema,
  { fields }: AnsweredItem,
  answers: Readonly<Record<string, AggregatedLabels>>,
): Record<string, AggregatedLabels> {
  const format = (field: AnswerField, text: string | null) =>
    text && formatFieldAnswer(field, { schema, fields, answer: { [field.name]: answerOfComparable(field, text) } });
  return Object.fromEntries(
    schema.answer.flatMap((field) => {
      const labels = answers[field.name];
      return labels ? [[field.name, mapMethods(labels, (text) => format(field, text))]] : [];
    }),
  );
}

function computeAnchoring(schema: TaskSchema, field: string, items: readonly AnsweredItem[]) {
  const count = (isShown: boolean): [number, number] => {
    let [same, n] = [0, 0];
    for (const item of items) {
      const suggestedText = item.suggested && toComparableAnswers(schema, item.suggested)[field];
      if (!suggestedText || item.isSuggestionShown !== isShown) continue;
      for (const { answer } of item.given) {
        n += 1;
        if (toComparableAnswers(schema, answer)[field] === suggestedText) same += 1;
      }
    }
    return [same, n];
  };
  return { shown: count(true), hidden: count(false) };
}

function summariseField(
  schema: TaskSchema,
  field: AnswerField,
  items: readonly AnsweredItem[],
  byItem: { answers: Map<string, Record<string, AggregatedLabels>>; behind: Map<string, ItemBehind> },
): FieldSummary {
  const textOf = (answer: TaskAnswer) =>
    toComparableAnswers(schema, answer)[field.name] ?? (isEmptyList(schema, field, answer) ? "[]" : null);
  const answeredItems = items
    .map(
      (item): AnsweredField => ({
        ...item,
        texts: item.given.flatMap(({ by, at: personIndex, answer }) => {
          const text = textOf(answer);
          return text === null ? [] : [{ by, at: personIndex, text, answer }];
        }),
      }),
    )
    .filter(({ texts }) => texts.length > 0);
  const people = [...new Set(answeredItems.flatMap(({ texts }) => texts.map(({ by }) => by)))].sort();
  const at = new Map(people.map((by, index) => [by, index]));
  const table = people.map((): (string | null)[] => new Array(answeredItems.length).fill(null));
  answeredItems.forEach(({ texts }, unit) => {
    for (const { by, text } of texts) table[at.get(by)!]![unit] = text;
  });
  const models = aggregateAnswers(table, answeredItems.length, field);
  answeredItems.forEach((item, unit) => {
    const itemLabels = byItem.answers.get(item.id);
    const itemFigures = byItem.behind.get(item.id);
    if (!itemLabels || !itemFigures) return;
    itemFigures.fields[field.name] = fieldBehind(schema, field, item);
    itemLabels[field.name] =
      field.type === "spans"
        ? { majority: findMajoritySpans(field, item), weighted: null, "dawid-skene": null, mace: null }
        : models.labels[unit]!;
  });
  return {
    field: field.name,
    label: field.label,
    type: field.type,
    items: answeredItems.length,
    answers: answeredItems.reduce((sum, { texts }) => sum + texts.length, 0),
    agreement: computeFieldAgreement(field, answeredItems, people).map((one) =>
      one.of?.kind === "label"
        ? { ...one, of: { kind: "label", name: formatLabelName(field, one.of.name), value: one.of.name } }
        : one,
    ),
    confusion: countConfusions(schema, field, answeredItems),
    people: people.map((by, index) => ({
      ...{ by, n: table[index]!.filter((text) => text !== null).length },
      ...{ competence: models.competence[index] ?? null, accuracy: models.accuracy[index] ?? null },
    })),
  };
}

function formatLabelName(field: AnswerField, value: string): string {
  return fieldLabels(field).find((one) => one.value === value)?.label ?? value;
}

/**
 * Whether the answer to a list field is an empty list (such as a text without spans). An empty list counts as an
 * answer.
 */
function isEmptyList(schema: TaskSchema, field: AnswerField, answer: TaskAnswer): boolean {
  const isList = field.type === "spans" || field.type === "several";
  return isList && !field.required && visibleFields(schema, answer).includes(field);
}

function countConfusions(
  schema: TaskSchema,
  field: AnswerField,
  answered: readonly AnsweredField[],
): FieldSummary["confusion"] {
  if (!hasConfusion(field)) return null;
  const pairs = answered.flatMap((item) => {
    const accepted = acceptedText(schema, field, item);
    return accepted === null ? [] : item.texts.map(({ text }) => [accepted, text] as const);
  });
  const labels = [...new Set(pairs.flat())].sort();
  if (labels.length === 0 || labels.length > 30) return null;
  const counts = labels.map(() => labels.map(() => 0));
  for (const [decided, given] of pairs) counts[labels.indexOf(decided)]![labels.indexOf(given)]! += 1;
  const fields = answered[0]?.fields ?? {};
  const parseLabel = (text: string) =>
    formatFieldAnswer(field, { schema, fields, answer: { [field.name]: answerOfComparable(field, text) } });
  return { labels: labels.map(parseLabel), values: labels, counts };
}
