import { finish, type Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import { isTied } from "../model/is-rated.ts";
import { clusterOf, type Share, shareOfCells, shareOfPeople } from "../model/share.ts";
import type { ModelSeries, ResultCondition } from "../model/study-results.ts";

/** Accuracies under one condition. */
export interface ConditionRow {
  condition: ResultCondition;
  majority: Share;
  people: Share;
  ties: number;
  /** In the order of the series. */
  models: Share[];
}

/** One row per condition, in plan order: people's majority and single answers, and each model if it has answers. */
export function prepareConditions(cells: readonly ResultCell[], series: readonly ModelSeries[]): ConditionRow[] {
  return finish(prepareConditionsInSteps(cells, series));
}

/** `prepareConditions` as a generator, with one condition per step. */
export function* prepareConditionsInSteps(
  cells: readonly ResultCell[],
  series: readonly ModelSeries[],
): Steps<ConditionRow[]> {
  const rows: ConditionRow[] = [];
  for (const condition of new Set(cells.map((cell) => cell.condition))) {
    const conditionCells = cells.filter((cell) => cell.condition === condition);
    rows.push({
      condition,
      majority: shareOfCells(
        conditionCells.map(({ majority, item }) => ({ score: majority, cluster: clusterOf(item) })),
      ),
      people: shareOfPeople(conditionCells),
      ties: conditionCells.filter(isTied).length,
      models: series.map(({ id }) =>
        shareOfCells(
          conditionCells.map(({ models, item }) => ({ score: models.get(id)?.mean ?? null, cluster: clusterOf(item) })),
        ),
      ),
    });
    yield;
  }
  return rows;
}
