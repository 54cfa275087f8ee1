import type { Random } from "../../lib/domain/random.ts";
import { panelConsistency } from "../../lib/domain/results/views/items/error-consistency-tables.ts";
import { checkLimits, disagreementOf } from "../../lib/domain/statistics/agreement/agreement-coverage.ts";
import {
  alphaInterval,
  fleissInterval,
  percentAgreementInterval,
} from "../../lib/domain/statistics/agreement/agreement-intervals.ts";
import { correlation } from "../../lib/domain/statistics/agreement/distribution-agreement.ts";
import { orderedAlphaInterval } from "../../lib/domain/statistics/agreement/ordered-alpha.ts";
import { raterCorrelation } from "../../lib/domain/statistics/agreement/rater-correlation.ts";
import { spanF1 } from "../../lib/domain/statistics/agreement/span-consensus.ts";
import { groupedJackknife } from "../../lib/domain/statistics/basics/jackknife.ts";
import { clusteredCorrelation } from "../../lib/domain/statistics/clustered/clustered-correlation.ts";
import { normal } from "../coverage-regimes.ts";
import { coin, effects, expected, type IntervalRegime } from "./regimes.ts";

/** Three raters give categories to units whose true category is `rare` in this share; a rater errs in one of seven. */
function labels(units: number, rare: number, random: Random): number[][] {
  const truth = Array.from({ length: units }, () => Number(random.next() < rare));
  return [0, 1, 2].map(() => truth.map((value) => (random.next() < 1 / 7 ? 1 - value : value)));
}

function nominal(units: number, rare: number): IntervalRegime[] {
  const regime = `${units} units, 3 raters, category in ${rare}`;
  const countsOf = (table: readonly number[][]) =>
    table[0]!.map((_, unit) => [0, 1].map((value) => table.filter((row) => row[unit] === value).length));
  return [
    ...(["as stated", "approximate"] as const).map(
      (label): IntervalRegime => ({
        kind: `Krippendorff's alpha, nominal, jackknife, ${label}`,
        regime,
        truth: expected((random) => alphaInterval(labels(4_000, rare, random)).alpha, 50),
        limits: (random) => {
          const table = labels(units, rare, random);
          const { low, high, reason } = checkLimits(alphaInterval(table), disagreementOf(table));
          return (reason === null) === (label === "as stated") ? { low, high } : { low: null, high: null };
        },
      }),
    ),
    {
      kind: "Fleiss' kappa, jackknife, as stated",
      regime,
      share: 0.5,
      truth: expected((random) => fleissInterval(countsOf(labels(500, rare, random))).kappa, 100),
      limits: (random) => {
        const table = labels(units, rare, random);
        const { low, high, reason } = checkLimits(fleissInterval(countsOf(table)), disagreementOf(table));
        return reason === null ? { low, high } : { low: null, high: null };
      },
    },
    {
      kind: "share of agreeing pairs, jackknife",
      regime,
      truth: (6 / 7) ** 2 + (1 / 7) ** 2,
      limits: (random) => percentAgreementInterval(labels(units, rare, random)),
    },
  ];
}

/** Ratings from 1 to 5 of three raters. */
function ratings(units: number, random: Random, centre = 3): number[][] {
  const truth = effects(units, 1, random);
  return [0, 1, 2].map(() =>
    truth.map((value) => Math.min(5, Math.max(1, Math.round(centre + value + 0.7 * normal(random))))),
  );
}

function ordered(units: number, centre = 3): IntervalRegime[] {
  const regime = `${units} units, 3 raters, 1 to 5${centre === 3 ? "" : ", most ratings 5"}`;
  const transposed = (table: readonly number[][]) => table[0]!.map((_, unit) => table.map((row) => row[unit]!));
  const spearman = (columns: readonly number[][]) =>
    raterCorrelation([0, 1, 2].map((rater) => columns.map((column) => column[rater]!))).spearman;
  return [
    ...(["ordinal", "interval"] as const).map(
      (metric): IntervalRegime => ({
        kind: `Krippendorff's alpha, ${metric}, jackknife`,
        regime,
        share: 0.5,
        truth: expected((random) => orderedAlphaInterval(ratings(300, random, centre), metric).alpha, 100),
        limits: (random) => orderedAlphaInterval(ratings(units, random, centre), metric),
      }),
    ),
    {
      kind: "mean rank correlation of raters, jackknife",
      regime,
      share: 0.5,
      truth: expected((random) => raterCorrelation(ratings(1_000, random, centre)).spearman, 50),
      limits: (random) => groupedJackknife(transposed(ratings(units, random, centre)), spearman),
    },
  ];
}

/** Two annotators mark up to two of the same three spans of each item. */
function spans(items: number, random: Random): [number, number][][][] {
  return Array.from({ length: items }, () => {
    const hard = random.next() < 0.3;
    const mark = () =>
      [0, 4, 8].flatMap((from): [number, number][] => (random.next() < (hard ? 0.4 : 0.8) ? [[from, from + 2]] : []));
    return [mark(), mark()];
  });
}

function spanAgreement(items: number): IntervalRegime {
  return {
    kind: "F1 of marked spans, jackknife over items",
    regime: `${items} items, 2 annotators`,
    truth: expected((random) => spanF1(spans(4_000, random)).f1, 50),
    limits: (random) => groupedJackknife(spans(items, random), (own) => spanF1(own).f1),
  };
}

/** Pairs of two quantities of cells with a correlation of 0.6, a part of which is due to their stories. */
function pairs(stories: number, perStory: number, random: Random) {
  const clusters = Array.from({ length: stories * perStory }, (_, cell) => Math.floor(cell / perStory));
  const [shared, first] = [effects(stories, Math.SQRT1_2, random), effects(stories, Math.SQRT1_2, random)];
  const rho = 0.6;
  const a = clusters.map((story) => shared[story]! + Math.SQRT1_2 * normal(random));
  const b = a.map((value, cell) => {
    const own = first[clusters[cell]!]! + Math.SQRT1_2 * normal(random);
    return rho * value + Math.sqrt(1 - rho ** 2) * own;
  });
  return { a, b, clusters };
}

function correlations(stories: number): IntervalRegime {
  return {
    kind: "correlation, jackknife over stories",
    regime: `${stories} stories, 8 cells each, correlation 0.6`,
    truth: 0.6,
    limits: (random) => {
      const { a, b, clusters } = pairs(stories, 8, random);
      return clusteredCorrelation(a, b, clusters);
    },
  };
}

function fisher(n: number): IntervalRegime {
  return {
    kind: "correlation of independent pairs, Fisher",
    regime: `n ${n}, correlation 0.6`,
    truth: 0.6,
    limits: (random) => {
      const { a, b } = pairs(n, 1, random);
      const centre = Math.atanh(correlation(a, b)!);
      const half = 1.959963984540054 / Math.sqrt(n - 3);
      return { low: Math.tanh(centre - half), high: Math.tanh(centre + half) };
    },
  };
}

/** Answers of twelve people of these abilities and a model to the same items; they share most difficulties. */
function panel(stories: number, base: number, abilities: readonly number[], random: Random) {
  const ofStories = effects(stories, 0.8, random);
  const easiness = effects(4 * stories, 0.8, random).map((own, item) => own + ofStories[item >> 2]!);
  return {
    table: abilities.map((ability) => easiness.map((easy) => coin(base + ability + easy, random))),
    model: easiness.map((easy) => coin(base + 0.7 * easy + 0.8 * normal(random), random)),
    cells: Array.from({ length: stories }, (_, story) => [0, 1, 2, 3].map((item) => 4 * story + item)),
  };
}

/** The error of the limits against the value of the same people on many stories. */
function consistency(stories: number, base: number, withModel: boolean): IntervalRegime {
  const of = ({ table, model, cells }: ReturnType<typeof panel>, random: Random) =>
    panelConsistency(table, withModel ? model : null, cells, random);
  return {
    kind: `error consistency, ${withModel ? "people and a model" : "pairs of people"}, bootstrap over stories`,
    regime: `${stories} stories, 4 items each, 12 people, log odds ${base}`,
    share: 0.3,
    truth: 0,
    limits: (random) => {
      const abilities = effects(12, 0.6, random);
      const many = panel(300, base, abilities, random);
      // Fewer than ten "stories" of many items each: the value without its limits.
      const { value: truth } = of({ ...many, cells: [many.cells.flat()] }, random);
      const { low, high } = of(panel(stories, base, abilities, random), random);
      const minus = (limit: number | null) => (limit === null || truth === null ? null : limit - truth);
      return { low: minus(low), high: minus(high) };
    },
  };
}

/** Intervals of agreement, correlation and error consistency. */
export const agreementIntervals: IntervalRegime[] = [
  ...nominal(30, 0.5),
  ...nominal(30, 0.1),
  ...nominal(100, 0.1),
  ...nominal(200, 0.1),
  ...ordered(30),
  ...ordered(100),
  ...[30, 60].flatMap((units) => ordered(units, 5.8)),
  ...[30, 100].map(spanAgreement),
  ...[5, 10, 20].map(correlations),
  ...[10, 40].map(fisher),
  ...[10, 30].flatMap((stories) =>
    [1, 2].flatMap((base) => [consistency(stories, base, false), consistency(stories, base, true)]),
  ),
];
