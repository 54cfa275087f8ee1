import type { Fold } from "../../fold.ts";
import { toComparableAnswer, toComparableAnswers } from "../../tasks/answers/comparable-answer.ts";
import { fieldLabels } from "../../tasks/answers/field-labels.ts";
import { formatFieldAnswer } from "../../tasks/answers/format-answer.ts";
import type { FieldAnswer } from "../../tasks/answers/task-answer.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import {
  type AggregatedLabels,
  type AnswerMethod,
  aggregateAnswers,
  findMajorityRelations,
  findMajoritySpans,
} from "./aggregate-answers.ts";
import { mapMethods, toAggregatedAnswers } from "./aggregated-answers.ts";
import type { AnswerAgreement } from "./agreement-measure.ts";
import { computeFieldAgreement } from "./answer-agreement.ts";
import { type AnswerQuality, answerQuality } from "./answer-quality.ts";
import type { AnsweredField, AnsweredItem, AnsweredUnit } from "./answered-item.ts";
import { fieldBehind, hasConfusion, type ItemBehind, itemBehind } from "./items-behind.ts";
import { answersToQuestion, listTaskQuestions, type TaskQuestion } from "./task-questions.ts";

/** The figures of one question (`listTaskQuestions`). */
export interface FieldSummary {
  /** The name of the question's field. */
  field: string;
  label: string;
  type: AnswerField["type"];
  /** Whether the question is asked about each span. */
  isPerSpan: boolean;
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
  /**
   * The 100 items with the most different answers: the questions with different answers, and the aggregated answers in
   * readable form, by question.
   */
  disputed: { id: string; different: number; differing: string[]; answers: Record<string, AggregatedLabels> }[];
  /** The aggregated answers of each item by question, as comparable texts. */
  aggregated: { id: string; answers: Record<string, AggregatedLabels> }[];
  /** What each item adds to the figures. */
  behind: ItemBehind[];
}

/** The report without the parts about every single item. */
export type AnswerSummary = Omit<AnswerReport, "aggregated" | "behind">;

const maxDisputed = 100;

/** Computes agreement, aggregated answers and competence for each question of a task schema, from first answers. */
export function foldAnswers(schema: TaskSchema): Fold<AnsweredItem, AnswerReport> {
  const items: AnsweredItem[] = [];
  return {
    add: (rows) => void items.push(...rows),
    finish() {
      const answers = new Map<string, Record<string, AggregatedLabels>>(items.map(({ id }) => [id, {}]));
      const behind = new Map(items.map((item) => [item.id, itemBehind(schema, item)]));
      const fields = listTaskQuestions(schema).map((question) =>
        summariseQuestion(schema, question, items, { answers, behind }),
      );
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
          id: item.id,
          different,
          answers: formatAggregated(schema, item, answers.get(item.id) ?? {}),
          differing: Object.entries(behind.get(item.id)?.fields ?? {}).flatMap(([name, one]) =>
            one.differs ? [name] : [],
          ),
        })),
        aggregated: items.map(({ id }) => ({ id, answers: answers.get(id) ?? {} })),
        behind: [...behind.values()],
      };
    },
  };
}

/** The aggregated answers in readable form, by question. */
function formatAggregated(
  schema: TaskSchema,
  { fields }: AnsweredItem,
  labels: Readonly<Record<string, AggregatedLabels>>,
): Record<string, AggregatedLabels> {
  const aggregated = toAggregatedAnswers(schema, labels);
  const spans = Object.fromEntries(
    schema.answer.flatMap(({ name, type }) =>
      type === "spans" && aggregated[name]?.majority ? [[name, aggregated[name].majority]] : [],
    ),
  );
  return Object.fromEntries(
    listTaskQuestions(schema)
      .filter(({ field }) => labels[field.name])
      .map(({ field, group }) => {
        const asked = group ? { ...group, fields: group.fields.filter(({ name }) => name === field.name) } : field;
        const format = (method: AnswerMethod) => {
          const value = aggregated[asked.name]?.[method] ?? null;
          return value === null
            ? null
            : formatFieldAnswer(asked, { schema, fields, answer: { ...spans, [asked.name]: value } });
        };
        return [field.name, mapMethods(format)];
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

function summariseQuestion(
  schema: TaskSchema,
  question: TaskQuestion,
  items: readonly AnsweredItem[],
  byItem: { answers: Map<string, Record<string, AggregatedLabels>>; behind: Map<string, ItemBehind> },
): FieldSummary {
  const { field, group, label } = question;
  const answeredItems = items
    .map((item) => answersToQuestion(schema, question, item))
    .filter(({ units }) => units.length > 0);
  const units = answeredItems.flatMap((item) => item.units);
  const people = [...new Set(units.flatMap(({ texts }) => texts.map(({ by }) => by)))].sort();
  const at = new Map(people.map((by, index) => [by, index]));
  const table = people.map((): (string | null)[] => new Array(units.length).fill(null));
  units.forEach(({ texts }, unit) => {
    for (const { by, text } of texts) table[at.get(by)!]![unit] = text;
  });
  const models = aggregateAnswers(table, units.length, field);
  const labelsOfUnit = new Map(units.map((unit, index) => [unit, models.labels[index]!]));
  for (const item of answeredItems) {
    const itemLabels = byItem.answers.get(item.id);
    const itemFigures = byItem.behind.get(item.id);
    if (!itemLabels || !itemFigures) continue;
    itemFigures.fields[field.name] = fieldBehind(field, item);
    itemLabels[field.name] = labelsOfItem(question, item, (unit) => labelsOfUnit.get(unit)!);
  }
  return {
    field: field.name,
    label,
    type: field.type,
    isPerSpan: group !== null,
    items: answeredItems.length,
    answers: units.reduce((sum, { texts }) => sum + texts.length, 0),
    agreement: computeFieldAgreement(field, answeredItems, people).map((one) =>
      one.of?.kind === "label"
        ? { ...one, of: { kind: "label", name: formatLabelName(field, one.of.name), value: one.of.name } }
        : one,
    ),
    confusion: countConfusions(schema, field, units),
    people: people.map((by, index) => ({
      ...{ by, n: table[index]!.filter((text) => text !== null).length },
      ...{ competence: models.competence[index] ?? null, accuracy: models.accuracy[index] ?? null },
    })),
  };
}

/** The aggregated labels of an item: of a question about spans by the name of the span, as one text. */
function labelsOfItem(
  { field, group }: TaskQuestion,
  { units }: AnsweredField,
  labelsOf: (unit: AnsweredUnit) => AggregatedLabels,
): AggregatedLabels {
  const [unit] = units as [AnsweredUnit];
  const noModels = { weighted: null, "dawid-skene": null, mace: null };
  if (field.type === "spans") return { majority: findMajoritySpans(field, unit), ...noModels };
  if (field.type === "relations") return { majority: findMajorityRelations(unit), ...noModels };
  if (!group) return labelsOf(unit);
  return mapMethods((method) => {
    const answers = units.flatMap((one) => {
      const text = labelsOf(one)[method];
      return text === null ? [] : [`${JSON.stringify(one.span)}:${text}`];
    });
    return answers.length === 0 ? null : `{${answers.join(",")}}`;
  });
}

function formatLabelName(field: AnswerField, value: string): string {
  return fieldLabels(field).find((one) => one.value === value)?.label ?? value;
}

function countConfusions(
  schema: TaskSchema,
  field: AnswerField,
  units: readonly AnsweredUnit[],
): FieldSummary["confusion"] {
  if (!hasConfusion(field)) return null;
  const pairs = units.flatMap(({ accepted, texts }) =>
    accepted === null ? [] : texts.map(({ text }) => [accepted, text] as const),
  );
  const labels = [...new Set(pairs.flat())].sort();
  if (labels.length === 0 || labels.length > 30) return null;
  const counts = labels.map(() => labels.map(() => 0));
  for (const [decided, given] of pairs) counts[labels.indexOf(decided)]![labels.indexOf(given)]! += 1;
  const fields = units[0]?.fields ?? {};
  const formatLabel = (text: string) =>
    formatFieldAnswer(field, { schema, fields, answer: { [field.name]: JSON.parse(text) as FieldAnswer } });
  return { labels: labels.map(formatLabel), values: labels, counts };
}
