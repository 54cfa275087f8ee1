import type { ResultCell } from "./cells.ts";
import { clusterOf, type Share, shareOfCells, shareOfPeople } from "./share.ts";
import type { ModelSeries, ResultCondition } from "./study-results.ts";

/** Accuracies under one condition. */
export interface ConditionRow {
  condition: ResultCondition;
  majority: Share;
  people: Share;
  ties: number;
  /** In the order of the series. */
  models: Share[];
}

/** One row a condition, in plan order: people's majority and single answers, and each model where it has answers. */
export function prepareConditions(cells: readonly ResultCell[], series: readonly ModelSeries[]): ConditionRow[] {
  const conditions = [...new Set(cells.map(({ condition }) => condition))];
  return conditions.map((condition): ConditionRow => {
    const own = cells.filter((cell) => cell.condition === condition);
    return {
      condition,
      majority: shareOfCells(own.map(({ majority, item }) => ({ score: majority, cluster: clusterOf(item) }))),
      people: shareOfPeople(own),
      ties: own.filter(({ vote }) => vote.isTie).length,
      models: series.map(({ id }) =>
        shareOfCells(
          own.map(({ models, item }) => ({ score: models.get(id)?.mean ?? null, cluster: clusterOf(item) })),
        ),
      ),
    };
  });
}
