import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { describeCountedAnswers } from "@/lib/domain/results/figures/describe-counted-answers.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { dataCollectionSentence } from "@/lib/domain/results/plan/data-collection-state.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";

/** Summarises the data of the page: items, conditions, cells, key version, counted answers, and filters. */
export function ResultsLead({
  page,
  query,
  cells,
  items,
  conditions,
  only,
}: {
  page: StudyResultsPage;
  query: ResultsQuery;
  cells: number;
  items: number;
  conditions: number;
  only: readonly string[];
}) {
  const versions = query.key === null ? page.keyVersions.slice(-1) : [query.key];
  return (
    <>
      {page.stage === "main" && `${dataCollectionSentence(page.data)} `}
      {formatNumberOf(items, "item")} of “{page.study.benchmark}” under {formatNumberOf(conditions, "condition")},{" "}
      {formatNumberOf(cells, "cell")} in all. Scored with key version {versions.join(", ")}
      {query.key === null ? ", the newest" : ""}.{" "}
      {describeCountedAnswers({ ...query, ...planRules(query, page.plan), stage: page.stage }, page.standings)}
      {only.length > 0 && ` Shown: ${only.join("; ")}.`}
    </>
  );
}
