import { seededRandom } from "../../random.ts";
import { categoryVote } from "../../statistics/agreement/category-vote.ts";
import { dawidSkene } from "../../statistics/agreement/dawid-skene.ts";
import { mace } from "../../statistics/agreement/mace.ts";
import { spanConsensus } from "../../statistics/agreement/span-consensus.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { Answered } from "./answered-item.ts";

export const answerMethods = ["majority", "weighted", "dawid-skene", "mace"] as const;
export type AnswerMethod = (typeof answerMethods)[number];

/** Labels of each unit by four methods; the models need few classes and units that several people answered. */
export function aggregate(table: readonly (readonly (string | null)[])[], units: number, field: AnswerField) {
  const classes = [...new Set(table.flat().filter((text): text is string => text !== null))].sort();
  const weights = weightsOf(table, units);
  const rows = Array.from({ length: units }, (_, unit) => table.map((row) => row[unit] ?? null));
  const isShared = rows.some((row) => row.filter((text) => text !== null).length > 1);
  const isModelled =
    isShared &&
    classes.length > 1 &&
    classes.length <= 50 &&
    (field.type === "choice" || field.type === "pairwise" || field.type === "rating");
  const numbers = rows.map((row) => row.map((text) => (text === null ? null : classes.indexOf(text))));
  const ds = isModelled ? dawidSkene(numbers, classes.length, 1e-6, 1_000) : null;
  const ml = isModelled ? mace(numbers, classes.length, { random: seededRandom(1) }) : null;
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

function asText(label: unknown): string | null {
  return typeof label === "string" ? label : null;
}

/** (k + 1) / (n + 2), where k of n answers of others to the same items are the same. */
function weightsOf(table: readonly (readonly (string | null)[])[], units: number): number[] {
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

/** The characters that at least half of the people marked, by label: the majority of a spans field. Empty for others. */
export function spanMajority(field: AnswerField, { fields, texts }: Answered): Partial<Record<AnswerMethod, string>> {
  if (field.type !== "spans") return {};
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
  return { majority: JSON.stringify(spans.sort()) };
}
