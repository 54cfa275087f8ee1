import { percentileOfSorted } from "../../statistics/basics/percentiles.ts";
import type { ResultCell } from "../model/cells.ts";
import { isTied } from "../model/is-rated.ts";
import { clusterOf, type Share, shareOfCells, shareOfPeople } from "../model/share.ts";
import type { ModelSeries } from "../model/study-results.ts";

/** The figures at the top of a results page. */
export interface ResultTotals {
  /** Majorities over cells. */
  majority: Share;
  /** Single answers. */
  people: Share;
  /** Cells without a majority; ratings have none. */
  ties: number;
  /** Cells without answers. */
  emptyCells: number;
  cells: number;
  items: number;
  conditions: number;
  stories: number;
  /** Counted answers of people. */
  answers: number;
  /** Smallest, median and largest number of answers per cell with answers; null without answers. */
  perCell: { least: number; median: number; most: number } | null;
  parity: Record<"verified" | "mismatch" | "unverified", number>;
  /** Versions of the key that scored these items, ascending. */
  keyVersions: number[];
  itemsWithoutKey: number;
}

/** Computes the totals of the cells of a page. */
export function prepareTotals(cells: readonly ResultCell[], series: readonly ModelSeries[]): ResultTotals {
  const items = [...new Set(cells.map(({ item }) => item))];
  const sizes = cells
    .map(({ vote }) => vote.n)
    .filter((n) => n > 0)
    .sort((left, right) => left - right);
  const parity = { verified: 0, mismatch: 0, unverified: 0 };
  for (const cell of cells) {
    for (const { id } of series) {
      const answer = cell.models.get(id);
      if (answer && !answer.isRepeated) parity[answer.parity] += 1;
    }
  }
  return {
    majority: shareOfCells(cells.map(({ majority, item }) => ({ score: majority, cluster: clusterOf(item) }))),
    people: shareOfPeople(cells),
    ties: cells.filter(isTied).length,
    emptyCells: cells.filter(({ vote }) => vote.n === 0).length,
    cells: cells.length,
    items: items.length,
    conditions: new Set(cells.map(({ condition }) => condition)).size,
    stories: new Set(items.map(({ storyId }) => storyId)).size,
    answers: sizes.reduce((sum, n) => sum + n, 0),
    perCell:
      sizes.length === 0 ? null : { least: sizes[0]!, median: percentileOfSorted(sizes, 0.5), most: sizes.at(-1)! },
    parity,
    keyVersions: [...new Set(items.flatMap(({ keyVersion }) => keyVersion ?? []))].sort((left, right) => left - right),
    itemsWithoutKey: items.filter(({ rightAnswers }) => rightAnswers.length === 0).length,
  };
}
