import type { TuningComparison } from "../../../beliefs/prepare/base-against-instruct.ts";
import { listShownCategories } from "../../../beliefs/prepare/heatmap.ts";
import type { RankingTable } from "../../../beliefs/prepare/ranking-table.ts";
import { dimensions } from "../../../beliefs/typology.ts";
import { descriptiveNumber, estimate, test, textCell, type ViewTable } from "../view.ts";
import { type BeliefObserver, rateCell } from "./belief-cells.ts";

// Tables of the observers' rates: by dimension, category and size, by pair of models, and the ranking.

/** All observers, overall and by dimension. */
export function rateTable(name: string, caption: string, observers: readonly BeliefObserver[]): ViewTable {
  return {
    name,
    caption: `${caption}; n is the number of decided pairs`,
    columns: ["Who", "All expressions", ...dimensions.map(({ label }) => label)],
    rows: observers.map(({ name: who, score }) => [
      textCell(who),
      rateCell(score.overall),
      ...dimensions.map(({ id }) => rateCell(score.byDimension.get(id))),
    ]),
  };
}

/** All observers' rates of every category: the heatmap as numbers. */
export function categoryTable(observers: readonly BeliefObserver[]): ViewTable {
  return {
    name: "categories",
    caption: "Context-following rates of people and models by category; n is the number of decided pairs",
    columns: ["Category", "Dimension", ...observers.map(({ name }) => name)],
    rows: [
      [textCell("All"), textCell("all"), ...observers.map(({ score }) => rateCell(score.overall))],
      ...listShownCategories(observers.map(({ score }) => score)).map(({ id, label, dimension }) => [
        textCell(label),
        textCell(dimension ?? "reference"),
        ...observers.map(({ score }) => rateCell(score.byCategory.get(id))),
      ]),
    ],
  };
}

/** Every pair of base and instruct model by every dimension, as figure 3 of the paper. */
export function modelPairTable(modelPairs: readonly TuningComparison[]): ViewTable {
  return {
    name: "model-pairs",
    caption:
      "Base minus instruct for all pairs of models and all dimensions, each model on its own known facts, as published; the paired test on the expressions that both decided is under “Size and tuning”",
    columns: ["Pair", "Expressions", "Base", "Instruct", "Base minus instruct"],
    rows: modelPairs.flatMap(({ family, sizeBillions, rows, missing }) => {
      const pair = textCell(`${family} ${sizeBillions}B`);
      if (missing)
        return [
          [
            pair,
            textCell("not compared"),
            ...[0, 1, 2].map(() =>
              estimate({
                value: null,
                low: null,
                high: null,
                n: 0,
                reason: "One of the two models knows too few facts.",
              }),
            ),
          ],
        ];
      return rows.map(({ label, base, instruct, plainDifference }) => [
        pair,
        textCell(label),
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
            reason: "No interval, as published: the models know different facts.",
          },
          "points",
        ),
      ]);
    }),
  };
}

/** Models with known size by size, below people; no table if no size is stated. */
export function sizeTable(models: readonly BeliefObserver[], people: BeliefObserver | null): ViewTable[] {
  const rows = sortBySize(models);
  return rows.length === 0
    ? []
    : [
        {
          name: "size",
          caption: "Context-following rates of models by size and tuning; n is the number of decided pairs",
          columns: ["Observer", "Size", "Tuning", "All expressions", ...dimensions.map(({ label }) => label)],
          rows: [...(people ? [{ model: people, size: null }] : []), ...rows].map(
            ({ model: { name, tuning, score }, size }) => [
              textCell(name),
              textCell(size === null ? "people" : `${size} billion`),
              textCell(size === null ? "people" : (tuning ?? "not stated")),
              rateCell(score.overall),
              ...dimensions.map(({ id }) => rateCell(score.byDimension.get(id))),
            ],
          ),
        },
      ];
}

/** Models whose size is known, by size. */
export function sortBySize(models: readonly BeliefObserver[]) {
  return models
    .flatMap((model) => (model.sizeBillions == null ? [] : [{ model, size: model.sizeBillions }]))
    .sort((left, right) => left.size - right.size || left.model.name.localeCompare(right.model.name, "en"));
}

/** The persuasiveness of categories as tested on the page “Ranking”. */
export function rankingTable(
  { rows, method, expected }: RankingTable,
  ranks: ReadonlyMap<string, number> | null,
): ViewTable {
  return {
    name: "ranking",
    caption: `Mean rank of each category over models, 1 followed most, ${expected} by chance; p by ${method}, corrected by Benjamini and Hochberg over ${rows.length}; n is the number of models`,
    columns: ["Category", "Dimension", "Mean rank", "Test", ...(ranks ? ["People’s rank"] : [])],
    rows: rows.map(({ category, label, dimensionLabel, meanRank, models: n, p, q }) => [
      textCell(label),
      textCell(dimensionLabel || "reference"),
      estimate(
        {
          value: meanRank,
          low: null,
          high: null,
          n,
          reason: "A mean rank has no sampling interval; see its test against chance.",
        },
        "number",
      ),
      test(p, n, null, q),
      ...(ranks ? [descriptiveNumber(ranks.get(category) ?? null, ranks.size)] : []),
    ]),
  };
}
