import { finish, type Steps } from "../../steps.ts";
import { compareModelsInSteps, type ModelComparisons } from "../comparison/compare-models.ts";
import type { SideComparisons } from "../comparison/compare-sides.ts";
import { type CeilingLine, ceilingLines, humanCeiling } from "../comparison/human-ceiling.ts";
import { stageOfTests } from "../interim/interim-analyses.ts";
import { markAsNotTested } from "../interim/without-conclusions.ts";
import { comparableCells, isAskedCell, layCellsInSteps, type ResultCell } from "../model/cells.ts";
import { type MajorityCurve, majorityCurve } from "../model/majority-curve.ts";
import {
  changesTestedData,
  chooseSeries,
  filterCells,
  narrowResults,
  type ResultsQuery,
  sortCells,
} from "../model/results-query.ts";
import { guessingShare } from "../model/share.ts";
import type { ModelSeries, StudyResults } from "../model/study-results.ts";
import { isWholeTest } from "../plan/analysis-plan.ts";
import {
  type ConfirmatoryTest,
  confirmatoryFamilyInSteps,
  familyBeforeAmendment,
} from "../plan/confirmatory-family.ts";
import type { StoredPlan } from "../plan/plan-record.ts";
import {
  compareAllSides,
  comparisonOptions,
  findWithholdingReason,
  type PlanStatus,
  plannedComparisons,
  plannedSides,
  planRules,
} from "../plan/planned-comparisons.ts";
import { selectModelTests } from "../plan/planned-models.ts";
import { exploratory, type ResultStatus } from "../plan/result-status.ts";
import type { View } from "../views/view.ts";
import { type ConditionRow, prepareConditionsInSteps } from "./prepare-conditions.ts";
import { type DepthPanel, listBreakdowns, prepareDepth } from "./prepare-depth.ts";
import { prepareTotals, type ResultTotals } from "./prepare-totals.ts";

/** The maximum number of models with a column in the item table. */
export const maxModelsPerItem = 8;

/** The maximum number of models' answers on one page of the item table, and of its cells. */
const answersPerPage = 96;
const maxCells = 60;

/** The page size in cells for a number of models. */
export function cellsPerPage(models: number): number {
  return Math.min(maxCells, Math.floor(answersPerPage / Math.min(maxModelsPerItem, Math.max(1, models))));
}

/** A results page, ready for display. */
export interface PreparedResults {
  series: ModelSeries[];
  totals: ResultTotals;
  /** The models shown; Holm corrects over all models of the study, shown or not. */
  comparisons: SideComparisons;
  /** Comparisons among models, and of all sides with the chance level. */
  modelComparisons: ModelComparisons;
  /** The attributes by which accuracies can be divided. */
  breakdowns: string[];
  /** The agreement among people, drawn as lines in figures of shares. */
  ceiling: CeilingLine[];
  /** The majority of k people, for each k. */
  curve: MajorityCurve;
  /** The planned tests of the study. */
  plan: PlanStatus;
  /**
   * All planned tests, corrected together, if the plan names other tests than models against people; otherwise empty.
   */
  family: ConfirmatoryTest[];
  /** The tests without the amendments that were made after data were seen; empty if there are no such amendments. */
  former: ConfirmatoryTest[];
  /** The status of results on this page that are not part of a plan; results of interim data have no tests. */
  unplanned: ResultStatus;
  /** Whether the main tables are exploratory: a filter restricts the cells, or the plan names other tests. */
  isExploratory: boolean;
  /** Number of tests on this page that are not planned. */
  exploratoryTests: number;
  /** Figures by series ID; the key is "people" if no model is shown. */
  depth: { seriesId: string | null; panels: DepthPanel[] }[];
  conditions: ConditionRow[];
  /** The accuracy of guessing; null if items differ in it. */
  chance: number | null;
  /** One page of the cells, in the requested order. */
  cells: ResultCell[];
  /** Cells that match the filter of the item table. */
  listed: number;
  page: number;
  pages: number;
}

/**
 * Computes everything on a results page from counts and single answers, for the query of its URL. With a stored plan,
 * the page uses the plan's family, tie rule and margin, and shows the planned tests regardless of the filters.
 *
 * @param groups the stored analysis of groups of people, whose tests a plan may contain; null if it is not computed
 * @param unplanned the status of results that are not part of a plan (`dataStatus`); results of interim data have no
 * tests
 */
export function prepareResultsPage(
  all: StudyResults,
  query: ResultsQuery,
  stored: StoredPlan | null = null,
  groups: View | null = null,
  unplanned: ResultStatus = exploratory,
): PreparedResults {
  return finish(prepareResultsInSteps(all, query, stored, groups, unplanned));
}

/** `prepareResultsPage` as a generator, so that a server can handle other requests while it processes many models. */
export function* prepareResultsInSteps(
  all: StudyResults,
  query: ResultsQuery,
  stored: StoredPlan | null,
  groups: View | null,
  unplanned: ResultStatus = exploratory,
): Steps<PreparedResults> {
  const results = narrowResults(all, query);
  const rules = planRules(query, stored);
  const cells = (yield* layCellsInSteps(results, rules.ties, rules.unparsed)).filter(isAskedCell);
  yield;
  const comparable = comparableCells(cells, rules.withMismatches);
  // A model without answers to these items under these conditions is omitted.
  const series = chooseSeries(all, query);
  const listedCells = filterCells(cells, query.show, series);
  yield;
  const perPage = cellsPerPage(series.length);
  const pages = Math.max(1, Math.ceil(listedCells.length / perPage));
  const page = Math.min(query.page, pages);
  const tests =
    showsPlannedTable(stored) && findWithholdingReason(query, stored) === null
      ? yield* confirmatoryFamilyInSteps(all, stored.plan, groups, stageOfTests(stored))
      : [];
  yield;
  const former = stored ? yield* familyBeforeAmendment(stored, groups) : [];
  const plan = yield* plannedComparisons(all, query, stored, changesTestedData(query), tests);
  const { tested, ...comparisons } = yield* compareAllSides(cells, all.series, stored?.plan ?? null, {
    ...comparisonOptions(results.items, query, stored),
    planned:
      stored && plan.isMainConfirmatory ? plannedSides(stored.plan, tests, stored.status, stageOfTests(stored)) : null,
    unplanned,
    chance: guessingShare(results.items),
  });
  const modelComparisons = yield* compareModelsInSteps(cells, all.series, {
    chance: guessingShare(results.items),
    withMismatches: rules.withMismatches,
    ties: rules.ties,
    planned:
      stored && stored.looks.length === 0 && plan.withheld === null && !changesTestedData(query)
        ? selectModelTests(all, stored.plan, () => tests)
        : null,
  });
  const isExploratory = stored ? !plan.isMainConfirmatory : changesTestedData(query);
  const depth = yield* depthOf(comparable, series, query.by);
  const ceiling = ceilingLines(humanCeiling(cells, rules.ties));
  yield;
  const totals = prepareTotals(cells, series);
  yield;
  const conditions = yield* prepareConditionsInSteps(comparable, series);
  const curve = majorityCurve(cells, rules.ties);
  yield;
  const sortedCells = sortCells(listedCells, query.sort);
  yield;
  return {
    series,
    totals,
    comparisons: { ...comparisons, models: comparisons.models.filter((model) => series.includes(model.series)) },
    modelComparisons,
    breakdowns: listBreakdowns(results.items),
    ceiling,
    curve,
    plan,
    family: unplanned.kind === "interim" ? markAsNotTested(tests) : tests,
    former,
    unplanned,
    isExploratory,
    // A plan names one of the two comparators; tests with the other comparator are exploratory.
    exploratoryTests:
      tested.planned * (isExploratory ? 2 : 1) + tested.others * 2 + countExploratoryModelTests(modelComparisons),
    depth,
    conditions,
    chance: guessingShare(results.items),
    cells: sortedCells.slice((page - 1) * perPage, page * perPage),
    listed: listedCells.length,
    page,
    pages,
  };
}

function* depthOf(
  cells: readonly ResultCell[],
  series: readonly ModelSeries[],
  by: ResultsQuery["by"],
): Steps<PreparedResults["depth"]> {
  const depth: PreparedResults["depth"] = [];
  for (const seriesId of series.length === 0 ? [null] : series.map(({ id }) => id)) {
    depth.push({ seriesId, panels: prepareDepth(cells, seriesId, by) });
    yield;
  }
  return depth;
}

/** The number of unplanned tests: pairs of models, and models against chance. */
function countExploratoryModelTests({ pairs, allPairs, chance, isPlanned }: ModelComparisons): number {
  const exploratory = isPlanned.pairs ? allPairs : pairs;
  const unplannedChance = isPlanned.chance ? chance?.rows.filter(({ adjusted }) => adjusted === null) : chance?.rows;
  return (exploratory?.familySize ?? 0) + (unplannedChance?.length ?? 0);
}

/**
 * Whether the table of planned tests is shown: after interim analyses or an amendment, and if the plan names tests
 * other than primary ones of models against people, which the page shows above under both comparators.
 */
function showsPlannedTable(stored: StoredPlan | null): stored is StoredPlan {
  return (
    stored !== null &&
    (stored.looks.length > 0 ||
      stored.status.kind === "amended" ||
      stored.plan.family.tests.some(
        (test) => test.kind !== "model-against-people" || test.role === "secondary" || !isWholeTest(test),
      ))
  );
}
