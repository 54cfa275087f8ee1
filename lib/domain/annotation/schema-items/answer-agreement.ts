import { checkLimits, checkOrderedLimits, rankNote } from "../../statistics/agreement/agreement-coverage.ts";
import {
  type ItemEstimate,
  nominalAgreement,
  type RatedUnit,
  summedEstimate,
} from "../../statistics/agreement/nominal-agreement.ts";
import { type OrderedMetric, orderedAlpha } from "../../statistics/agreement/ordered-alpha.ts";
import { raterCorrelation } from "../../statistics/agreement/rater-correlation.ts";
import { groupedJackknife } from "../../statistics/basics/jackknife.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { preferenceSchema, quantitySchema } from "../../tasks/answers/task-answer.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { AnswerAgreement } from "./agreement-measure.ts";
import type { AnsweredField, ComparedAnswers } from "./answered-item.ts";
import { computeSpanFieldAgreement } from "./span-agreement.ts";

const maxLabels = 30;

/**
 * Computes the agreement about one field for all answers and by label, person and month, with jackknife intervals over
 * the items that several people answered. A person's answers are compared with those of all others to the same items.
 * For two people, and for a person against the others, kappa is Cohen's; otherwise it is Fleiss'. The running time is
 * linear in the number of answers, for each label and each month.
 */
export function computeFieldAgreement(
  field: AnswerField,
  answered: readonly AnsweredField[],
  people: readonly string[],
) {
  const personIndex = new Map(people.map((by, index) => [by, index]));
  const items = answered
    .filter(({ texts }) => texts.length > 1)
    .map((item) => ({
      ...item,
      texts: item.texts.toSorted((a, b) => personIndex.get(a.by)! - personIndex.get(b.by)!),
    }));
  const isPair = people.length === 2;
  const results = computeMeasures(field, items.map(toSingleComparison), { of: null, isPair });
  if (people.length > 2)
    for (const name of people)
      results.push(
        ...computeMeasures(field, items.map(pairsOfPerson(name)), { of: { kind: "person", name }, isPair: true }),
      );
  for (const name of labelsOf(field, items))
    results.push(...computeLabelMeasures(field, items, { of: { kind: "label", name }, isPair }));
  const months = [...new Set(items.map(monthOf))].sort();
  if (months.length > 1)
    for (const name of months)
      results.push(
        ...computeMeasures(field, items.filter((item) => monthOf(item) === name).map(toSingleComparison), {
          of: { kind: "month", name },
          isPair,
        }),
      );
  return results;
}

interface AgreementPart {
  of: AnswerAgreement["of"];
  /** Whether the first and the second answer of each comparison always come from the same two people or groups. */
  isPair: boolean;
}

function toSingleComparison(item: AnsweredField): ComparedAnswers[] {
  return [item];
}

/** Pairs the person's answer to an item with each other answer; no pairs if the person did not answer. */
function pairsOfPerson(person: string): (item: AnsweredField) => ComparedAnswers[] {
  return ({ fields, texts }) => {
    const answerOfPerson = texts.find(({ by }) => by === person);
    return answerOfPerson
      ? texts.filter((other) => other !== answerOfPerson).map((other) => ({ fields, texts: [answerOfPerson, other] }))
      : [];
  };
}

/** The measures that fit the type of the field. */
function computeMeasures(
  field: AnswerField,
  given: readonly (readonly ComparedAnswers[])[],
  part: AgreementPart,
): AnswerAgreement[] {
  const answeredItems = given.filter(({ length }) => length > 0);
  const units = answeredItems.map((compared) => compared.map(({ texts }) => texts.map(({ text }) => text)));
  const nominal = computeNominalMeasures(units, part);
  const { of } = part;
  switch (field.type) {
    case "spans":
      return [
        ...nominal.filter(({ measure }) => measure === "percent"),
        ...computeSpanFieldAgreement(field, answeredItems, { of }),
      ];
    case "ranking": {
      const ranks = summedEstimate(answeredItems.map(rankCorrelation));
      const reason = ranks.low === null ? null : rankNote(ranks.n);
      return [...nominal, createResult("rank-correlation", of, { ...ranks, reason })];
    }
    case "rating":
    case "number":
      return [...nominal, ...metricsOf(field).map((metric) => computeOrderedMeasure(units, { metric, of }))];
    default:
      return nominal;
  }
}

function computeNominalMeasures(
  units: readonly (readonly RatedUnit[])[],
  { of, isPair }: AgreementPart,
): AnswerAgreement[] {
  const { percent, alpha, kappa, fleiss, disagreement } = nominalAgreement(units);
  const withCheckedLimits = (found: ItemEstimate) => ({ ...found, ...checkLimits(found, disagreement) });
  return [
    createResult("percent", of, percent),
    isPair
      ? createResult("kappa", of, withCheckedLimits(kappa))
      : createResult("fleiss-kappa", of, withCheckedLimits(fleiss)),
    createResult("alpha", of, withCheckedLimits(alpha)),
  ];
}

function createResult(
  measure: AnswerAgreement["measure"],
  of: AnswerAgreement["of"],
  { n, value, low, high, reason = null }: ItemEstimate & { reason?: string | null },
): AnswerAgreement {
  return { measure, of, n, value, low, high, reason };
}

/**
 * The labels that are each compared with all others: chosen options, preferred sides, or labels of spans. Empty if
 * there are more than 30, except for spans.
 */
function labelsOf(field: AnswerField, items: readonly AnsweredField[]): string[] {
  if (field.type === "spans") return field.labels.map(({ value }) => value);
  const labels = [...new Set(items.flatMap(({ texts }) => texts.flatMap((one) => labelsGiven(field, one))))].sort();
  return labels.length > maxLabels ? [] : labels;
}

/** The labels in one answer to a field; none for a field without labels. */
export function labelsGiven(field: AnswerField, { text, answer }: AnsweredField["texts"][number]): string[] {
  if (field.type === "spans") return spansOf(answer[field.name]).flatMap(({ label }) => label ?? []);
  return field.type === "choice" || field.type === "several" || field.type === "pairwise" ? parseLabels(text) : [];
}

function computeLabelMeasures(
  field: AnswerField,
  items: readonly AnsweredField[],
  part: AgreementPart & { of: { kind: "label"; name: string } },
): AnswerAgreement[] {
  const { name } = part.of;
  if (field.type === "spans")
    return computeSpanFieldAgreement(field, items.map(toSingleComparison), { of: part.of, label: name });
  const hasLabel = ({ text }: { text: string }) => parseLabels(text).includes(name);
  return computeNominalMeasures(
    items.map(({ texts }) => [texts.map(hasLabel)]),
    part,
  );
}

function parseLabels(text: string): string[] {
  const answer: unknown = JSON.parse(text);
  const preference = preferenceSchema.safeParse(answer);
  if (preference.success) return [preference.data.preferred];
  return Array.isArray(answer) ? answer.map(String) : [String(answer)];
}

/** The month of the newest answer, such as 2026-11. */
export function monthOf({ texts }: AnsweredField): string {
  return (
    texts
      .map(({ at }) => at.slice(0, 7))
      .sort()
      .at(-1) ?? ""
  );
}

function computeOrderedMeasure(
  items: readonly (readonly RatedUnit[])[],
  { metric, of }: { metric: OrderedMetric; of: AnswerAgreement["of"] },
): AnswerAgreement {
  const numbers = items.map((units) => units.map((unit) => unit.map(numberOf)));
  const estimate = groupedJackknife(numbers, (resampled) => {
    const units = resampled.flat();
    const raterCount = Math.max(0, ...new Set(units.map(({ length }) => length)));
    const raters = Array.from({ length: raterCount }, (_, index) => units.map((unit) => unit[index] ?? null));
    return orderedAlpha(raters, metric).alpha;
  });
  const { disagreement } = nominalAgreement(items);
  return createResult(`${metric}-alpha`, of, {
    n: items.length,
    ...estimate,
    ...checkOrderedLimits(estimate, disagreement),
  });
}

/** Numbers and sliders are interval scales; the points of a rating scale are also treated as ordinal. */
function metricsOf(field: FieldOfType<"rating" | "number">): readonly OrderedMetric[] {
  return field.type === "number" || field.display === "slider" ? ["interval"] : ["ordinal", "interval"];
}

function numberOf(text: unknown): number | null {
  const value: unknown = JSON.parse(String(text));
  if (typeof value === "number") return value;
  return quantitySchema.safeParse(value).data?.value ?? null;
}

/**
 * The sum and the number of Spearman's correlations between the rankings that people gave to the options of one item.
 */
function rankCorrelation(compared: readonly ComparedAnswers[]): [number, number] | null {
  const values = compared.flatMap(({ texts }) => {
    const rankings = texts.map(({ text }) => JSON.parse(text) as string[]);
    const options = [...new Set(rankings.flat())].sort();
    const { spearman } = raterCorrelation(
      rankings.map((ranking) => options.map((one) => (ranking.includes(one) ? ranking.indexOf(one) + 1 : null))),
    );
    return spearman ?? [];
  });
  return values.length === 0 ? null : [values.reduce((sum, one) => sum + one, 0), values.length];
}
