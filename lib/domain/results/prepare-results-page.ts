import { layCells, type ResultCell } from "./cells.ts";
import { compareMajority, type MajorityComparisons } from "./compare-majority.ts";
import { type ConditionRow, prepareConditions } from "./prepare-conditions.ts";
import { type DepthPanel, prepareDepth } from "./prepare-depth.ts";
import { prepareTotals, type ResultTotals } from "./prepare-totals.ts";
import { chosenSeries, narrowResults, type ResultsQuery, sortCells } from "./results-query.ts";
import { guessingShare } from "./share.ts";
import type { ModelSeries, StudyResults } from "./study-results.ts";

export const cellsPerPage = 60;

/** A results page, ready to be drawn. */
export interface PreparedResults {
  series: ModelSeries[];
  totals: ResultTotals;
  comparisons: MajorityComparisons;
  /** By series id; the key "people" where no model is shown. */
  depth: { seriesId: string | null; panels: DepthPanel[] }[];
  conditions: ConditionRow[];
  /** What guessing gets; null where items differ in that. */
  chance: number | null;
  /** One page of the cells, in the order asked for. */
  cells: ResultCell[];
  page: number;
  pages: number;
}

/** Computes everything on a results page from counts and single answers, by what its address asks for. */
export function prepareResultsPage(all: StudyResults, query: ResultsQuery): PreparedResults {
  const results = narrowResults(all, query);
  const cells = layCells(results, query.ties);
  // A model that answered none of these items under these conditions has nothing to show.
  const series = chosenSeries(all, query);
  const pages = Math.max(1, Math.ceil(cells.length / cellsPerPage));
  const page = Math.min(query.page, pages);
  const compared = series.length === 0 ? [null] : series.map(({ id }) => id);
  return {
    series,
    totals: prepareTotals(cells, series),
    comparisons: compareMajority(cells, series),
    depth: compared.map((seriesId) => ({ seriesId, panels: prepareDepth(cells, seriesId) })),
    conditions: prepareConditions(cells, series),
    chance: guessingShare(results.items),
    cells: sortCells(cells, query.sort).slice((page - 1) * cellsPerPage, page * cellsPerPage),
    page,
    pages,
  };
}
