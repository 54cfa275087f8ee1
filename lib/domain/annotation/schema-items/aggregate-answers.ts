import { seededRandom } from "../../random.ts";
import { categoryVote } from "../../statistics/agreement/category-vote.ts";
import { dawidSkene } from "../../statistics/agreement/dawid-skene.ts";
import { mace } from "../../statistics/agreement/mace.ts";
import { spanConsensus } from "../../statistics/agreement/span-consensus.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { spanName } from "../../tasks/answers/comparable-answer.ts";
import { hasParts, markedTexts } from "../../tasks/answers/marked-text.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { ComparedAnswers } from "./answered-item.ts";

export const answerMethods = ["majority", "weighted", "dawid-skene", "mace"] as const;
export type AnswerMethod = (typeof answerMethods)[number];

type Table = readonly (readonly (string | null)[])[];
export type AggregatedLabels = Record<AnswerMethod, string | null>;

interface AggregatedField {
  /** By unit. */
  labels: AggregatedLabels[];
  /** By person; empty for a field to which models of annotators do not apply. */
  competence: readonly (number | null)[];
  accuracy: readonly number[];
}

/**
 * Determines the label of each unit by four methods. A label is null for a tie, or if no label has more than half of
 * the probability. Each option of a field with several choices is decided separately; an item without a decision on an
 * option has no label.
 *
 * @param table people x units: comparable texts of answers
 */
export function aggregateAnswers(table: Table, units: number, field: AnswerField): AggregatedField {
  if (field.type === "several") return { labels: labelsOfSets(table, units), competence: [], accuracy: [] };
  const isModelled = field.type === "choice" || field.type === "pairwise" || field.type === "rating";
  return labelsOf(table, units, isModelled);
}

/**
 * Labels for a field with one answer per unit. The models require 2 to 50 classes and a unit that several people
 * answered.
 */
function labelsOf(table: Table, units: number, isModelled: boolean): AggregatedField {
  const classes = [...new Set(table.flat().filter((text): text is string => text !== null))].sort();
  const weights = weightsOf(table, units);
  const rows = Array.from({ length: units }, (_, unit) => table.map((row) => row[unit] ?? null));
  const isShared = rows.some((row) => row.filter((text) => text !== null).length > 1);
  const canModel = isModelled && isShared && classes.length > 1 && classes.length <= 50;
  const classIndex = new Map(classes.map((text, index) => [text, index]));
  const numbers = rows.map((row) => row.map((text) => (text === null ? null : classIndex.get(text)!)));
  const dawidSkeneFit = canModel ? dawidSkene(numbers, classes.length, 1e-6, 1_000) : null;
  const maceFit = canModel ? mace(numbers, classes.length, { random: seededRandom(1) }) : null;
  const priors = dawidSkeneFit?.priors ?? [];
  // A label without more than half of the probability is null, because a choice between such labels would be arbitrary.
  const findProbableLabel = (posterior: readonly (number[] | null)[] | undefined, unit: number) =>
    classes[posterior?.[unit]?.findIndex((share) => share > 0.5) ?? -1] ?? null;
  return {
    labels: rows.map((row, unit) => ({
      majority: textOrNull(categoryVote(row).label),
      weighted: textOrNull(categoryVote(row, weights).label),
      "dawid-skene": findProbableLabel(dawidSkeneFit?.posterior, unit),
      mace: findProbableLabel(maceFit?.posterior, unit),
    })),
    competence: maceFit?.competence ?? [],
    accuracy: dawidSkeneFit
      ? dawidSkeneFit.confusion.map((matrix) =>
          matrix.reduce((sum, row, index) => sum + priors[index]! * row[index]!, 0),
        )
      : [],
  };
}

function labelsOfSets(table: Table, units: number): AggregatedLabels[] {
  const sets = table.map((row) => row.map((text) => (text === null ? null : (JSON.parse(text) as string[]))));
  const options = [...new Set(sets.flat(2).filter((option) => option !== null))].sort();
  const labelsByOption = options.map((option) => {
    const hasOption = sets.map((row) => row.map((set) => set && String(set.includes(option))));
    const { labels } = labelsOf(hasOption, units, true);
    // A model needs two classes. An option that everyone chose in every item has one class and is decided by the vote.
    const isUnanimous = new Set(hasOption.flat().filter((one) => one !== null)).size === 1;
    return isUnanimous
      ? labels.map(({ majority, weighted }) => ({ majority, weighted, "dawid-skene": majority, mace: majority }))
      : labels;
  });
  const isShared = Array.from({ length: units }, (_, unit) => table.filter((row) => row[unit]).length > 1).some(
    Boolean,
  );
  return Array.from({ length: units }, (_, unit): AggregatedLabels => {
    const combineOptions = (method: AnswerMethod) => {
      if (!isShared && (method === "dawid-skene" || method === "mace")) return null;
      const answers = labelsByOption.map((labels) => labels[unit]![method]);
      return answers.includes(null)
        ? null
        : JSON.stringify(options.filter((_option, index) => answers[index] === "true"));
    };
    return {
      majority: combineOptions("majority"),
      weighted: combineOptions("weighted"),
      "dawid-skene": combineOptions("dawid-skene"),
      mace: combineOptions("mace"),
    };
  });
}

function textOrNull(label: unknown): string | null {
  return typeof label === "string" ? label : null;
}

/**
 * The weight of each person: (k + 1) / (n + 2). n is the number of answers of others to the same items; k of them are
 * equal to this person's.
 */
function weightsOf(table: Table, units: number): number[] {
  const agreementCounts = table.map(() => [1, 2] as [number, number]);
  for (let unit = 0; unit < units; unit += 1) {
    const answersOfUnit = table.flatMap((row, index) =>
      row[unit] === null || row[unit] === undefined ? [] : [{ index, text: row[unit] }],
    );
    for (const one of answersOfUnit)
      for (const other of answersOfUnit) {
        if (one.index === other.index) continue;
        agreementCounts[one.index]![1] += 1;
        if (one.text === other.text) agreementCounts[one.index]![0] += 1;
      }
  }
  return agreementCounts.map(([k, n]) => k / n);
}

/** The characters that at least half of the people marked, by label. */
export function findMajoritySpans(field: FieldOfType<"spans">, { fields, texts }: ComparedAnswers): string {
  const value = fields[field.in];
  const labels = field.labels.length > 0 ? field.labels.map(({ value: label }) => label) : [undefined];
  const spans = markedTexts(value).flatMap((text, part) =>
    labels.flatMap((label) => {
      const rangesByAnswer = texts.map(({ answer }) =>
        spansOf(answer[field.name])
          .filter((span) => (span.part ?? 0) === part && span.label === label && span.end <= text.length)
          .map(({ start, end }): [number, number] => [start, end]),
      );
      return spanConsensus(text.length, rangesByAnswer).map(([start, end]) =>
        spanName(field.name, { id: "", start, end, label, ...(hasParts(value) ? { part } : {}) }),
      );
    }),
  );
  return JSON.stringify(spans.sort());
}

/** The relations that at least half of the people gave. */
export function findMajorityRelations({ texts }: ComparedAnswers): string {
  const given = texts.map(({ text }) => new Set((JSON.parse(text) as unknown[]).map((one) => JSON.stringify(one))));
  const relations = [...new Set(given.flatMap((own) => [...own]))].sort();
  const isMajority = (relation: string) => given.filter((own) => own.has(relation)).length * 2 >= given.length;
  return `[${relations.filter(isMajority).join(",")}]`;
}
