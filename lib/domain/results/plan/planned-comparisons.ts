import { countsOtherTexts } from "../../items/other-texts.ts";
import type { Steps } from "../../steps.ts";
import { compareSidesInSteps, leadingComparator, type SideComparisons } from "../comparison/compare-sides.ts";
import type { PlannedSides } from "../comparison/side-family.ts";
import { type Comparator, comparators } from "../comparison/side-test.ts";
import type { ComparisonOptions } from "../comparison/test-sides.ts";
import { type SequentialStage, stageOfTests, testLevels } from "../interim/interim-analyses.ts";
import { buildCells, type ResultCell } from "../model/cells.ts";
import { binaryTieRule, type ResultTiePolicy } from "../model/majority.ts";
import { defaultResultsQuery, type ResultsQuery } from "../model/results-query.ts";
import { guessingShare } from "../model/share.ts";
import type { ModelSeries, ResultItem, StudyResults } from "../model/study-results.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";
import { type AnalysisPlan, defaultAnalysisPlan, isWholeOutcome, plannedRole } from "./analysis-plan.ts";
import type { StoredPlan } from "./plan-record.ts";
import { plannedAnswer, withOutcome } from "./planned-outcome.ts";
import { type ResultStatus, unplannedStatus } from "./result-status.ts";

/** The default score of a tie of people: the plan's rule, otherwise one half. */
export function defaultTies(stored: Pick<StoredPlan, "plan"> | null): ResultTiePolicy {
  return stored?.plan.ties ?? "half";
}

/** How cells are scored: by the URL, otherwise by the plan, otherwise by the default rules. */
export function planRules(query: ResultsQuery, stored: StoredPlan | null) {
  const ties = query.ties ?? defaultTies(stored);
  const unparsed: UnparsedPolicy = stored?.plan.unparsed ?? "wrong";
  const requestedParity = query.parity === defaultResultsQuery.parity ? null : query.parity;
  const withMismatches = countsOtherTexts(requestedParity, stored?.plan.exclusions.mismatched);
  return { ties, unparsed, withMismatches };
}

/**
 * The comparator of a plan, if pages compute its tests. Null for single people, whose tests are in a stored analysis,
 * and if no plan is saved; the number of answers in a cell then selects the comparator.
 */
export function plannedPageComparator(plan: Pick<AnalysisPlan, "comparator"> | null): Comparator | null {
  switch (plan?.comparator.kind) {
    case "majority":
      return "majority";
    case "mean-person":
      return "person";
    default:
      return null;
  }
}

/** The default plan, led by the default comparator of the study's pages. */
export function createDefaultPlan(results: StudyResults): AnalysisPlan {
  const cells = buildCells(results, "half").filter(({ vote, models }) => vote.n > 0 && models.size > 0);
  const kind = leadingComparator(cells) === "majority" ? "majority" : "mean-person";
  return { ...defaultAnalysisPlan(), comparator: { kind, k: null } };
}

/** The options for comparing people and models, from a page's URL and the study's plan. */
export function comparisonOptions(
  items: readonly ResultItem[],
  query: ResultsQuery,
  stored: StoredPlan | null = null,
): ComparisonOptions {
  const { ties, unparsed, withMismatches } = planRules(query, stored);
  return {
    ties,
    unparsed,
    testTies: binaryTieRule(items, ties),
    withMismatches,
    leads: comparators.find((one) => one === query.leads) ?? plannedPageComparator(stored?.plan ?? null),
    majorityOf: query.majorityOf ?? stored?.plan.comparator.k ?? null,
    ...(stored
      ? {
          family: { alpha: stored.plan.family.alpha, method: stored.plan.family.method },
          // A margin for another outcome does not apply to correct answers.
          margin: isWholeOutcome(stored.plan.outcome) ? stored.plan.margin : null,
        }
      : {}),
  };
}

/**
 * The planned tests with which tests of people and models are corrected; null if pages do not compute the plan's
 * comparator.
 */
export function plannedSides(
  plan: AnalysisPlan,
  tests: PlannedSides["tests"],
  status: ResultStatus,
  stage: SequentialStage | null = null,
): PlannedSides | null {
  const comparator = plannedPageComparator(plan);
  const roles = {
    "model-against-people": plannedRole(plan, "model-against-people"),
    equivalence: plannedRole(plan, "equivalence"),
    "non-inferiority": plannedRole(plan, "non-inferiority"),
  };
  const primary = tests.filter(({ role }) => role !== "secondary");
  const levels = stage && testLevels(stage, plan.family.alpha, primary.length);
  return comparator && { comparator, status, roles, levels, tests };
}

/** Whether a plan compares people with models, in a primary or in a secondary test. */
function comparesPeople(plan: AnalysisPlan): boolean {
  return plan.margin !== null || plannedRole(plan, "model-against-people") !== null;
}

/**
 * The single-person comparator that the URL or the plan selects for the headline; null if another comparator is
 * selected.
 */
export function singlePersonComparator(
  { leads }: Pick<ResultsQuery, "leads">,
  stored: StoredPlan | null,
): "best-person" | "distribution" | null {
  const selectedComparator = leads ?? stored?.plan.comparator.kind ?? null;
  return selectedComparator === "best-person" || selectedComparator === "distribution" ? selectedComparator : null;
}

/**
 * The models that a plan names, in the order of the study. Models without answers come last; they are included because
 * their tests stay in the family. A plan that is not frozen and names no model includes all models. Runs added after
 * the freeze are not planned.
 */
export function plannedSeries(all: readonly ModelSeries[], plan: AnalysisPlan): ModelSeries[] {
  const series = all.filter(({ isLate }) => !isLate);
  if (plan.models.length === 0) return plan.modelsFixed ? [] : series;
  const absentModels = plan.models.filter((name) => series.every(({ model }) => model !== name));
  return [...series.filter(({ model }) => plan.models.includes(model)), ...absentModels.map(seriesWithoutAnswers)];
}

function seriesWithoutAnswers(model: string): ModelSeries {
  return { id: `absent/${model}`, modelId: "", model, source: "", rest: "", isDemo: false };
}

/**
 * Compares people with the models of a plan, and separately with all other models. The comparisons with other models
 * are exploratory and corrected separately.
 */
export function* compareAllSides(
  cells: readonly ResultCell[],
  series: readonly ModelSeries[],
  plan: AnalysisPlan | null,
  options: ComparisonOptions,
): Steps<SideComparisons & { tested: { planned: number; others: number } }> {
  const planSeries = plan ? plannedSeries(series, plan) : series;
  const planIds = new Set(planSeries.map(({ id }) => id));
  const otherSeries = series.filter(({ id }) => !planIds.has(id));
  const planComparisons = yield* compareSidesInSteps(cells, planSeries, options);
  if (otherSeries.length === 0)
    return { ...planComparisons, tested: { planned: planComparisons.familySize, others: 0 } };
  const leads = planSeries.length === 0 ? options.leads : planComparisons.leads;
  const unplannedSides = yield* compareSidesInSteps(cells, otherSeries, { ...options, leads, planned: null });
  const main = planSeries.length === 0 ? unplannedSides : planComparisons;
  return {
    ...main,
    models: [...planComparisons.models, ...unplannedSides.models],
    outside: { seriesIds: otherSeries.map(({ id }) => id), sizes: unplannedSides.sizes },
    warnings: [...new Set([...planComparisons.warnings, ...unplannedSides.warnings])],
    tested: { planned: planComparisons.familySize, others: unplannedSides.familySize },
  };
}

/** What a page states about its tests: which were planned, and how many were not. */
export interface PlanStatus {
  /** The confirmatory comparisons, independent of the URL's filters; null if the plan names no such comparison. */
  confirmatory: SideComparisons | null;
  /** Why the confirmatory comparisons are not shown although the plan names them; null otherwise. */
  withheld: string | null;
  /** Whether the main tables of the page are the confirmatory ones. */
  isMainConfirmatory: boolean;
}

/** Why no planned test is shown on a page with these filters; null if planned tests are shown. */
export function findWithholdingReason(query: ResultsQuery, { plan }: Pick<StoredPlan, "plan">): string | null {
  if (plan.outcome.measure === "localisation")
    return "The plan compares marked words with those of the key: see “Errors found”. This page counts right answers.";
  const { openStratum, surplus, excluded } = plan.exclusions;
  const isSameChoice =
    query.openStratum === openStratum && query.surplus === surplus && query.excluded === excluded && query.key === null;
  if (!isSameChoice) return "The filters of this page count other answers than the analysis plan does.";
  const isOfSinglePeople = plan.comparator.kind === "best-person" || plan.comparator.kind === "distribution";
  return comparesPeople(plan) && isOfSinglePeople
    ? "The plan compares models with single people: see the analyses of single answers."
    : null;
}

/**
 * The confirmatory comparisons of a plan: its models, comparator, tie rule, margin and family, on all cells of the
 * study. Filters of items do not affect the comparisons. They are withheld if the page counts different answers from
 * the plan.
 *
 * @param tests all tests of the plan (`confirmatoryFamily`); only needed if the plan has other tests
 */
export function* plannedComparisons(
  all: StudyResults,
  query: ResultsQuery,
  stored: StoredPlan | null,
  isNarrowed: boolean,
  tests: PlannedSides["tests"] = [],
): Steps<PlanStatus> {
  if (!stored) return { confirmatory: null, withheld: null, isMainConfirmatory: false };
  const { plan } = stored;
  const withheld = findWithholdingReason(query, stored);
  if (withheld !== null || !comparesPeople(plan)) return { confirmatory: null, withheld, isMainConfirmatory: false };
  const outcomeResults = withOutcome(all, plan.outcome);
  const options = {
    ...comparisonOptions(outcomeResults.items, defaultResultsQuery, stored),
    answer: plannedAnswer(plan.outcome),
    margin: plan.margin,
    planned: plannedSides(plan, tests, stored.status, stageOfTests(stored)),
    unplanned: unplannedStatus(stored.status),
    chance: plan.outcome.measure === "accuracy" ? guessingShare(outcomeResults.items) : null,
  };
  const cells = buildCells(outcomeResults, plan.ties, plan.unparsed);
  const comparisons = yield* compareSidesInSteps(cells, plannedSeries(all.series, plan), options);
  // The page itself uses correct answers to all items.
  const isMain = isWholeOutcome(plan.outcome) && !isNarrowed && comparisons.models.length > 0;
  return { confirmatory: comparisons, withheld: null, isMainConfirmatory: isMain };
}
