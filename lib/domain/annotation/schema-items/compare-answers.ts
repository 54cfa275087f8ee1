import { relationsOf } from "../../tasks/answers/check-spans.ts";
import { namedRelations, toComparableAnswers } from "../../tasks/answers/comparable-answer.ts";
import { fieldOptions } from "../../tasks/answers/field-options.ts";
import { formatFieldAnswer } from "../../tasks/answers/format-answer.ts";
import { groupAnswersOf } from "../../tasks/answers/group-answers.ts";
import type { TaskAnswer, TaskRelation, TaskSpan } from "../../tasks/answers/task-answer.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { labelsGiven } from "./answer-agreement.ts";
import { compareSpans } from "./compare-spans.ts";

/** One row of a comparison of answers: a question, a marked range, a ranked option, a relation, or a span's question. */
export interface ComparedEntry {
  key: string;
  /** The name of the question's field (`listTaskQuestions`). */
  question: string;
  title: string;
  /** What each answer says, in readable form; empty for nothing. */
  shown: string[];
  /** The same as comparable texts; null for an answer that is not compared. */
  texts: (string | null)[];
  /** The labels that each answer gives. */
  labels: string[][];
  /** The marks of each answer, for a marked range. */
  marks: TaskSpan[][] | null;
  /** The relation in each answer, for a relation; null in an answer without it. */
  relations: (TaskRelation | null)[] | null;
}

/** Compares answers to one item, entry by entry, in the order of the fields and of the text. */
export function compareAnswers(
  schema: TaskSchema,
  fields: TaskFields,
  answers: readonly TaskAnswer[],
): ComparedEntry[] {
  return schema.answer.flatMap((field) => {
    const entries = compareField(field, { schema, fields, answers }).filter(({ texts }) => texts.some(Boolean));
    return entries.length > 0 ? entries : [compareWhole(field, { schema, fields, answers })];
  });
}

/** Whether the answers at the first `count` indexes differ in the entry, in this label if one is given. */
export function isDifferent(
  { texts, labels }: ComparedEntry,
  { count = texts.length, label }: { count?: number | undefined; label?: string | undefined } = {},
): boolean {
  const compared = texts
    .slice(0, count)
    .flatMap((text, index) => (text === null ? [] : [label === undefined ? text : labels[index]?.includes(label)]));
  return new Set(compared).size > 1;
}

/** Whether one of the first `count` answers differs in the entry from the answer at this index. */
export function differsFrom({ texts }: ComparedEntry, index: number, count: number): boolean {
  return texts.slice(0, count).some((text) => text !== null && text !== texts[index]);
}

interface Compared {
  schema: TaskSchema;
  fields: TaskFields;
  answers: readonly TaskAnswer[];
}

/** The parts of a field that are compared one by one; none for a field that is compared as a whole. */
function compareField(field: AnswerField, compared: Compared): ComparedEntry[] {
  switch (field.type) {
    case "spans":
      return spanEntries(field, compared);
    case "ranking":
      return rankEntries(field, compared);
    case "relations":
      return relationEntries(field, compared);
    case "group":
      return groupEntries(field, compared);
    default:
      return [];
  }
}

function compareWhole(field: AnswerField, { schema, fields, answers }: Compared): ComparedEntry {
  const texts = answers.map((answer) => toComparableAnswers({ answer: [field] }, answer)[field.name] ?? "");
  return {
    key: field.name,
    question: field.name,
    title: field.label,
    ...{ marks: null, relations: null },
    texts,
    shown: answers.map((answer) => formatFieldAnswer(field, { schema, fields, answer })),
    labels: answers.map((answer, index) => (texts[index] ? labelsGiven(field, { text: texts[index], answer }) : [])),
  };
}

function spanEntries(field: FieldOfType<"spans">, { fields, answers }: Compared): ComparedEntry[] {
  const names = new Map(field.labels.map(({ value, label }) => [value, label]));
  return compareSpans(field, fields, answers).map(({ place, words, marks }) => ({
    key: `${field.name}-${place}`,
    question: field.name,
    title: `“${words}”`,
    ...{ marks, relations: null },
    shown: marks.map((spans) => spans.map(({ label }) => names.get(label ?? "") ?? "marked").join(", ")),
    texts: marks.map((spans) => JSON.stringify(spans.map(({ label = "" }) => label).sort())),
    labels: marks.map((spans) => spans.map(({ label = "" }) => label)),
  }));
}

function rankEntries(field: FieldOfType<"ranking">, { fields, answers }: Compared): ComparedEntry[] {
  return fieldOptions(field, fields).map(({ value, label }) => {
    const shown = answers.map((answer) => {
      const ranking = answer[field.name];
      const rank = Array.isArray(ranking) ? (ranking as unknown[]).indexOf(value) + 1 : 0;
      return rank === 0 ? "" : `${rank}.`;
    });
    return {
      key: `${field.name}-${value}`,
      question: field.name,
      title: `${field.label}: ${label}`,
      shown,
      texts: shown,
      labels: answers.map(() => []),
      ...{ marks: null, relations: null },
    };
  });
}

function relationEntries(field: FieldOfType<"relations">, { schema, fields, answers }: Compared): ComparedEntry[] {
  const given = answers.map((answer) => namedRelations(field, answer).map((relation) => JSON.stringify(relation)));
  return [...new Set(given.flat())].map((key) => {
    const relations = answers.map(
      (own, index) => relationsOf(own[field.name])[given[index]?.indexOf(key) ?? -1] ?? null,
    );
    const owner = relations.findIndex((own) => own !== null);
    const [answer = {}, relation] = [answers[owner], relations[owner]];
    return {
      key: `${field.name}-${key}`,
      question: field.name,
      ...{ marks: null, relations },
      title: formatFieldAnswer(field, {
        schema,
        fields,
        answer: { ...answer, [field.name]: relation ? [relation] : [] },
      }),
      shown: relations.map((own) => (own ? "given" : "")),
      texts: relations.map((own) => String(own !== null)),
      labels: relations.map((own) => (own ? [own.label] : [])),
    };
  });
}

/**
 * One entry for each question about each span that anyone marked. Only answers that mark these words with this label are
 * compared.
 */
function groupEntries(group: FieldOfType<"group">, { schema, fields, answers }: Compared): ComparedEntry[] {
  const spansField = schema.answer.find(({ name }) => name === group.per);
  if (spansField?.type !== "spans") return [];
  return compareSpans(spansField, fields, answers).flatMap(({ place, words, marks }) =>
    [...new Set(marks.flat().map(({ label }) => label))].flatMap((label) => {
      const spans = marks.map((own) => own.find((span) => span.label === label));
      const name = spansField.labels.find(({ value }) => value === label)?.label;
      return group.fields.map((field): ComparedEntry => {
        const own = answers.map((answer, index) => groupAnswersOf(answer[group.name])[spans[index]?.id ?? ""] ?? {});
        const whole = compareWhole(field, { schema, fields, answers: own });
        return {
          ...whole,
          key: `${field.name}-${place}-${label}`,
          title: `${name ? `${name} ` : ""}“${words}”: ${field.label}`,
          shown: whole.shown.map((text, index) => (spans[index] ? text : "not marked")),
          texts: whole.texts.map((text, index) => (spans[index] ? text : null)),
        };
      });
    }),
  );
}
