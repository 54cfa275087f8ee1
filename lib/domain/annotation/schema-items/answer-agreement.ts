import {
  alphaInterval,
  fleissInterval,
  kappaInterval,
  percentInterval,
} from "../../statistics/agreement/agreement-intervals.ts";
import { krippendorffAlpha } from "../../statistics/agreement/krippendorff-alpha.ts";
import { type OrderedMetric, orderedAlpha, orderedAlphaInterval } from "../../statistics/agreement/ordered-alpha.ts";
import { percentAgreement } from "../../statistics/agreement/percent-agreement.ts";
import { raterCorrelation } from "../../statistics/agreement/rater-correlation.ts";
import { spanF1 } from "../../statistics/agreement/span-consensus.ts";
import { groupedJackknife } from "../../statistics/basics/jackknife.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import { preferenceSchema, quantitySchema } from "../../tasks/answers/task-answer.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { Answered } from "./answered-item.ts";

/** A measure with its interval; null with fewer than two answers to an item. */
export interface AnswerAgreement {
  measure:
    | "percent"
    | "kappa"
    | "fleiss-kappa"
    | "alpha"
    | "ordinal-alpha"
    | "interval-alpha"
    | "span-f1"
    | "token-alpha"
    | "rank-correlation";
  /** A label, a person or a month; null for all answers to the field. */
  of: { kind: "label" | "person" | "month"; name: string } | null;
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Items whose answers are compared exactly with models of annotators; more take minutes. */
const mostForIntervals = 5_000;

/** The agreement about one field: of all, by label, by person and by month. */
export function agreementOf(
  field: AnswerField,
  answered: readonly Answered[],
  { people, table }: { people: readonly string[]; table: readonly (readonly (string | null)[])[] },
): AnswerAgreement[] {
  const shared = answered.flatMap((item, unit) => (item.texts.length > 1 ? [unit] : []));
  const units = shared.slice(0, mostForIntervals);
  const items = units.map((unit) => answered[unit]!);
  const rows = table.map((row) => units.map((unit) => row[unit] ?? null));
  const all = { of: null };
  const percent = percentInterval(rows);
  const nominal = alphaInterval(rows);
  const results: AnswerAgreement[] = [
    { measure: "percent", ...all, n: percent.nUnits, value: percent.agreement, low: percent.low, high: percent.high },
    { measure: "alpha", ...all, n: nominal.nUnits, value: nominal.alpha, low: nominal.low, high: nominal.high },
  ];
  if (field.type !== "spans") results.push(...kappasOf(rows));
  if (field.type === "rating" || field.type === "number") results.push(...orderedOf(field, rows));
  if (field.type === "ranking")
    results.push(measured({ measure: "rank-correlation", of: null }, items, rankCorrelation));
  if (field.type === "spans") results.push(...spanAgreement(field, items));
  if (people.length > 2)
    for (const name of people) results.push(...partOf(field, items, { kind: "person", name }, pairsWith(name)));
  results.push(...labelAgreement(field, rows));
  const months = [...new Set(items.map(monthOf))].sort();
  if (months.length > 1)
    for (const name of months)
      results.push(...partOf(field, items, { kind: "month", name }, (item) => (monthOf(item) === name ? [item] : [])));
  return results;
}

/** The texts of several people who answered one question about one item. */
type Compared = Pick<Answered, "fields" | "texts">;

/** A statistic of items with its jackknife interval over the items. */
function measured(
  { measure, of }: Pick<AnswerAgreement, "measure" | "of">,
  items: readonly Answered[],
  statistic: (items: readonly Answered[]) => number | null,
): AnswerAgreement {
  const { value, low, high } = groupedJackknife(items, statistic);
  return { measure, of, n: items.length, value, low, high };
}

/** Of one person or month: the measures that fit the type of the field, of the comparisons that `of` selects in an item. */
function partOf(
  field: AnswerField,
  items: readonly Answered[],
  of: NonNullable<AnswerAgreement["of"]>,
  select: (item: Answered) => Compared[],
): AnswerAgreement[] {
  const own = items.filter((item) => select(item).length > 0);
  const measure = (name: AnswerAgreement["measure"], statistic: (compared: readonly Compared[]) => number | null) =>
    measured({ measure: name, of }, own, (some) => statistic(some.flatMap(select)));
  const percent = measure("percent", (compared) => percentAgreement(tableOf(compared)).unitMean);
  switch (field.type) {
    case "spans":
      return [percent, measure("span-f1", (compared) => spanF1(spansIn(field, compared, null)).f1)];
    case "ranking":
      return [percent, measure("rank-correlation", rankCorrelation)];
    case "rating":
    case "number": {
      const [metric] = metricsOf(field);
      return [percent, measure(`${metric}-alpha`, (compared) => orderedAlpha(numbersIn(compared), metric).alpha)];
    }
    default:
      return [percent, measure("alpha", (compared) => krippendorffAlpha(tableOf(compared)).alpha)];
  }
}

/** The pairs of a person's answer and each other one to the item; none without an answer of the person. */
function pairsWith(person: string): (item: Answered) => Compared[] {
  return ({ fields, texts }) => {
    const own = texts.find(({ by }) => by === person);
    return own ? texts.filter((other) => other !== own).map((other) => ({ fields, texts: [own, other] })) : [];
  };
}

/** Answers x items, for measures to which it is the same who answered. */
function tableOf(compared: readonly Compared[]): (string | null)[][] {
  const most = Math.max(0, ...compared.map(({ texts }) => texts.length));
  return Array.from({ length: most }, (_, index) => compared.map(({ texts }) => texts[index]?.text ?? null));
}

function numbersIn(compared: readonly Compared[]): (number | null)[][] {
  return tableOf(compared).map((row) => row.map(numberOf));
}

const mostLabels = 30;

/** Nominal alpha of each label against all others: a chosen option, each of several, or a preferred side. */
function labelAgreement(field: AnswerField, rows: readonly (readonly (string | null)[])[]): AnswerAgreement[] {
  if (field.type !== "choice" && field.type !== "several" && field.type !== "pairwise") return [];
  const given = rows.map((row) => row.map((text) => (text === null ? null : labelsIn(JSON.parse(text)))));
  const labels = [...new Set(given.flat(2).filter((label) => label !== null))].sort();
  if (labels.length > mostLabels) return [];
  return labels.map((name) => {
    const { nUnits, alpha, low, high } = alphaInterval(
      given.map((row) => row.map((chosen) => chosen && Number(chosen.includes(name)))),
    );
    return { measure: "alpha", of: { kind: "label", name }, n: nUnits, value: alpha, low, high };
  });
}

function labelsIn(answer: unknown): string[] {
  const preference = preferenceSchema.safeParse(answer);
  if (preference.success) return [preference.data.preferred];
  return Array.isArray(answer) ? answer.map(String) : [String(answer)];
}

/** Cohen's kappa of two people; Fleiss' kappa where each item has equally many answers of more people. */
function kappasOf(rows: readonly (readonly (string | null)[])[]): AnswerAgreement[] {
  const [one, other, ...more] = rows;
  if (one && other && more.length === 0) {
    const { n, kappa, low, high } = kappaInterval(one, other);
    return [{ measure: "kappa", of: null, n, value: kappa, low, high }];
  }
  const units = (one ?? []).map((_, unit) => rows.flatMap((row) => row[unit] ?? []));
  const answers = new Set(units.map((unit) => unit.length));
  if (units.length === 0 || units.length > mostForFleiss || answers.size !== 1) return [];
  const classes = [...new Set(units.flat())].sort();
  const { nItems, kappa, low, high } = fleissInterval(
    units.map((unit) => classes.map((label) => unit.filter((text) => text === label).length)),
  );
  return [{ measure: "fleiss-kappa", of: null, n: nItems, value: kappa, low, high }];
}

/** Its jackknife reads all items again for each item. */
const mostForFleiss = 1_000;

/** The month of the last answer, as 2026-11. */
function monthOf({ texts }: Answered): string {
  return (
    texts
      .map(({ at }) => at.slice(0, 7))
      .sort()
      .at(-1) ?? ""
  );
}

function orderedOf(
  field: FieldOfType<"rating" | "number">,
  rows: readonly (readonly (string | null)[])[],
): AnswerAgreement[] {
  const numbers = rows.map((row) => row.map(numberOf));
  return metricsOf(field).map((metric): AnswerAgreement => {
    const { nUnits, alpha, low, high } = orderedAlphaInterval(numbers, metric);
    return { measure: `${metric}-alpha`, of: null, n: nUnits, value: alpha, low, high };
  });
}

/** Numbers and sliders have distances; the points of a scale also have an order only. */
function metricsOf(field: FieldOfType<"rating" | "number">): readonly [OrderedMetric, ...OrderedMetric[]] {
  return field.type === "number" || field.display === "slider" ? ["interval"] : ["ordinal", "interval"];
}

function numberOf(text: string | null): number | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (typeof value === "number") return value;
  return quantitySchema.safeParse(value).data?.value ?? null;
}

/** Mean Spearman correlation of the ranks that two people gave to the options of one item, over items. */
function rankCorrelation(compared: readonly Compared[]): number | null {
  const values = compared.flatMap(({ texts }) => {
    const rankings = texts.map(({ text }) => JSON.parse(text) as string[]);
    const options = [...new Set(rankings.flat())].sort();
    const { spearman } = raterCorrelation(
      rankings.map((ranking) => options.map((one) => (ranking.includes(one) ? ranking.indexOf(one) + 1 : null))),
    );
    return spearman ?? [];
  });
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** Exact spans as F1, of all labels and of each, and tokens as nominal alpha. */
function spanAgreement(field: FieldOfType<"spans">, items: readonly Answered[]): AnswerAgreement[] {
  const f1 = (label: string | null): AnswerAgreement => {
    const of: AnswerAgreement["of"] = label === null ? null : { kind: "label", name: label };
    const marked = items.filter((item) => spanF1(spansIn(field, [item], label)).pairs > 0);
    return measured({ measure: "span-f1", of }, marked, (some) => spanF1(spansIn(field, some, label)).f1);
  };
  const { nUnits, alpha, low, high } = alphaInterval(tokenTable(field, items.slice(0, 500)));
  return [
    f1(null),
    { measure: "token-alpha", of: null, n: nUnits, value: alpha, low, high },
    ...field.labels.map(({ value }) => f1(value)),
  ];
}

/**
 * Spans by item and annotator as ranges of the item's texts in a row. The ranges of each label lie behind those of the
 * labels before, so that spans with different labels are different.
 */
function spansIn(field: FieldOfType<"spans">, compared: readonly Compared[], label: string | null) {
  return compared.map(({ texts, fields }) => {
    const { offsets, length } = offsetsOf(fields, field);
    return texts.map(({ answer }) =>
      spansOf(answer[field.name])
        .filter((span) => label === null || span.label === label)
        .map(({ start, end, part = 0, label: own }): [number, number] => {
          const before = (field.labels.findIndex(({ value }) => value === own) + 1) * length + (offsets[part] ?? 0);
          return [before + start, before + end];
        }),
    );
  });
}

/** Where each text begins when all follow one another, and their length together. */
function offsetsOf(fields: TaskFields, field: FieldOfType<"spans">): { offsets: number[]; length: number } {
  let length = 0;
  const offsets = markedTexts(fields[field.in]).map((text) => {
    const start = length;
    length += text.length + 1;
    return start;
  });
  return { offsets, length };
}

/** People by tokens (runs of characters without spaces): the label of the token, "" for none. */
function tokenTable(field: FieldOfType<"spans">, answered: readonly Answered[]): (string | null)[][] {
  const people = [...new Set(answered.flatMap(({ texts }) => texts.map(({ by }) => by)))].sort();
  const table = people.map((): (string | null)[] => []);
  for (const { texts, fields } of answered) {
    const tokens = markedTexts(fields[field.in]).flatMap((text, part) =>
      [...text.matchAll(/\S+/gu)].map(({ index, 0: token }) => ({ part, start: index, end: index + token.length })),
    );
    people.forEach((by, person) => {
      const own = texts.find((one) => one.by === by);
      const spans = own ? spansOf(own.answer[field.name]) : [];
      for (const token of tokens) {
        const span = spans.find(
          (one) => (one.part ?? 0) === token.part && one.start < token.end && one.end > token.start,
        );
        table[person]!.push(own ? (span?.label ?? (span ? field.name : "")) : null);
      }
    });
  }
  return table;
}
