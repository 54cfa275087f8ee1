import type { TuningComparison } from "../../../beliefs/prepare/base-against-instruct.ts";
import { listShownCategories } from "../../../beliefs/prepare/heatmap.ts";
import type { RankingTable } from "../../../beliefs/prepare/ranking-table.ts";
import type { BeliefScore } from "../../../beliefs/scoring/model-score.ts";
import { dimensions } from "../../../beliefs/typology.ts";
import { mark, type View } from "../view.ts";
import { type BeliefObserver, countDecided, type Rate } from "./belief-cells.ts";
import { sortBySize } from "./belief-rate-tables.ts";

// Figures of the rates in the tables.

type Figure = View["figures"][number];

/** Draws the context-following rate of each observer (people and models) over all expressions. */
export function drawRateFigure(observers: readonly BeliefObserver[]): Figure {
  return {
    name: "rates",
    title: "Context-following rates over all expressions",
    unit: "share",
    marks: observers.map(({ name, side, score: { overall } }) =>
      mark(name, side === "people" ? "person" : "model", rateMark(overall)),
    ),
    lines: [],
  };
}

/** The persuasiveness of each category: its mean rank, averaged over the models. */
export function rankingFigure({ rows, expected }: RankingTable): Figure {
  return {
    name: "ranking",
    title: "Mean rank over models (1: followed most)",
    unit: "number",
    marks: rows.map(({ label, meanRank, models: n }) =>
      mark(label, "model", { value: meanRank, low: null, high: null, n }),
    ),
    lines: [{ label: `chance, rank ${expected}`, value: expected }],
  };
}

/** All observers by dimension. */
export function dimensionFigure(observers: readonly BeliefObserver[]): Figure {
  return {
    name: "dimensions",
    title: "Context-following rates by dimension",
    unit: "share",
    marks: dimensions.flatMap(({ id, label }) =>
      compareRates(label, observers, ({ byDimension }) => byDimension.get(id)),
    ),
    lines: [],
  };
}

/** All observers by category. */
export function categoryFigure(observers: readonly BeliefObserver[]): Figure {
  return {
    name: "categories",
    title: "Context-following rates by category",
    unit: "share",
    marks: listShownCategories(observers.map(({ score }) => score)).flatMap(({ id, label }) =>
      compareRates(label, observers, ({ byCategory }) => byCategory.get(id)),
    ),
    lines: [],
  };
}

/** Base and tuned models in pairs, over all expressions. */
export function modelPairFigure(modelPairs: readonly TuningComparison[]): Figure[] {
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

/** Models with known size, by size. */
export function sizeFigure(models: readonly BeliefObserver[]): Figure[] {
  const marks = sortBySize(models).map(({ model: { name, score }, size }) =>
    mark(`${size} billion: ${name}`, "model", rateMark(score.overall)),
  );
  return marks.length === 0
    ? []
    : [{ name: "size", title: "Context-following rates by size, all expressions", unit: "share", marks, lines: [] }];
}

function compareRates(
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
  return { value: rate.rate, low: rate.low, high: rate.high, n: countDecided(rate) };
}
