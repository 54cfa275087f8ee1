import { seededRandom } from "../../random.ts";
import { categoryVote } from "../../statistics/agreement/category-vote.ts";
import { dawidSkene } from "../../statistics/agreement/dawid-skene.ts";
import { mace } from "../../statistics/agreement/mace.ts";
import { spanConsensus } from "../../statistics/agreement/span-consensus.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { Answered } from "./answered-item.ts";

export const answerMethods = ["majority", "weighted", "dawid-skene", "mace"] as const;
export type AnswerMethod = (typeof answerMethods)[number];

type Table = readonly (readonly (string | null)[])[];
export type AggregatedLabels = Record<AnswerMethod, string | null>;

interface Aggregated {
  /** By unit. */
  labels: AggregatedLabels[];
  /** By person; empty for fields without models of annotators. */
  competence: readonly (number | null)[];
  accuracy: readonly number[];
}

/**
 * The label of each unit by four methods; null for a tie and if a model is not sure. The options of a field with
 * several choices are decided one by one, and an item without a decision on one of them has no label.
 *
 * @param table people x units: comparable texts of answers
 */
export function aggregate(table: Table, units: number, field: AnswerField): Aggregated {
  if (field.type === "several") return { labels: labelsOfSets(table, units), competence: [], accuracy: [] };
  const isModelled = field.type === "choice" || field.type === "pairwise" || field.type === "rating";
  return labelsOf(table, units, isModelled);
}

/** The models need few classes and units that several people answered. */
function labelsOf(table: Table, units: number, isModelled: boolean): Aggregated {
  const classes = [...new Set(table.flat().filter((text): text is string => text !== null))].sort();
  const weights = weightsOf(table, units);
  const rows = Array.from({ length: units }, (_, unit) => table.map((row) => row[unit] ?? null));
  const isShared = rows.some((row) => row.filter((text) => text !== null).length > 1);
  const has = isModelled && isShared && classes.length > 1 && classes.length <= 50;
  const place = new Map(classes.map((text, index) => [text, index]));
  const numbers = rows.map((row) => row.map((text) => (text === null ? null : place.get(text)!)));
  const ds = has ? dawidSkene(numbers, classes.length, 1e-6, 1_000) : null;
  const ml = has ? mace(numbers, classes.length, { random: seededRandom(1) }) : null;
  const priors = ds?.priors ?? [];
  // Where a model finds no annotator able, its most probable label is an accident of the guesses.
  const modelled = (posterior: readonly (number[] | null)[] | undefined, unit: number) =>
    classes[posterior?.[unit]?.findIndex((share) => share > 0.5) ?? -1] ?? null;
  return {
    labels: rows.map((row, unit) => ({
      majority: asText(categoryVote(row).label),
      weighted: asText(categoryVote(row, weights).label),
      "dawid-skene": modelled(ds?.posterior, unit),
      mace: modelled(ml?.posterior, unit),
    })),
    competence: ml?.competence ?? [],
    accuracy: ds
      ? ds.confusion.map((matrix) => matrix.reduce((sum, row, index) => sum + priors[index]! * row[index]!, 0))
      : [],
  };
}

function labelsOfSets(table: Table, units: number): AggregatedLabels[] {
  const sets = table.map((row) => row.map((text) => (text === null ? null : (JSON.parse(text) as string[]))));
  const options = [...new Set(sets.flat(2).filter((option) => option !== null))].sort();
  const decided = options.map((option) => {
    const has = sets.map((row) => row.map((set) => set && String(set.includes(option))));
    const { labels } = labelsOf(has, units, true);
    // A model needs two classes; an option that everyone chose in every item is decided by the vote.
    const isSame = new Set(has.flat().filter((one) => one !== null)).size === 1;
    return isSame
      ? labels.map(({ majority, weighted }) => ({ majority, weighted, "dawid-skene": majority, mace: majority }))
      : labels;
  });
  const isShared = Array.from({ length: units }, (_, unit) => table.filter((row) => row[unit]).length > 1).some(
    Boolean,
  );
  return Array.from({ length: units }, (_, unit): AggregatedLabels => {
    const by = (method: AnswerMethod) => {
      if (!isShared && (method === "dawid-skene" || method === "mace")) return null;
      const answers = decided.map((labels) => labels[unit]![method]);
      return answers.includes(null)
        ? null
        : JSON.stringify(options.filter((_option, index) => answers[index] === "true"));
    };
    return { majority: by("majority"), weighted: by("weighted"), "dawid-skene": by("dawid-skene"), mace: by("mace") };
  });
}

function asText(label: unknown): string | null {
  return typeof label === "string" ? label : null;
}

/** The weight of each person: (k + 1) / (n + 2), where k of n answers of others to the same items are the same. */
function weightsOf(table: Table, units: number): number[] {
  const same = table.map(() => [1, 2] as [number, number]);
  for (let unit = 0; unit < units; unit += 1) {
    const given = table.flatMap((row, index) =>
      row[unit] === null || row[unit] === undefined ? [] : [{ index, text: row[unit] }],
    );
    for (const one of given)
      for (const other of given) {
        if (one.index === other.index) continue;
        same[one.index]![1] += 1;
        if (one.text === other.text) same[one.index]![0] += 1;
      }
  }
  return same.map(([k, n]) => k / n);
}

/** The characters that at least half of the people marked, by label. */
export function spansOfMost(field: FieldOfType<"spans">, { fields, texts }: Answered): string {
  const labels = field.labels.length > 0 ? field.labels.map(({ value }) => value) : [undefined];
  const spans = markedTexts(fields[field.in]).flatMap((text, part) =>
    labels.flatMap((label) => {
      const marked = texts.map(({ answer }) =>
        spansOf(answer[field.name])
          .filter((span) => (span.part ?? 0) === part && span.label === label && span.end <= text.length)
          .map(({ start, end }): [number, number] => [start, end]),
      );
      return spanConsensus(text.length, marked).map(
        ([start, end]) => `${field.name}:${part}:${start}-${end}:${label ?? ""}`,
      );
    }),
  );
  return JSON.stringify(spans.sort());
}
