import type { TuningComparison } from "../../beliefs/prepare/base-against-instruct.ts";
import { prepareHeatmap } from "../../beliefs/prepare/heatmap.ts";
import { rankWithin } from "../../beliefs/prepare/rank-within.ts";
import type { RankingTable } from "../../beliefs/prepare/ranking-table.ts";
import type { BeliefScore } from "../../beliefs/scoring/model-score.ts";
import { categories, dimensions } from "../../beliefs/typology.ts";
import { clusteredEstimate } from "../../statistics/clustered-estimate.ts";
import { distributionAgreement } from "../../statistics/distribution-agreement.ts";
import { normalQuantile } from "../../statistics/distributions.ts";
import { formatNumberOf } from "../format-figures.ts";
import { decided, notComparedTable, type Rate, rateCell } from "./belief-cells.ts";
import { judgeTogether } from "./family-tests.ts";
import {
  described,
  estimate,
  mark,
  refusedView,
  shownView,
  test,
  text,
  type View,
  type ViewCell,
  type ViewTable,
} from "./view.ts";

const head = {
  id: "comparisons",
  title: "Tables and tests",
  lead: "Everybody's rates, every pair of base and instruct model over all dimensions, base models alone, how alike the profiles of people and models are, and tests of people against models.",
};

/** One observer of expressions, as its kept score says. */
export interface BeliefObserver {
  name: string;
  side: "people" | "models";
  tuning: "base" | "instruct" | null;
  /** Of a model, in billions of parameters; null or left out where nobody says. */
  sizeBillions?: number | null;
  score: BeliefScore;
}

/** Below this number of decided pairs a category's rate is left out of profiles. */
const fewestPairs = 5;

/**
 * The tables of Du et al. (figures 3 to 7 as numbers) with people beside models, from kept scores alone: observers that
 * know too few facts are left out, as everywhere.
 */
export function beliefComparisons(
  observers: readonly BeliefObserver[],
  modelPairs: readonly TuningComparison[],
  ranking: RankingTable | null = null,
): View {
  const entering = observers.filter(({ score }) => score.enters);
  const { dropped } = prepareHeatmap(observers.map(({ score }) => score));
  const left = dropped.length === 0 ? [] : [notComparedTable(dropped)];
  if (entering.length === 0)
    return { ...refusedView(head, "Nobody knows enough of the facts to be compared."), tables: left };
  const base = entering.filter(({ tuning }) => tuning === "base");
  const people = entering.find(({ side }) => side === "people") ?? null;
  const models = entering.filter(({ side }) => side === "models");
  const profile = people ? profileTable(people, models) : null;
  const against = people ? againstPeople(people, models) : null;
  return shownView(head, {
    sentences: [
      "A rate is the share of decided pairs that follow the expression, each observer on the facts that it knows; intervals are over facts (people: over people and facts). A positive difference means that the first of the two follows more.",
      ...(against
        ? [
            `${formatNumberOf(against.tests, "test")} of people against models on this page; no analysis plan names them, so they are exploratory.`,
          ]
        : []),
      ...(people
        ? []
        : ["No study with people is chosen, so profiles of people and tests of people against models are not here."]),
    ],
    findings: against?.findings ?? [],
    tables: [
      rateTable("rates", "Context-following rates of everybody, overall and by dimension", entering),
      modelPairTable(modelPairs),
      ...(base.length === 0 ? [] : [rateTable("base-only", "Base models alone", base)]),
      ...(profile ? [profile] : []),
      ...(against ? [against.table] : []),
      ...(ranking ? [rankingTable(ranking, people ? rankWithin(people.score) : null)] : []),
      ...sizeTable(models, people),
      categoryTable(entering),
      ...left,
    ],
    figures: [
      {
        name: "rates",
        title: "Context-following rates over all expressions",
        unit: "share",
        marks: entering.map(({ name, side, score: { overall } }) =>
          mark(name, side === "people" ? "person" : "model", rateMark(overall)),
        ),
        lines: [],
      },
      dimensionFigure(entering),
      categoryFigure(entering),
      ...modelPairFigure(modelPairs),
      ...sizeFigure(models),
      ...(ranking
        ? [
            {
              name: "ranking",
              title: "Mean rank over models (1: followed most)",
              unit: "number" as const,
              marks: ranking.rows.map(({ label, meanRank, models: n }) =>
                mark(label, "model", { value: meanRank, low: null, high: null, n }),
              ),
              lines: [{ label: `chance, rank ${ranking.expected}`, value: ranking.expected }],
            },
          ]
        : []),
    ],
  });
}

/** Models whose size is known, by size. */
function bySize(models: readonly BeliefObserver[]) {
  return models
    .flatMap((model) => (model.sizeBillions == null ? [] : [{ model, size: model.sizeBillions }]))
    .sort((left, right) => left.size - right.size || left.model.name.localeCompare(right.model.name, "en"));
}

function sizeTable(models: readonly BeliefObserver[], people: BeliefObserver | null): ViewTable[] {
  const rows = bySize(models);
  return rows.length === 0
    ? []
    : [
        {
          name: "size",
          caption: "Context-following rates of models by size and tuning; n is the number of decided pairs",
          columns: ["Observer", "Size", "Tuning", "All expressions", ...dimensions.map(({ label }) => label)],
          rows: [...(people ? [{ model: people, size: null }] : []), ...rows].map(
            ({ model: { name, tuning, score }, size }) => [
              text(name),
              text(size === null ? "people" : `${size} billion`),
              text(size === null ? "people" : (tuning ?? "not said")),
              rateCell(score.overall),
              ...dimensions.map(({ id }) => rateCell(score.byDimension.get(id))),
            ],
          ),
        },
      ];
}

function sizeFigure(models: readonly BeliefObserver[]): View["figures"] {
  const marks = bySize(models).map(({ model: { name, score }, size }) =>
    mark(`${size} billion: ${name}`, "model", rateMark(score.overall)),
  );
  return marks.length === 0
    ? []
    : [{ name: "size", title: "Context-following rates by size, all expressions", unit: "share", marks, lines: [] }];
}

/** Everybody's rate of every category: the heatmap as numbers. */
function categoryTable(observers: readonly BeliefObserver[]): ViewTable {
  return {
    name: "categories",
    caption: "Context-following rates of everybody by category; n is the number of decided pairs",
    columns: ["Category", "Dimension", ...observers.map(({ name }) => name)],
    rows: [
      [text("All"), text("all"), ...observers.map(({ score }) => rateCell(score.overall))],
      ...categories.map(({ id, label, dimension }) => [
        text(label),
        text(dimension ?? "reference"),
        ...observers.map(({ score }) => rateCell(score.byCategory.get(id))),
      ]),
    ],
  };
}

function categoryFigure(observers: readonly BeliefObserver[]): View["figures"][number] {
  return {
    name: "categories",
    title: "Context-following rates by category",
    unit: "share",
    marks: categories.flatMap(({ id, label }) => ratesBeside(label, observers, ({ byCategory }) => byCategory.get(id))),
    lines: [],
  };
}

function dimensionFigure(observers: readonly BeliefObserver[]): View["figures"][number] {
  return {
    name: "dimensions",
    title: "Context-following rates by dimension",
    unit: "share",
    marks: dimensions.flatMap(({ id, label }) =>
      ratesBeside(label, observers, ({ byDimension }) => byDimension.get(id)),
    ),
    lines: [],
  };
}

function ratesBeside(
  label: string,
  observers: readonly BeliefObserver[],
  rateOf: (score: BeliefScore) => Rate | undefined,
) {
  return observers.flatMap(({ name, side, score }) => {
    const rate = rateOf(score);
    return rate ? [mark(`${label} · ${name}`, side === "people" ? "person" : "model", rateMark(rate))] : [];
  });
}

function rateMark(rate: Rate) {
  return { value: rate.rate, low: rate.low, high: rate.high, n: decided(rate) };
}

/** Base and tuned models beside each other, over all expressions. */
function modelPairFigure(modelPairs: readonly TuningComparison[]): View["figures"] {
  const marks = modelPairs.flatMap(({ family, sizeBillions, rows: [all] }) =>
    all
      ? (["base", "instruct"] as const).map((tuning) =>
          mark(`${family} ${sizeBillions}B, ${tuning}`, "model", { ...all[tuning], value: all[tuning].rate }),
        )
      : [],
  );
  return marks.length === 0
    ? []
    : [{ name: "model-pairs", title: "Base and instruct models, all expressions", unit: "share", marks, lines: [] }];
}

/** The persuasiveness of categories as the page “Ranking” tests it. */
function rankingTable({ rows, method, expected }: RankingTable, ranks: ReadonlyMap<string, number> | null): ViewTable {
  return {
    name: "ranking",
    caption: `Mean rank of each category over models, 1 followed most, ${expected} by chance; p by ${method}, corrected by Benjamini and Hochberg over ${rows.length}; n is the number of models`,
    columns: ["Category", "Dimension", "Mean rank", "Test", ...(ranks ? ["People’s rank"] : [])],
    rows: rows.map(({ category, label, dimensionLabel, meanRank, models: n, p, q }) => [
      text(label),
      text(dimensionLabel || "reference"),
      estimate(
        {
          value: meanRank,
          low: null,
          high: null,
          n,
          reason: "Tested against chance beside; it has no sampling interval.",
        },
        "number",
      ),
      test(p, n, null, q),
      ...(ranks ? [described(ranks.get(category) ?? null, ranks.size)] : []),
    ]),
  };
}

function rateTable(name: string, caption: string, observers: readonly BeliefObserver[]): ViewTable {
  return {
    name,
    caption: `${caption}; n is the number of decided pairs`,
    columns: ["Who", "All expressions", ...dimensions.map(({ label }) => label)],
    rows: observers.map(({ name: who, score }) => [
      text(who),
      rateCell(score.overall),
      ...dimensions.map(({ id }) => rateCell(score.byDimension.get(id))),
    ]),
  };
}

/** Every pair of base and instruct model by every dimension, as figure 3 of the paper. */
function modelPairTable(modelPairs: readonly TuningComparison[]): ViewTable {
  return {
    name: "model-pairs",
    caption:
      "Base less instruct for all pairs of models and all dimensions, each model on its own known facts, as published; the paired test on what both decided stands under “Size and tuning”",
    columns: ["Pair", "Expressions", "Base", "Instruct", "Base less instruct"],
    rows: modelPairs.flatMap(({ family, sizeBillions, rows, missing }) => {
      const pair = text(`${family} ${sizeBillions}B`);
      if (missing)
        return [
          [
            pair,
            text("not compared"),
            ...[0, 1, 2].map(() =>
              estimate({ value: null, low: null, high: null, n: 0, reason: "One of the two knows too few facts." }),
            ),
          ],
        ];
      return rows.map(({ label, base, instruct, plainDifference }) => [
        pair,
        text(label),
        estimate({
          value: base.rate,
          low: base.low,
          high: base.high,
          n: base.n,
          reason: base.low === null ? "Too few facts for an interval." : null,
        }),
        estimate({
          value: instruct.rate,
          low: instruct.low,
          high: instruct.high,
          n: instruct.n,
          reason: instruct.low === null ? "Too few facts for an interval." : null,
        }),
        estimate(
          {
            value: plainDifference,
            low: null,
            high: null,
            n: base.n + instruct.n,
            reason: "On different facts: without an interval, as published.",
          },
          "points",
        ),
      ]);
    }),
  };
}

/** Rates of one observer by category, where enough pairs were decided. */
function profileOf({ score }: BeliefObserver): Map<string, number> {
  return new Map(
    [...score.byCategory].flatMap(([category, rate]) =>
      rate.rate === null || decided(rate) < fewestPairs ? [] : [[category, rate.rate] as const],
    ),
  );
}

function shared(people: BeliefObserver, model: BeliefObserver) {
  const [ofPeople, ofModel] = [profileOf(people), profileOf(model)];
  const categories = [...ofPeople.keys()].filter((category) => ofModel.has(category));
  return categories.map((category) => ({ category, people: ofPeople.get(category)!, model: ofModel.get(category)! }));
}

/** How alike the rates of people and of each model are over the categories. */
function profileTable(people: BeliefObserver, models: readonly BeliefObserver[]): ViewTable {
  return {
    name: "profiles",
    caption: `Correlation of people's and each model's rates over categories with ${fewestPairs} decided pairs and more on both sides`,
    columns: ["Model", "Pearson", "Spearman", "Mean absolute distance"],
    rows: models.map((model) => {
      const both = shared(people, model);
      const found = distributionAgreement(
        both.map((one) => one.people),
        both.map((one) => one.model),
        both.map(() => null),
      );
      return [
        text(model.name),
        correlation(found.pearson, both.length),
        correlation(found.spearman, both.length),
        estimate(
          {
            value: found.meanAbsDiff,
            low: null,
            high: null,
            n: both.length,
            reason: "Describes these categories.",
          },
          "points",
        ),
      ];
    }),
  };
}

/** A correlation with Fisher's interval, which takes categories as independent; null limits below five of them. */
function correlation(value: number | null, n: number): ViewCell {
  if (value === null || n < 5 || Math.abs(value) >= 1)
    return estimate(
      { value, low: null, high: null, n, reason: n < 5 ? "Fewer than five categories." : "No spread, no interval." },
      "number",
    );
  const half = normalQuantile(0.975) / Math.sqrt(n - 3);
  const at = (shift: number) => Math.tanh(Math.atanh(value) + shift);
  return estimate(
    { value, low: at(-half), high: at(half), n, reason: "Fisher's interval; categories taken as independent." },
    "number",
  );
}

/** People less each model over the categories that both decided, overall and by dimension; Holm over all tests. */
function againstPeople(
  people: BeliefObserver,
  models: readonly BeliefObserver[],
): { table: ViewTable; findings: string[]; tests: number } {
  const rows = models.flatMap((model) => {
    const both = shared(people, model);
    const dimensionOf = (category: string) => people.score.byCategory.get(category)?.dimension;
    return [{ id: null, label: "All expressions" }, ...dimensions].map(({ id, label }) => {
      const own = both.filter(({ category }) => id === null || dimensionOf(category) === id);
      const difference = clusteredEstimate(
        own.map((one) => one.people - one.model),
        [],
        { range: [-1, 1], unit: "categories" },
      );
      // Categories stand alone: there are no clusters whose signs could be flipped.
      return { model, label, difference: { ...difference, signPatterns: null } };
    });
  });
  const { cells, findings } = judgeTogether(
    rows.map(({ model, label, difference }) => ({
      says: `People less ${model.name}, ${label}`,
      difference,
      unit: "categories",
    })),
  );
  const table: ViewTable = {
    name: "people-against-models",
    caption: `People less each model in context following (positive: people follow more): the mean over categories of expressions, each with the same weight; the interval speaks of new categories. Holm over ${rows.length}`,
    columns: ["Model", "Expressions", "People less model", "Test"],
    rows: rows.map(({ model, label, difference }, index) => [
      text(model.name),
      text(label),
      estimate(difference, "points"),
      cells[index]!,
    ]),
  };
  return { table, findings, tests: cells.filter(({ p }) => p !== null).length };
}
