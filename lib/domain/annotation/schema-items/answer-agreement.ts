import {
  alphaInterval,
  fleissInterval,
  kappaInterval,
  percentInterval,
} from "../../statistics/agreement/agreement-intervals.ts";
import { orderedAlphaInterval } from "../../statistics/agreement/ordered-alpha.ts";
import { raterCorrelation } from "../../statistics/agreement/rater-correlation.ts";
import { spanF1 } from "../../statistics/agreement/span-consensus.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { markedTexts } from "../../tasks/answers/marked-text.ts";
import { quantitySchema } from "../../tasks/answers/task-answer.ts";
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
  const rows = table.map((row) => units.map((unit) => row[unit] ?? null));
  const all = { of: null };
  const percent = (of: AnswerAgreement["of"], data: readonly (readonly (string | null)[])[]): AnswerAgreement => {
    const { mean, nUnits, low, high } = percentOf(data);
    return { measure: "percent", of, n: nUnits, value: mean, low, high };
  };
  const nominal = alphaInterval(rows);
  const results: AnswerAgreement[] = [
    percent(null, rows),
    { measure: "alpha", ...all, n: nominal.nUnits, value: nominal.alpha, low: nominal.low, high: nominal.high },
  ];
  if (field.type !== "spans") results.push(...kappasOf(rows));
  if (field.type === "rating" || field.type === "number") results.push(...orderedOf(field, rows));
  if (field.type === "ranking") results.push(rankOf(answered));
  if (field.type === "spans")
    results.push(
      ...spanAgreement(
        field,
        answered.filter(({ texts }) => texts.length > 1),
      ),
    );
  if (people.length > 2)
    results.push(...people.map((name, index) => percent({ kind: "person", name }, againstOthers(rows, index))));
  const labels = [...new Set(rows.flat().filter((text): text is string => text !== null))].sort();
  if (field.type === "choice" && labels.length <= 30)
    results.push(
      ...labels.map((label): AnswerAgreement => {
        const { nUnits, alpha, low, high } = alphaInterval(
          rows.map((row) => row.map((text) => (text === null ? null : text === label ? 1 : 0))),
        );
        return {
          measure: "alpha",
          of: { kind: "label", name: JSON.parse(label) as string },
          n: nUnits,
          value: alpha,
          low,
          high,
        };
      }),
    );
  const months = [...new Set(units.map((unit) => monthOf(answered[unit]!)))].sort();
  if (months.length > 1)
    results.push(
      ...months.map((name) =>
        percent(
          { kind: "month", name },
          rows.map((row) => row.filter((_, index) => monthOf(answered[units[index]!]!) === name)),
        ),
      ),
    );
  return results;
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

function percentOf(data: readonly (readonly (string | null)[])[]) {
  const interval = percentInterval(data);
  return { mean: interval.agreement, nUnits: interval.nUnits, low: interval.low, high: interval.high };
}

/** Of one person and each other: pairs of answers as two raters. */
function againstOthers(rows: readonly (readonly (string | null)[])[], index: number): (string | null)[][] {
  const pairs: [string, string][] = [];
  rows.forEach((row, other) => {
    if (other === index) return;
    row.forEach((text, unit) => {
      const own = rows[index]?.[unit] ?? null;
      if (own !== null && text !== null) pairs.push([own, text]);
    });
  });
  return [pairs.map(([own]) => own), pairs.map(([, other]) => other)];
}

function orderedOf(field: AnswerField, rows: readonly (readonly (string | null)[])[]): AnswerAgreement[] {
  const numbers = rows.map((row) => row.map((text) => numberOf(text)));
  const metrics =
    field.type === "number" || (field.type === "rating" && field.display === "slider")
      ? (["interval"] as const)
      : (["ordinal", "interval"] as const);
  return metrics.map((metric): AnswerAgreement => {
    const { nUnits, alpha, low, high } = orderedAlphaInterval(numbers, metric);
    return { measure: `${metric}-alpha`, of: null, n: nUnits, value: alpha, low, high };
  });
}

function numberOf(text: string | null): number | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (typeof value === "number") return value;
  return quantitySchema.safeParse(value).data?.value ?? null;
}

/** Mean Spearman correlation of the ranks that two people gave to the options of one item, over items. */
function rankOf(answered: readonly Answered[]): AnswerAgreement {
  const values = answered.flatMap(({ texts }) => {
    const rankings = texts.map(({ text }) => JSON.parse(text) as string[]);
    const options = [...new Set(rankings.flat())].sort();
    const { spearman } = raterCorrelation(
      rankings.map((ranking) => options.map((one) => (ranking.includes(one) ? ranking.indexOf(one) + 1 : null))),
    );
    return spearman === null ? [] : [spearman];
  });
  const value = values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
  return { measure: "rank-correlation", of: null, n: values.length, value, low: null, high: null };
}

/** Exact spans as F1, and characters as nominal alpha; both with a label where the field has labels. */
function spanAgreement(field: FieldOfType<"spans">, answered: readonly Answered[]): AnswerAgreement[] {
  const labels = field.labels.map(({ value }) => value);
  const of = (label: string | null) =>
    answered.map(({ texts, fields }) => {
      const offsets = offsetsOf(fields, field);
      return texts.map(({ answer }) =>
        spansOf(answer[field.name])
          .filter((span) => label === null || span.label === label)
          .map(({ start, end, part = 0 }): [number, number] => [
            (offsets[part] ?? 0) + start,
            (offsets[part] ?? 0) + end,
          ]),
      );
    });
  const f1 = (label: string | null): AnswerAgreement => {
    const { pairs, f1: value } = spanF1(of(label));
    return {
      measure: "span-f1",
      of: label === null ? null : { kind: "label", name: label },
      n: pairs,
      value,
      low: null,
      high: null,
    };
  };
  const words = tokenTable(field, answered.slice(0, 500));
  const { nUnits, alpha, low, high } = alphaInterval(words);
  return [
    f1(null),
    { measure: "token-alpha", of: null, n: nUnits, value: alpha, low, high },
    ...labels.map((label) => f1(label)),
  ];
}

function offsetsOf(fields: TaskFields, field: FieldOfType<"spans">): number[] {
  let at = 0;
  return markedTexts(fields[field.in]).map((text) => {
    const start = at;
    at += text.length + 1;
    return start;
  });
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
