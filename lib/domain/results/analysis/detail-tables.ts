import { formatNumberOf } from "../../format/figures.ts";
import type { SideComparisons } from "../comparison/compare-sides.ts";
import type { CeilingLine } from "../comparison/human-ceiling.ts";
import { comparators } from "../comparison/side-test.ts";
import type { Share } from "../model/share.ts";
import { type ResultStatus, type StatusSentence, withStatus } from "../plan/result-status.ts";
import type { ResultTotals } from "../preparation/prepare-totals.ts";
import type { AnalysisTable } from "./analysis-table.ts";
import { sideStatuses } from "./comparison-tables.ts";

// These tables contain the details that pages and sentences show about comparisons in addition to their main numbers.

/**
 * The test of each comparison in detail: errors, discordant cells, detectable differences, missing answers, margin.
 */
export function comparisonTestTable({ models }: SideComparisons): AnalysisTable {
  return {
    name: "comparison-tests",
    ...sideStatuses(models, ["equivalence", "non_inferiority"]),
    caption:
      "The tests of the comparisons: CR2 standard errors; the numbers of whole cells in which only people or only the model were right; the difference detectable with 80% power; the p value if all missing and unparsed answers favoured the other side; and both one-sided tests against the margin",
    columns: [
      "model",
      "comparator",
      "se",
      "df",
      "only_people_right",
      "only_model_right",
      "both_right",
      "neither_right",
      "p_mcnemar",
      "detectable_least",
      "detectable_most",
      "missing",
      "of_answers",
      "p_missing_against",
      "margin",
      "p_equivalence",
      "p_equivalence_adjusted",
      "p_equivalence_sign_patterns",
      "p_non_inferiority",
      "p_non_inferiority_adjusted",
    ],
    rows: models.flatMap(({ label, sides, reading }) =>
      comparators.map((comparator) => {
        const { difference, discordant, mcnemar, detectable, worst, equivalence } = sides[comparator];
        return [
          label,
          comparator,
          difference.se,
          difference.df,
          discordant?.onlyPeople ?? null,
          discordant?.onlyModel ?? null,
          discordant?.both ?? null,
          discordant?.neither ?? null,
          mcnemar,
          detectable?.least ?? null,
          detectable?.most ?? null,
          reading.absent,
          reading.called,
          worst,
          equivalence?.margin ?? null,
          equivalence?.pvalue ?? null,
          equivalence?.adjusted ?? null,
          equivalence?.patterns?.pvalue ?? null,
          equivalence?.pLower ?? null,
          equivalence?.adjustedLower ?? null,
        ];
      }),
    ),
  };
}

/**
 * The shares of people and of each model, with the counts behind them. Each share covers all cells that the side
 * answered.
 */
export function totalsTable(
  totals: Pick<ResultTotals, "majority" | "people">,
  { models }: SideComparisons,
  status: ResultStatus,
): AnalysisTable {
  const rowOf = (who: string, { correct, n, value, low, high, clusters, reason }: Share) => [
    who,
    correct,
    n,
    value,
    low,
    high,
    clusters,
    reason,
  ];
  return {
    name: "totals",
    status,
    caption:
      "Shares over all cells that each side answered, with their counts, which are fractions if ties or repeats count in part",
    columns: ["who", "right", "n", "share", "low", "high", "clusters", "interval_note"],
    rows: [
      rowOf("People, majority", totals.majority),
      rowOf("People, single answers", totals.people),
      ...models.flatMap(({ label, alone, repeats }) => [
        rowOf(label, alone),
        ...(repeats ? [rowOf(`${label}, majority of repeats`, repeats)] : []),
      ]),
    ],
  };
}

/** The levels of the human ceiling, as drawn into figures. */
export function ceilingTable(ceiling: readonly CeilingLine[], status: ResultStatus): AnalysisTable {
  return {
    name: "ceiling",
    status,
    caption: "The human ceiling: how far people agree with each other, and the accuracy of their majority",
    columns: ["level", "share"],
    rows: ceiling.map(({ label, value }) => [label, value]),
  };
}

/**
 * The sentences of a page of comparisons. For each model: the leading comparator, then the other comparator,
 * conclusions that depend on the tie rule, and the size of the equivalent majority. Each sentence begins with its
 * status.
 *
 * @param status the status of tests that are not part of a plan
 */
export function comparisonSentences(
  { models }: SideComparisons,
  status: ResultStatus,
  answer: string | null,
): StatusSentence[] {
  return models.flatMap(({ sides, leads, tieRules, worth, worthText, worthShare, label }) => [
    sides[leads].sentence,
    ...comparators.filter((comparator) => comparator !== leads).map((comparator) => sides[comparator].sentence),
    ...(tieRules ? [tieRules] : []),
    ...(worthText && worth !== null && answer === null
      ? [
          withStatus(
            status,
            `${label} equals the majority of ${worthText}, over the ${worthShare ? `${formatNumberOf(worthShare.n, "cell")} with two options` : "cells"} that both answered.`,
          ),
        ]
      : []),
  ]);
}
