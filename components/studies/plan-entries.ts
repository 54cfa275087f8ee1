import { formatPlanned } from "@/lib/domain/format/estimates.ts";
import { type AnalysisPlan, formatModels } from "@/lib/domain/results/plan/analysis-plan.ts";
import {
  defaultComparatorText,
  formatComparator,
  noConfirmatoryTestsText,
  planWords,
} from "@/lib/domain/results/plan/plan-words.ts";
import { formatOutcome } from "@/lib/domain/results/plan/planned-outcome.ts";
import { formatTest } from "@/lib/domain/results/plan/test-line.ts";
import { describeCleaningRule } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";

/**
 * Formats an analysis plan as a list of terms and values.
 *
 * @param isSaved false for the default plan of a study without a saved plan: results pages then choose the comparator,
 *   and no test is confirmatory
 */
export function planEntries(plan: AnalysisPlan, isSaved: boolean): { term: string; value: string }[] {
  const { comparator, outcome, family, margin, stopping, exclusions } = plan;
  const tests = family.tests.map(formatTest);
  const countedGroups = [
    exclusions.openStratum && "people outside the quotas",
    exclusions.surplus && "surplus sessions",
    exclusions.excluded && "answers excluded by hand",
    exclusions.mismatched && "cells whose stimulus differs",
  ].filter((one) => one !== false);
  return [
    { term: "Models", value: formatModels(plan) },
    { term: "Comparator", value: isSaved ? formatComparator(comparator) : defaultComparatorText },
    { term: "Outcome", value: formatOutcome(outcome) },
    { term: "Tied majorities", value: planWords.ties[plan.ties] },
    { term: "Unparsed answers", value: planWords.unparsed[plan.unparsed] },
    {
      term: "Counted answers",
      value: `complete answers of the quota groups${countedGroups.length === 0 ? "" : `, and ${countedGroups.join(", ")}`}`,
    },
    {
      term: "Exclusion rules",
      value:
        [
          ...exclusions.rules,
          ...(exclusions.cleaning ?? []).map(describeCleaningRule),
          ...(exclusions.missedChecks ? [`people who missed ${exclusions.missedChecks} or more checks`] : []),
        ].join("; ") || "none",
    },
    { term: "Clusters", value: plan.clusters.map((one) => planWords.clusters[one]).join(", ") || "none" },
    {
      term: "Confirmatory tests",
      value: isSaved
        ? `${tests.join("; ")} (${planWords.method[family.method]}, ${family.alpha})`
        : noConfirmatoryTestsText,
    },
    { term: "Margin", value: margin === null ? "no test of equivalence" : String(margin) },
    {
      term: "Stopping",
      value: stopping.rule === "date" ? `at the end of ${stopping.date}` : planWords.stopping[stopping.rule],
    },
    {
      term: "Interim analyses",
      value: stopping.looks.length === 0 ? "none" : stopping.looks.map(({ share }) => formatPlanned(share)).join(", "),
    },
  ];
}
