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
import { relationsOf, spansOf } from "../../tasks/answers/check-spans.ts";
import { preferenceSchema, quantitySchema, type TaskAnswer } from "../../tasks/answers/task-answer.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import { type AnswerAgreement, createAgreement } from "./agreement-measure.ts";
import type { AnsweredField, AnsweredUnit, ComparedAnswers } from "./answered-item.ts";
import { computeRelationAgreement, computeSpanFieldAgreement } from "./span-agreement.ts";

const maxLabels = 30;

/**
 * Computes the agreement about one question for all answers and by label, person and month, with jackknife intervals
 * over the items that several people answered; units of an item are omitted together. A person's answers are compared
 * with those of all others to the same items.
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
    .map((item) => ({
      ...item,
      units: comparedUnits(item).map((unit) => ({
        ...unit,
        texts: unit.texts.toSorted((a, b) => personIndex.get(a.by)! - personIndex.get(b.by)!),
      })),
    }))
    .filter(({ units }) => units.length > 0);
  const isPair = people.length === 2;
  const results = computeMeasures(field, items.map(toUnits), { of: null, isPair });
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
        ...computeMeasures(field, items.filter((item) => monthOf(item) === name).map(toUnits), {
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

function toUnits({ units }: AnsweredField): readonly ComparedAnswers[] {
  return units;
}

/** The units of an item that several people answered. */
export function comparedUnits({ units }: AnsweredField): AnsweredUnit[] {
  return units.filter(({ texts }) => texts.length > 1);
}

/** Pairs the person's answer to each unit with each other answer; no pairs if the person did not answer. */
function pairsOfPerson(person: string): (item: AnsweredField) => ComparedAnswers[] {
  return ({ units }) =>
    units.flatMap(({ fields, texts }) => {
      const answerOfPerson = texts.find(({ by }) => by === person);
      return answerOfPerson
        ? texts.filter((other) => other !== answerOfPerson).map((other) => ({ fields, texts: [answerOfPerson, other] }))
        : [];
    });
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
    case "relations":
      return [
        ...nominal.filter(({ measure }) => measure === "percent"),
        computeRelationAgreement(answeredItems, { of }),
      ];
    case "ranking": {
      const ranks = summedEstimate(answeredItems.map(rankCorrelation));
      const reason = ranks.low === null ? null : rankNote(ranks.n);
      return [...nominal, createAgreement("rank-correlation", of, { ...ranks, reason })];
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
    createAgreement("percent", of, percent),
    isPair
      ? createAgreement("kappa", of, withCheckedLimits(kappa))
      : createAgreement("fleiss-kappa", of, withCheckedLimits(fleiss)),
    createAgreement("alpha", of, withCheckedLimits(alpha)),
  ];
}

/**
 * The labels that are each compared with all others: chosen options, preferred sides, or labels of spans and relations.
 * Empty if there are more than 30, except for spans and relations.
 */
function labelsOf(field: AnswerField, items: readonly AnsweredField[]): string[] {
  if (field.type === "spans" || field.type === "relations") return field.labels.map(({ value }) => value);
  const texts = items.flatMap(({ units }) => units.flatMap((unit) => unit.texts));
  const labels = [...new Set(texts.flatMap((one) => labelsGiven(field, one)))].sort();
  return labels.length > maxLabels ? [] : labels;
}

/** The labels in one answer to a field; none for a field without labels. */
export function labelsGiven(field: AnswerField, { text, answer }: { text: string; answer: TaskAnswer }): string[] {
  if (field.type === "spans") return spansOf(answer[field.name]).flatMap(({ label }) => label ?? []);
  if (field.type === "relations") return relationsOf(answer[field.name]).map(({ label }) => label);
  return field.type === "choice" || field.type === "several" || field.type === "pairwise" ? parseLabels(text) : [];
}

function computeLabelMeasures(
  field: AnswerField,
  items: readonly AnsweredField[],
  part: AgreementPart & { of: { kind: "label"; name: string } },
): AnswerAgreement[] {
  const { name } = part.of;
  const labelPart = { of: part.of, label: name };
  if (field.type === "spans") return computeSpanFieldAgreement(field, items.map(toUnits), labelPart);
  if (field.type === "relations") return [computeRelationAgreement(items.map(toUnits), labelPart)];
  const hasLabel = ({ text }: { text: string }) => parseLabels(text).includes(name);
  return computeNominalMeasures(
    items.map(({ units }) => units.map(({ texts }) => texts.map(hasLabel))),
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
export function monthOf({ units }: AnsweredField): string {
  const months = units.flatMap(({ texts }) => texts.map(({ at }) => at.slice(0, 7)));
  return months.sort().at(-1) ?? "";
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
  return createAgreement(`${metric}-alpha`, of, {
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
