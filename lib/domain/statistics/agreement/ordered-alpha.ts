import { type JackknifeInterval, jackknifeInterval } from "../basics/jackknife.ts";
import { requireFinite, requireRectangle } from "../basics/require-number.ts";
import type { KrippendorffAlpha } from "./krippendorff-alpha.ts";

export const orderedMetrics = ["ordinal", "interval"] as const;
export type OrderedMetric = (typeof orderedMetrics)[number];

/** Counts of each value, in ascending order of the values, in a unit with at least two values. */
type UnitCounts = readonly number[];

/**
 * Krippendorff's alpha for numbers with an order (`ordinal`) or distances (`interval`): 1 - Do/De over a raters x units
 * table with missing values (null). Let c be the counts in a unit of m values, N the counts of all n pairable values,
 * and d2 the squared distance. Do = (1/n) sum over units of sum over v != w of c(v) c(w) d2(v, w) / (m - 1); De = sum
 * over v != w of N(v) N(w) d2(v, w) / (n (n - 1)). Interval: d = v - w. Ordinal: d = sum of N from v to w, minus (N(v)
 * + N(w))/2. Throws RangeError for values that are not finite and rows of different lengths. Krippendorff (2011).
 */
export function orderedAlpha(data: readonly (readonly (number | null)[])[], metric: OrderedMetric): KrippendorffAlpha {
  const { values, units } = countsOf(data);
  return alphaOf(values, units, totalsOf(values, units), metric);
}

/**
 * Ordered alpha with a jackknife over the pairable units. Alpha is computed again for each unit, so about 10,000 units
 * are the maximum.
 */
export function orderedAlphaInterval(
  data: readonly (readonly (number | null)[])[],
  metric: OrderedMetric,
  confidence = 0.95,
): { nUnits: number; alpha: number | null } & JackknifeInterval {
  const { values, units } = countsOf(data);
  const totals = totalsOf(values, units);
  const { alpha, nUnits } = alphaOf(values, units, totals, metric);
  const observed = units.map((unit) => totals.map((total, index) => total - (unit[index] ?? 0)));
  const leaveOneOutAlphas = units.map(
    (_, left) =>
      alphaOf(
        values,
        units.filter((_unit, index) => index !== left),
        observed[left] as number[],
        metric,
      ).alpha,
  );
  return { nUnits, alpha, ...jackknifeInterval(alpha, leaveOneOutAlphas, confidence) };
}

function countsOf(data: readonly (readonly (number | null)[])[]): { values: number[]; units: UnitCounts[] } {
  const width = requireRectangle("data", data);
  const valuesByUnit = Array.from({ length: width }, (_, unit) =>
    data.flatMap((row) => row[unit] ?? []).map((value) => requireFinite("data", value)),
  ).filter((unit) => unit.length > 1);
  const values = [...new Set(valuesByUnit.flat())].sort((left, right) => left - right);
  const indexOfValue = new Map(values.map((value, index) => [value, index]));
  const units = valuesByUnit.map((unit) => {
    const counts = new Array<number>(values.length).fill(0);
    for (const value of unit) counts[indexOfValue.get(value) as number]! += 1;
    return counts;
  });
  return { values, units };
}

function totalsOf(values: readonly number[], units: readonly UnitCounts[]): number[] {
  const totals = new Array<number>(values.length).fill(0);
  for (const unit of units) for (const [index, count] of unit.entries()) totals[index]! += count;
  return totals;
}

function alphaOf(
  values: readonly number[],
  units: readonly UnitCounts[],
  totals: readonly number[],
  metric: OrderedMetric,
): KrippendorffAlpha {
  const nPairable = sum(totals);
  if (nPairable === 0)
    return { nPairable: 0, nUnits: 0, observedDisagreement: null, expectedDisagreement: null, alpha: null };
  const distance = metric === "interval" ? (v: number, w: number) => (values[w]! - values[v]!) ** 2 : ordinal(totals);
  const sumOfDistances = (counts: readonly number[]) => {
    let total = 0;
    for (let v = 0; v < counts.length; v += 1)
      if (counts[v]! > 0)
        for (let w = v + 1; w < counts.length; w += 1)
          total += 2 * counts[v]! * counts[w]! * (counts[w] === 0 ? 0 : distance(v, w));
    return total;
  };
  const observedDisagreement = sum(units.map((unit) => sumOfDistances(unit) / (sum(unit) - 1))) / nPairable;
  const expectedDisagreement = sumOfDistances(totals) / (nPairable * (nPairable - 1));
  return {
    nPairable,
    nUnits: units.length,
    observedDisagreement,
    expectedDisagreement,
    alpha: expectedDisagreement === 0 ? null : 1 - observedDisagreement / expectedDisagreement,
  };
}

function ordinal(totals: readonly number[]): (v: number, w: number) => number {
  let sumUpTo = 0;
  const cumulativeTotals = totals.map((total) => (sumUpTo += total));
  return (v, w) => (cumulativeTotals[w]! - cumulativeTotals[v]! + totals[v]! - (totals[v]! + totals[w]!) / 2) ** 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
