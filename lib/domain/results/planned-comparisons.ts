import { type AnalysisPlan, analysisPlanHash, analysisPlanSchema, isConfirmatory } from "./analysis-plan.ts";
import { layCells } from "./cells.ts";
import { type ComparisonOptions, compareSides, type SideComparisons } from "./compare-sides.ts";
import { type NewestFreeze, planRecord } from "./plan-record.ts";
import { plannedAnswer, withOutcome } from "./planned-outcome.ts";
import { defaultResultsQuery, type ResultsQuery } from "./results-query.ts";
import { comparators } from "./side-test.ts";
import type { ModelSeries, ResultItem, StudyResults } from "./study-results.ts";
import type { UnparsedPolicy } from "./unparsed-policy.ts";

/** The analysis plan of a study as a page reads it. */
export interface StoredPlan {
  plan: AnalysisPlan;
  /** SHA-256 of the plan. */
  hash: string;
  /** When the protocol was frozen with it; null while the plan may still change freely. */
  frozenAt: Date | null;
  /** Since when it has been fixed and who vouches for that (`planRecord`). */
  record: string;
}

/** A plan as the database holds it, with the newest freeze of its study and a registration elsewhere. */
export function storedPlan(
  { document, registration }: { document: unknown; registration: string },
  freeze: NewestFreeze | null,
): StoredPlan {
  const plan = analysisPlanSchema.parse(document);
  const record = planRecord(freeze, registration);
  return { plan, hash: analysisPlanHash(plan), frozenAt: freeze?.createdAt ?? null, record };
}

/** How cells are scored: what the address says, else the plan, else the usual rules. */
export function planRules(query: ResultsQuery, stored: StoredPlan | null) {
  const ties = query.ties === defaultResultsQuery.ties ? (stored?.plan.ties ?? query.ties) : query.ties;
  const unparsed: UnparsedPolicy = stored?.plan.unparsed ?? "wrong";
  const withMismatches =
    query.parity === "all" || (query.parity === "matching" && (stored?.plan.exclusions.mismatched ?? false));
  return { ties, unparsed, withMismatches };
}

/** How a page's address and the study's plan ask for people and models to be compared. */
export function comparisonOptions(
  items: readonly ResultItem[],
  query: ResultsQuery,
  stored: StoredPlan | null = null,
): ComparisonOptions {
  const hasFalse = items.every(({ options }) => options.some(({ value }) => value === "false"));
  const { ties, withMismatches } = planRules(query, stored);
  return {
    ties,
    testTies: ties !== "half" ? ties : hasFalse ? "false" : "incorrect",
    withMismatches,
    leads:
      comparators.find((one) => one === query.leads) ??
      (stored?.plan.comparator.kind === "mean-person" ? "person" : null),
    majorityOf: query.majorityOf ?? stored?.plan.comparator.k ?? null,
    ...(stored
      ? {
          family: { alpha: stored.plan.family.alpha, method: stored.plan.family.method },
          // A margin of another outcome says nothing about right answers.
          margin: stored.plan.outcome.measure === "accuracy" ? stored.plan.margin : null,
        }
      : {}),
  };
}

/** The comparator of single people that the address or the plan puts into the headline; null where it is another one. */
export function singlePersonComparator(
  { leads }: Pick<ResultsQuery, "leads">,
  stored: StoredPlan | null,
): "best-person" | "distribution" | null {
  const named = leads ?? stored?.plan.comparator.kind ?? null;
  return named === "best-person" || named === "distribution" ? named : null;
}

/** The models that a plan names; all where it names none. */
export function plannedSeries(series: readonly ModelSeries[], plan: AnalysisPlan): ModelSeries[] {
  return series.filter(({ model }) => plan.models.length === 0 || plan.models.includes(model));
}

/** What a page says about its tests: which were fixed beforehand, and how many were not. */
export interface PlanStanding {
  /** The confirmatory comparisons, whatever the address filters; null where the plan names none. */
  confirmatory: SideComparisons | null;
  /** Why the confirmatory comparisons are not shown although the plan names them; null otherwise. */
  withheld: string | null;
  /** Whether the main tables of the page are the confirmatory ones. */
  isMainConfirmatory: boolean;
}

/**
 * The confirmatory comparisons of a plan: its models, comparator, tie rule, margin and family, on all cells of the study.
 * Filters never reach them. They need the answers that the plan counts; under other switches they are withheld.
 */
export function plannedComparisons(
  all: StudyResults,
  query: ResultsQuery,
  stored: StoredPlan | null,
  isNarrowed: boolean,
): PlanStanding {
  if (!stored) return { confirmatory: null, withheld: null, isMainConfirmatory: false };
  const { plan } = stored;
  if (plan.outcome.measure === "localisation") {
    return {
      confirmatory: null,
      withheld:
        "The plan compares marked words with those of the key: see “Errors found”. This page counts right answers.",
      isMainConfirmatory: false,
    };
  }
  if (!isConfirmatory(plan, "model-against-people") && plan.margin === null)
    return { confirmatory: null, withheld: null, isMainConfirmatory: false };
  const { openStratum, surplus, excluded } = plan.exclusions;
  const isSameChoice =
    query.openStratum === openStratum && query.surplus === surplus && query.excluded === excluded && query.key === null;
  if (!isSameChoice) {
    return {
      confirmatory: null,
      withheld: "The switches of this page count other answers than the analysis plan does.",
      isMainConfirmatory: false,
    };
  }
  if (plan.comparator.kind === "best-person" || plan.comparator.kind === "distribution") {
    return {
      confirmatory: null,
      withheld: "The plan compares models with single people: see the analyses of single answers.",
      isMainConfirmatory: false,
    };
  }
  const meant = withOutcome(all, plan.outcome);
  const options = {
    ...comparisonOptions(meant.items, defaultResultsQuery, stored),
    answer: plannedAnswer(plan.outcome),
    margin: plan.margin,
  };
  const comparisons = compareSides(layCells(meant, plan.ties, plan.unparsed), plannedSeries(all.series, plan), options);
  // The page itself counts right answers.
  const isMain = plan.outcome.measure === "accuracy" && !isNarrowed;
  return { confirmatory: comparisons, withheld: null, isMainConfirmatory: isMain };
}
