import { layCells, type ResultCell } from "./cells.ts";
import { compareModels, type ModelComparisons } from "./compare-models.ts";
import { type ComparisonOptions, compareSides, type SideComparisons } from "./compare-sides.ts";
import { type MajorityCurve, majorityCurve } from "./majority-curve.ts";
import { type ConditionRow, prepareConditions } from "./prepare-conditions.ts";
import { type DepthPanel, listBreakdowns, prepareDepth } from "./prepare-depth.ts";
import { prepareTotals, type ResultTotals } from "./prepare-totals.ts";
import {
  chosenSeries,
  defaultResultsQuery,
  formatResultsQuery,
  narrowResults,
  type ResultsQuery,
  sortCells,
} from "./results-query.ts";
import { guessingShare } from "./share.ts";
import type { ModelSeries, ResultItem, StudyResults } from "./study-results.ts";

export const cellsPerPage = 60;

/** A results page, ready to be drawn. */
export interface PreparedResults {
  series: ModelSeries[];
  totals: ResultTotals;
  /** The models shown; Holm corrects over all models of the study, shown or not. */
  comparisons: SideComparisons;
  /** Models among themselves, and everybody against the chance level. */
  modelComparisons: ModelComparisons;
  /** The attributes by which accuracies can be divided. */
  breakdowns: string[];
  /** The majority of k people, for each k. */
  curve: MajorityCurve;
  /** Whether a filter narrows the cells: what is tested then is exploratory. */
  isExploratory: boolean;
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
  const comparisons = compareSides(cells, all.series, comparisonOptions(results.items, query));
  const compared = series.length === 0 ? [null] : series.map(({ id }) => id);
  return {
    series,
    totals: prepareTotals(cells, series),
    comparisons: { ...comparisons, models: comparisons.models.filter((model) => series.includes(model.series)) },
    modelComparisons: compareModels(cells, all.series, {
      chance: guessingShare(results.items),
      withMismatches: query.parity === "all",
    }),
    breakdowns: listBreakdowns(results.items),
    curve: majorityCurve(cells),
    isExploratory: isNarrowed(query),
    depth: compared.map((seriesId) => ({ seriesId, panels: prepareDepth(cells, seriesId, query.by) })),
    conditions: prepareConditions(cells, series),
    chance: guessingShare(results.items),
    cells: sortCells(cells, query.sort).slice((page - 1) * cellsPerPage, page * cellsPerPage),
    page,
    pages,
  };
}

/** How a page's address asks for people and models to be compared. */
export function comparisonOptions(items: readonly ResultItem[], query: ResultsQuery): ComparisonOptions {
  const hasFalse = items.every(({ options }) => options.some(({ value }) => value === "false"));
  return {
    ties: query.ties,
    testTies: query.ties !== "half" ? query.ties : hasFalse ? "false" : "incorrect",
    withMismatches: query.parity === "all",
    leads: query.leads,
  };
}

/** Whether the address narrows or widens what is tested. The choice of models and the order of rows do not. */
export function isNarrowed(query: ResultsQuery): boolean {
  const plain = {
    ...defaultResultsQuery,
    models: query.models,
    sort: query.sort,
    page: query.page,
    leads: query.leads,
  };
  return formatResultsQuery(query) !== formatResultsQuery(plain);
}
