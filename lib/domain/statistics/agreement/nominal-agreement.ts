import type { Category } from "../basics/category.ts";
import { type JackknifeInterval, jackknifeInterval } from "../basics/jackknife.ts";
import { chanceOfDifference, type Disagreement } from "./agreement-coverage.ts";

/** The values that at least two raters gave to one unit, in the order of the raters. */
export type RatedUnit = readonly Category[];

/** A statistic with its jackknife interval over items. */
export interface ItemEstimate extends JackknifeInterval {
  /** Number of items from which the statistic is computed. */
  n: number;
  value: number | null;
}

/**
 * Sums over units from which all measures are computed, so that an item can be removed without reading the other items
 * again.
 */
interface Sums {
  units: number;
  /** Sum over units of the share of agreeing pairs of values. */
  shares: number;
  values: number;
  counts: Map<Category, number>;
  /** Sum over units of sum over categories of c(m - c)/(m - 1). */
  disagreement: number;
  /** Counts of the first and of the second values of units, for Cohen's kappa. */
  firsts: Map<Category, number>;
  seconds: Map<Category, number>;
  /** Units whose first two values are equal. */
  same: number;
  /** Sum over categories of squared counts, and sum of products of first counts and second counts. */
  squares: number;
  margins: number;
}

/**
 * Agreement in nominal categories, with a jackknife over items. Each list of units is one item. An item may have
 * several units, such as the tokens of a text or the pairs of one rater with each other rater; they are omitted
 * together.
 * - `percent`: the mean over units of the share of agreeing pairs.
 * - `alpha`: Krippendorff's nominal alpha (2011).
 * - `kappa`: Cohen's kappa of the first and the second value of each unit (1960).
 * - `fleiss`: Fleiss' kappa (1971) of the units that have the most common number of values, because it requires equal
 *   numbers.
 *
 * The running time is linear in the number of values. A measure is null without units; kappas and alpha are also null
 * if only one category was used.
 */
export function nominalAgreement(
  items: readonly (readonly RatedUnit[])[],
): Record<"percent" | "alpha" | "kappa" | "fleiss", ItemEstimate> & { disagreement: Disagreement } {
  const rated = items.map((units) => units.filter(({ length }) => length > 1));
  const usualSize = modalSize(rated.flat());
  return {
    percent: estimate(rated, percentOf),
    alpha: estimate(rated, alphaOf),
    kappa: estimate(rated, kappaOf),
    fleiss: estimate(
      rated.map((units) => units.filter(({ length }) => length === usualSize)),
      fleissOf,
    ),
    disagreement: disagreementOfItems(rated),
  };
}

/** An item with several units counts at most once. */
function disagreementOfItems(items: readonly (readonly RatedUnit[])[]): Disagreement {
  const units = items.flat();
  const { counts } = sumsOf(units);
  const rated = items.filter(({ length }) => length > 0).length;
  return {
    expected: Math.min(rated, units.length * chanceOfDifference([...counts.values()])),
    observed: items.filter((own) => own.some((unit) => new Set(unit).size > 1)).length,
  };
}

/** The ratio of two sums over items, with its jackknife interval. An item that is null contributes nothing. */
export function summedEstimate(
  items: readonly (readonly [numerator: number, denominator: number] | null)[],
): ItemEstimate {
  const ratios = items.filter((item) => item !== null);
  const [top, bottom] = ratios.reduce(([a, b], [numerator, denominator]) => [a + numerator, b + denominator], [0, 0]);
  const ratio = (a: number, b: number) => (b === 0 ? null : a / b);
  const value = ratio(top, bottom);
  const leaveOneOutRatios = ratios.map(([numerator, denominator]) => ratio(top - numerator, bottom - denominator));
  return { n: ratios.length, value, ...jackknifeInterval(value, leaveOneOutRatios) };
}

type Measure = (sums: Sums, leaveOneOutValues: Sums | null) => number | null;

function estimate(items: readonly (readonly RatedUnit[])[], measure: Measure): ItemEstimate {
  const parts = items.filter(({ length }) => length > 0).map(sumsOf);
  const all = sumsOf(items.flat());
  const value = measure(all, null);
  const leaveOneOutValues = value === null ? [] : parts.map((part) => measure(all, part));
  return { n: parts.length, value, ...jackknifeInterval(value, leaveOneOutValues) };
}

function sumsOf(units: readonly RatedUnit[]): Sums {
  const sums: Sums = {
    ...{ units: units.length, shares: 0, values: 0, disagreement: 0, same: 0, squares: 0, margins: 0 },
    ...{ counts: new Map(), firsts: new Map(), seconds: new Map() },
  };
  for (const unit of units) {
    const m = unit.length;
    const countsOfUnit = new Map<Category, number>();
    for (const value of unit) add(countsOfUnit, value);
    for (const [value, count] of countsOfUnit) {
      add(sums.counts, value, count);
      sums.shares += (count * (count - 1)) / (m * (m - 1));
      sums.disagreement += (count * (m - count)) / (m - 1);
    }
    sums.values += m;
    add(sums.firsts, unit[0]!);
    add(sums.seconds, unit[1]!);
    if (unit[0] === unit[1]) sums.same += 1;
  }
  const { counts, firsts, seconds } = sums;
  return { ...sums, squares: products(counts, counts), margins: products(firsts, seconds) };
}

function add(counts: Map<Category, number>, value: Category, by = 1): void {
  counts.set(value, (counts.get(value) ?? 0) + by);
}

type Counts = ReadonlyMap<Category, number>;

/** Sum over categories of the product of both counts. */
function products(one: Counts, other: Counts): number {
  let sum = 0;
  for (const [value, count] of one) sum += count * (other.get(value) ?? 0);
  return sum;
}

/** The sum of products after the counts of one item are subtracted. Only the categories of this item are read. */
function subtractProducts(sum: number, [one, other]: [Counts, Counts], [less, lessOther]: [Counts, Counts]): number {
  let left = sum;
  for (const value of new Set([...less.keys(), ...lessOther.keys()])) {
    const [a, b] = [one.get(value) ?? 0, other.get(value) ?? 0];
    left += (a - (less.get(value) ?? 0)) * (b - (lessOther.get(value) ?? 0)) - a * b;
  }
  return left;
}

const percentOf: Measure = (all, without) => {
  const units = all.units - (without?.units ?? 0);
  return units === 0 ? null : (all.shares - (without?.shares ?? 0)) / units;
};

function squaresOf(all: Sums, without: Sums | null): number {
  return without === null
    ? all.squares
    : subtractProducts(all.squares, [all.counts, all.counts], [without.counts, without.counts]);
}

const alphaOf: Measure = (all, without) => {
  const values = all.values - (without?.values ?? 0);
  const unequal = values * values - squaresOf(all, without);
  if (values < 2 || unequal === 0) return null;
  return 1 - ((all.disagreement - (without?.disagreement ?? 0)) * (values - 1)) / unequal;
};

const fleissOf: Measure = (all, without) => {
  const observed = percentOf(all, without);
  const values = all.values - (without?.values ?? 0);
  const squares = squaresOf(all, without);
  if (observed === null || squares === values * values) return null;
  const expected = squares / (values * values);
  return (observed - expected) / (1 - expected);
};

const kappaOf: Measure = (all, without) => {
  const units = all.units - (without?.units ?? 0);
  const chance =
    without === null
      ? all.margins
      : subtractProducts(all.margins, [all.firsts, all.seconds], [without.firsts, without.seconds]);
  if (units === 0 || chance === units * units) return null;
  const same = all.same - (without?.same ?? 0);
  return (same * units - chance) / (units * units - chance);
};

function modalSize(units: readonly RatedUnit[]): number {
  const sizes = new Map<number, number>();
  for (const { length } of units) sizes.set(length, (sizes.get(length) ?? 0) + 1);
  return [...sizes].sort(([size, n], [other, m]) => m - n || size - other)[0]?.[0] ?? 0;
}
