import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { RevealTarget } from "@/components/ui/reveal-target.tsx";
import { changesTestedData } from "@/lib/domain/results/model/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/model/series-label.ts";
import { prepareVerdict } from "@/lib/domain/results/verdict/prepare-verdict.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { FilterSection } from "./filter-section.tsx";
import { ItemResultsSection } from "./items/items-section.tsx";
import { resultAddresses } from "./result-addresses.ts";
import { ResultNeeds } from "./result-needs.tsx";
import { ResultWarnings } from "./result-warnings.tsx";
import { SlicesSection } from "./slices-section.tsx";
import { QuestionEntry } from "./verdict/question-entry.tsx";
import {
  CeilingEntry,
  ConditionSection,
  CorrespondenceSection,
  FilesEntry,
  GroupEntry,
  ModelsEntry,
  PlanEntry,
  type ResultsViewProps,
  RobustEntry,
} from "./verdict/result-entries.tsx";
import { VerdictSection } from "./verdict/verdict-section.tsx";

/** The results of a study: the verdict, then a collapsed section for each question about the results. */
export function ResultsView({
  page,
  prepared,
  query,
  base,
  persons,
  resamplingViews,
  groups,
  hasGroups,
  languages,
  exportHref,
  canReadIdentities,
  declareCorrespondence,
  compareAnyway,
}: ResultsViewProps) {
  const { results, study } = page;
  const addresses = resultAddresses(study.id, base, query);
  const { series, totals } = prepared;
  const hasItems = results.items.length > 0 && results.conditions.length > 0;
  const hasAnswers = totals.answers > 0;
  const needs = (
    <ResultNeeds
      base={base}
      isOpened={hasItems}
      hasAnswers={hasAnswers}
      hasModels={results.series.length > 0}
      clearHref={changesTestedData(query) ? addresses.here : null}
    />
  );
  if (!hasItems || (!hasAnswers && series.length === 0 && page.stages.length === 0)) return needs;
  const labels = new Map(results.series.map((one) => [one.id, seriesLabel(one, results.series)]));
  const labelOf = (id: string) => labels.get(id) ?? "";
  return (
    <>
      <RevealTarget />
      {(!hasAnswers || series.length === 0) && <div className="mb-8">{needs}</div>}
      {hasAnswers && (
        <VerdictSection
          verdict={prepareVerdict(page, prepared, query)}
          chance={prepared.chance}
          ceiling={prepared.ceiling}
          interimNote={
            prepared.unplanned.kind === "interim"
              ? "This view is recorded as an interim view, once a day for each person."
              : null
          }
          fileHref={(file) => addresses.tableHref("page", file)}
          moreHref={addresses.tablesPage("accuracy")}
        />
      )}
      <div className="mt-8">
        <ResultWarnings
          page={page}
          query={query}
          series={series}
          parity={totals.parity}
          verifiedHref={addresses.hrefOf({ parity: "verified" })}
          parityHref={`${base}/results/parity`}
        />
      </div>
      <FilterSection {...{ page, prepared, query, labels, addresses }} />
      <div className="mt-4 border-t border-rule">
        <PlanEntry {...{ page, prepared }} />
        {(hasAnswers || series.length > 0) && (
          <QuestionEntry question="By item." hint="Each item, and items by attribute">
            {hasAnswers && <SlicesSection {...{ prepared, query, labelOf, addresses }} />}
            <ItemResultsSection {...{ prepared, query, labelOf, addresses }} />
          </QuestionEntry>
        )}
        {results.conditions.length > 1 && (
          <QuestionEntry question="By condition." hint="Accuracy under each condition, and the compared conditions">
            {hasAnswers && <ConditionSection {...{ prepared, labelOf, addresses }} />}
            <ConditionNotes notes={explainConditions(results.conditions.map(({ label }) => label))} />
            <CorrespondenceSection {...{ page, declareCorrespondence }} />
          </QuestionEntry>
        )}
        {hasAnswers && (hasGroups || languages) && (
          <GroupEntry {...{ groups, hasGroups, languages, prepared, addresses }} />
        )}
        {hasAnswers && series.length > 1 && <ModelsEntry {...{ page, prepared, addresses }} />}
        {hasAnswers && <CeilingEntry {...{ page, prepared, query, addresses }} />}
        {(hasAnswers || results.unmatched.conditions.length > 0) && (
          <RobustEntry {...{ page, prepared, query, persons, resamplingViews, compareAnyway, addresses }} />
        )}
        <FilesEntry {...{ page, prepared, exportHref, canReadIdentities }} />
      </div>
    </>
  );
}
