import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { RevealTarget } from "@/components/ui/reveal-target.tsx";
import { isNarrowed } from "@/lib/domain/results/model/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/model/series-label.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { prepareVerdict } from "@/lib/domain/results/verdict/prepare-verdict.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { AnalysisFiles } from "./analysis-files.tsx";
import { MajorityCurveFigure } from "./comparison/majority-curve-figure.tsx";
import { ModelsSection } from "./comparison/models-section.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterSection } from "./filter-section.tsx";
import { ItemResultsSection } from "./items/items-section.tsx";
import { resultAddresses } from "./result-addresses.ts";
import { ResultNeeds } from "./result-needs.tsx";
import { ResultStats } from "./result-stats.tsx";
import { ResultWarnings } from "./result-warnings.tsx";
import { SlicesSection } from "./slices-section.tsx";
import { QuestionEntry } from "./verdict/question-entry.tsx";
import {
  ConditionSection,
  CorrespondenceSection,
  GroupEntry,
  PlanEntry,
  type ResultsViewProps,
  RobustEntry,
} from "./verdict/result-entries.tsx";
import { VerdictSection } from "./verdict/verdict-section.tsx";

/** The results of a study: the verdict first, then a closed entry for each question. */
export function ResultsView({
  page,
  prepared,
  query,
  base,
  persons,
  resamplingViews,
  groups,
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
  if (!hasItems || (totals.answers === 0 && series.length === 0 && page.stages.length === 0))
    return (
      <ResultNeeds
        base={base}
        isOpened={hasItems}
        hasAnswers={totals.answers > 0}
        hasModels={results.series.length > 0}
      />
    );
  const labels = new Map(results.series.map((one) => [one.id, seriesLabel(one, results.series)]));
  const labelOf = (id: string) => labels.get(id) ?? "";
  return (
    <>
      <RevealTarget />
      {(totals.answers === 0 || series.length === 0) && (
        <div className="mb-8">
          <ResultNeeds base={base} isOpened hasAnswers={totals.answers > 0} hasModels={series.length > 0} />
        </div>
      )}
      <VerdictSection
        verdict={prepareVerdict(page, prepared, query)}
        chance={prepared.chance}
        ceiling={prepared.ceiling}
        isInterim={prepared.unplanned.kind === "interim"}
        addresses={addresses}
      />
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
        <QuestionEntry question="By item." hint="Every item, and the items by their attributes">
          {totals.answers > 0 && <SlicesSection {...{ prepared, query, labelOf, addresses }} />}
          <ItemResultsSection {...{ prepared, query, labelOf, addresses }} />
        </QuestionEntry>
        {results.conditions.length > 1 && (
          <QuestionEntry question="By condition." hint="Accuracy under each condition, and which are compared">
            {totals.answers > 0 && <ConditionSection {...{ prepared, labelOf, addresses }} />}
            <ConditionNotes notes={explainConditions(results.conditions.map(({ label }) => label))} />
            <CorrespondenceSection {...{ page, declareCorrespondence }} />
          </QuestionEntry>
        )}
        {totals.answers > 0 && <GroupEntry {...{ groups, languages, addresses }} />}
        {totals.answers > 0 && series.length > 1 && (
          <QuestionEntry question="Between models." hint="Each pair on the cells that both answered, and chance">
            <ModelsSection
              comparisons={prepared.modelComparisons}
              ceiling={prepared.ceiling}
              plan={page.plan}
              status={prepared.unplanned}
              isNarrowed={isNarrowed(query)}
              fileHref={(file) => addresses.tableHref("models", file)}
              pageHref={(number) => addresses.tablesPage("models", number)}
            />
          </QuestionEntry>
        )}
        {totals.answers > 0 && (
          <QuestionEntry question="Ceiling." hint="Accuracy of people, and agreement between them">
            <ResultStats
              totals={totals}
              ties={planRules(query, page.plan).ties}
              itemsPerSession={study.itemsPerSession}
            />
            <TableDownloads
              name="totals"
              called="the shares of people and of each model"
              fileHref={(file) => addresses.tableHref("page", file)}
            />
            {prepared.ceiling.length > 0 && (
              <TableDownloads
                name="ceiling"
                called="the human ceiling"
                fileHref={(file) => addresses.tableHref("page", file)}
              />
            )}
            <MajorityCurveFigure
              curve={prepared.curve}
              ceiling={prepared.ceiling}
              models={prepared.comparisons.models}
              fileHref={(file) => addresses.tableHref("page", file)}
            />
          </QuestionEntry>
        )}
        <RobustEntry {...{ page, prepared, query, persons, resamplingViews, compareAnyway, addresses }} />
        <QuestionEntry question="Files." hint="Answers, tables, figures, methods">
          <div className="flex flex-wrap gap-3">
            <ExportMenu href={exportHref} canReadIdentities={canReadIdentities} />
          </div>
          <AnalysisFiles
            studyId={study.id}
            stage={page.stage}
            hasCurve={prepared.curve.points.length > 1}
            outcome={page.plan?.plan.outcome.measure ?? "accuracy"}
          />
        </QuestionEntry>
      </div>
    </>
  );
}
