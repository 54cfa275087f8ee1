import type { ResultCell } from "./cells.ts";
import { type Share, shareOfPeople, wilsonShare } from "./share.ts";
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
    const majority = own.filter((cell) => cell.isMajorityRight !== null);
    return {
      condition,
      majority: wilsonShare(majority.filter((cell) => cell.isMajorityRight).length, majority.length),
      people: shareOfPeople(own),
      ties: own.filter(({ vote }) => vote.isTie).length,
      models: series.map(({ id }) => {
        const decided = own.flatMap((cell) => cell.models.get(id)?.isRight ?? []);
        return wilsonShare(decided.filter(Boolean).length, decided.length);
      }),
    };
  });
}
