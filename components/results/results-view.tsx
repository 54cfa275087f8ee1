import type { ReactNode } from "react";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { RevealTarget } from "@/components/ui/reveal-target.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { isNarrowed, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/model/series-label.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { prepareVerdict } from "@/lib/domain/results/verdict/prepare-verdict.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { AnalysisFiles } from "./analysis-files.tsx";
import { ComparePicker } from "./comparison/compare-picker.tsx";
import { ComparisonList } from "./comparison/comparison-list.tsx";
import { ConditionTable } from "./comparison/condition-table.tsx";
import { MajorityCurveFigure } from "./comparison/majority-curve-figure.tsx";
import { ModelFindings } from "./comparison/model-findings.tsx";
import { ModelsSection } from "./comparison/models-section.tsx";
import { UnmatchedNote } from "./comparison/unmatched-note.tsx";
import { CorrespondencePanel } from "./correspondence-panel.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterSection } from "./filter-section.tsx";
import { ItemResultsSection } from "./items/items-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { type ResultAddresses, resultAddresses } from "./result-addresses.ts";
import { ResultNeeds } from "./result-needs.tsx";
import { ResultStats } from "./result-stats.tsx";
import { ResultWarnings } from "./result-warnings.tsx";
import { ResultsLead } from "./results-lead.tsx";
import { SlicesSection } from "./slices-section.tsx";
import { QuestionEntry } from "./verdict/question-entry.tsx";
import { VerdictSection } from "./verdict/verdict-section.tsx";
import { ViewTables } from "./view-tables.tsx";

/** The results of a study: the verdict first, then a closed entry for each question. */
export function ResultsView({
  page,
  prepared,
  query,
  base,
  persons,
  drawnAnew,
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
      <VerdictSection
        verdict={prepareVerdict(page, prepared, query)}
        chance={prepared.chance}
        ceiling={prepared.ceiling}
        addresses={addresses}
      />
      {(totals.answers === 0 || series.length === 0) && (
        <div className="mt-8">
          <ResultNeeds base={base} isOpened hasAnswers={totals.answers > 0} hasModels={series.length > 0} />
        </div>
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
          <QuestionEntry question="Ceiling." hint="How good people are, and how far they agree">
            <ResultStats
              totals={totals}
              ties={planRules(query, page.plan).ties}
              itemsPerSession={study.itemsPerSession}
            />
            <MajorityCurveFigure
              curve={prepared.curve}
              ceiling={prepared.ceiling}
              models={prepared.comparisons.models}
              fileHref={(file) => addresses.tableHref("page", file)}
            />
          </QuestionEntry>
        )}
        <RobustEntry {...{ page, prepared, query, persons, drawnAnew, compareAnyway, addresses }} />
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

interface ResultsViewProps {
  page: StudyResultsPage;
  /** What `prepareResultsPage` makes of it. */
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The study's own address. */
  base: string;
  /** The stored analysis of people one by one; null until it is computed. */
  persons: StoredView | null;
  /** The stored analyses that draw or cluster by people and stories at once; null until they are computed. */
  drawnAnew: { views: View[]; isStale: boolean } | null;
  /** The stored analysis of groups of people; null until it is computed. */
  groups: StoredView | null;
  /** The results by language; null where the study has one language. */
  languages: ReactNode;
  exportHref: string;
  canReadIdentities: boolean;
  declareCorrespondence: FormAction<null> | null;
  /** Maps conditions that are not compared to each other; null without the right to write. */
  compareAnyway: FormAction<null> | null;
}

interface StoredView {
  view: View;
  isStale: boolean;
}

function PlanEntry({ page, prepared }: Pick<ResultsViewProps, "page" | "prepared">) {
  if (!page.plan) return null;
  return (
    <QuestionEntry question="Plan." hint="The analysis plan and all its tests">
      <PlanSection page={page} prepared={prepared} />
    </QuestionEntry>
  );
}

function ConditionSection({
  prepared,
  labelOf,
  addresses,
}: Pick<ResultsViewProps, "prepared"> & { labelOf: (id: string) => string; addresses: ResultAddresses }) {
  return (
    <Section
      title="Accuracy by condition"
      lead="Every cell has the same weight; intervals are for new stories if there are at least five."
    >
      <ConditionTable
        rows={prepared.conditions}
        labels={prepared.series.map(({ id }) => labelOf(id))}
        chance={prepared.chance}
      />
      <TableDownloads
        name="conditions"
        called="by condition"
        fileHref={(file) => addresses.tableHref("conditions", file)}
      />
    </Section>
  );
}

function CorrespondenceSection({
  page,
  declareCorrespondence,
}: Pick<ResultsViewProps, "page" | "declareCorrespondence">) {
  return (
    <Section
      title="Comparison"
      lead="People and models are compared only if the study declares that they were asked the same question."
    >
      <CorrespondencePanel
        studyId={page.study.id}
        conditions={page.results.conditions}
        correspondence={page.correspondence}
        isDeclared={page.isCorrespondenceDeclared}
        declare={declareCorrespondence}
      />
    </Section>
  );
}

function GroupEntry({
  groups,
  languages,
  addresses,
}: Pick<ResultsViewProps, "groups" | "languages"> & { addresses: ResultAddresses }) {
  return (
    <QuestionEntry question="By group." hint="Groups of people, and languages">
      <p>
        <Link href={addresses.analysesHref("attributes")}>
          {groups ? "The analysis of groups with its settings" : "Compute the analysis of groups of people"}
        </Link>
      </p>
      {groups && !groups.isStale && (
        <ViewTables
          view={groups.view}
          page={1}
          fileHref={(file) => addresses.viewHref("attributes", file)}
          pageHref={() => addresses.analysesHref("attributes")}
        />
      )}
      {languages}
    </QuestionEntry>
  );
}

function RobustEntry({
  page,
  prepared,
  query,
  persons,
  drawnAnew,
  compareAnyway,
  addresses,
}: Omit<
  ResultsViewProps,
  "base" | "groups" | "languages" | "exportHref" | "canReadIdentities" | "declareCorrespondence"
> & {
  addresses: ResultAddresses;
}) {
  const { comparisons, totals } = prepared;
  const { unmatched } = page.results;
  return (
    <QuestionEntry question="Robust?" hint="Other comparators, tests and clusters; who and what counts">
      <Section
        id="people-beside-models"
        title="People beside models"
        lead={
          <ResultsLead
            page={page}
            query={query}
            cells={totals.cells}
            items={totals.items}
            conditions={totals.conditions}
            only={[]}
          />
        }
      >
        <div className="grid grid-cols-1 gap-8">
          {totals.answers > 0 && comparisons.models.length > 0 && (
            <ModelFindings {...{ page, prepared, query, persons, drawnAnew, addresses }} />
          )}
          <UnmatchedNote models={comparisons.models} unmatched={unmatched} />
          {compareAnyway && unmatched.conditions.length > 0 && (
            <ComparePicker
              studyId={page.study.id}
              conditions={page.results.conditions}
              unmatched={unmatched.conditions}
              action={compareAnyway}
            />
          )}
        </div>
      </Section>
      <ComparisonList
        hrefOf={({ page: where, place }) =>
          where === "results"
            ? `#${place}`
            : where === "tables"
              ? addresses.tablesPage(place)
              : addresses.analysesHref(place)
        }
      />
    </QuestionEntry>
  );
}
