import { finish } from "../../steps.ts";
import { layCellsInSteps, type ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import { clusterOf, type Share, shareOfCells, shareOfPeople } from "../model/share.ts";
import type { StudyResults } from "../model/study-results.ts";

/** People's results under one condition, or under all. */
export interface ExclusionEffectRow {
  /** The condition; null for all conditions together. */
  condition: string | null;
  /** Single answers that are right. */
  people: { counted: Share; all: Share };
  /** Cells whose majority is right. */
  majority: { counted: Share; all: Share };
}

/**
 * Compares people's results without excluded answers with their results over all answers. The answers without
 * exclusions are a subset of all answers, so the intervals do not allow conclusions about the difference.
 *
 * @param counted the results without excluded answers
 * @param all the results of the same study with excluded answers
 */
export function prepareExclusionEffect(
  counted: StudyResults,
  all: StudyResults,
  ties: ResultTiePolicy,
): ExclusionEffectRow[] {
  const [includedCells, allCells] = [counted, all].map((results) =>
    finish(layCellsInSteps({ ...results, series: [], answers: [] }, ties, "wrong")),
  ) as [ResultCell[], ResultCell[]];
  const rowOf = (condition: string | null, id: string | null): ExclusionEffectRow => {
    const cellsOfCondition = (cells: readonly ResultCell[]) =>
      id === null ? cells : cells.filter((cell) => cell.condition.id === id);
    return {
      condition,
      people: {
        counted: shareOfPeople(cellsOfCondition(includedCells)),
        all: shareOfPeople(cellsOfCondition(allCells)),
      },
      majority: { counted: majorityOf(cellsOfCondition(includedCells)), all: majorityOf(cellsOfCondition(allCells)) },
    };
  };
  return [rowOf(null, null), ...counted.conditions.map(({ id, label }) => rowOf(label, id))];
}

function majorityOf(cells: readonly ResultCell[]): Share {
  return shareOfCells(cells.map(({ majority, item }) => ({ score: majority, cluster: clusterOf(item) })));
}
