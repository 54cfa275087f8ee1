import type { ConsortParts } from "../../survey/live/prepare-consort.ts";
import type { AnalysisFile } from "../analysis/analyse-study.ts";
import type { SideComparison } from "../comparison/compare-sides.ts";
import type { CeilingLine } from "../comparison/human-ceiling.ts";
import type { MajorityCurve } from "../model/majority-curve.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { seriesLabel } from "../model/series-label.ts";
import type { StudyResultsPage } from "../model/study-results-page.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import type { ConditionRow } from "../preparation/prepare-conditions.ts";
import type { PreparedResults } from "../preparation/prepare-results-page.ts";
import { prepareVerdict, type Verdict } from "../verdict/prepare-verdict.ts";

/**
 * The conclusion and the charts of a study for readers without an account: no items, keys or single answers. It consists
 * of plain values, so that a release can store it as JSON.
 */
export interface ResultsSummary {
  /** Number of counted answers of people; there is no verdict without answers. */
  answers: number;
  verdict: Verdict;
  chance: number | null;
  ceiling: CeilingLine[];
  curve: MajorityCurve;
  models: SideComparison[];
  /** The status of results outside the plan. */
  status: ResultStatus;
  conditions: ConditionRow[];
  conditionLabels: string[];
  /** The labels of the models, in the order of the models in each row of `conditions`. */
  labels: string[];
}

/** The results that a version of a study's release shows on its public page. */
export interface StoredStudyResults {
  summary: ResultsSummary;
  flow: ConsortParts | null;
  /** The paragraphs of the methods text. */
  methods: string[];
  /** The files next to the figures. */
  files: AnalysisFile[];
}

/** Summarizes a results page without any filter. */
export function summarizeResults(page: StudyResultsPage, prepared: PreparedResults): ResultsSummary {
  const { results } = page;
  const labels = new Map(results.series.map((one) => [one.id, seriesLabel(one, results.series)]));
  const { totals, chance, ceiling, curve, comparisons, unplanned, conditions, series } = prepared;
  return {
    answers: totals.answers,
    verdict: prepareVerdict(page, prepared, defaultResultsQuery),
    chance,
    ceiling,
    curve,
    models: comparisons.models,
    status: unplanned,
    conditions,
    conditionLabels: results.conditions.map(({ label }) => label),
    labels: series.map(({ id }) => labels.get(id) ?? ""),
  };
}
