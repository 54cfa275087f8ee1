import type { ReactNode } from "react";
import { StatusNote } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { AnalysisFiles } from "../analysis-files.tsx";
import { ComparePicker } from "../comparison/compare-picker.tsx";
import { ComparisonList } from "../comparison/comparison-list.tsx";
import { ConditionTable } from "../comparison/condition-table.tsx";
import { MajorityCurveFigure } from "../comparison/majority-curve-figure.tsx";
import { ModelFindings } from "../comparison/model-findings.tsx";
import { ModelsSection } from "../comparison/models-section.tsx";
import { UnmatchedNote } from "../comparison/unmatched-note.tsx";
import { CorrespondencePanel } from "../correspondence-panel.tsx";
import { ExportMenu } from "../export-menu.tsx";
import { PlanSection } from "../plan-section.tsx";
import type { ResultAddresses } from "../result-addresses.ts";
import { ResultStats } from "../result-stats.tsx";
import { ResultsLead } from "../results-lead.tsx";
import { ViewTables } from "../view-tables.tsx";
import { QuestionEntry } from "./question-entry.tsx";

export interface ResultsViewProps {
  page: StudyResultsPage;
  /** The output of `prepareResultsPage`. */
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The study's own address. */
  base: string;
  /** The stored analysis of individual people; null if it is not computed yet. */
  persons: StoredView | null;
  /**
   * The stored analyses with two-way clustering or with resampling by person and story; null if they are not computed
   * yet.
   */
  resamplingViews: { views: View[]; isStale: boolean } | null;
  /** The stored analysis of groups of people; null if it is not computed yet. */
  groups: StoredView | null;
  /** Whether people can be divided into groups: by quotas or by their answers about themselves. */
  hasGroups: boolean;
  /** The results by language; null if the study has only one language. */
  languages: ReactNode;
  exportHref: string;
  canReadIdentities: boolean;
  declareCorrespondence: FormAction<null> | null;
  /** The action that maps unmatched conditions; null for users without write access. */
  compareAnyway: FormAction<null> | null;
}

interface StoredView {
  view: View;
  isStale: boolean;
}

export function PlanEntry({ page, prepared }: Pick<ResultsViewProps, "page" | "prepared">) {
  if (!page.plan) return null;
  return (
    <QuestionEntry question="Plan." hint="The analysis plan and all its tests">
      <PlanSection page={page} prepared={prepared} />
    </QuestionEntry>
  );
}

export function ConditionSection({
  prepared,
  labelOf,
  addresses,
}: Pick<ResultsViewProps, "prepared"> & { labelOf: (id: string) => string; addresses: ResultAddresses }) {
  return (
    <Section
      title="Accuracy by condition"
      lead="All cells have the same weight. Intervals are clustered by story if there are at least five stories."
    >
      <ConditionTable
        rows={prepared.conditions}
        labels={prepared.series.map(({ id }) => labelOf(id))}
        chance={prepared.chance}
        status={prepared.unplanned}
      />
      <TableDownloads
        name="conditions"
        called="by condition"
        fileHref={(file) => addresses.tableHref("conditions", file)}
      />
    </Section>
  );
}

export function CorrespondenceSection({
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

export function GroupEntry({
  groups,
  hasGroups,
  languages,
  prepared,
  addresses,
}: Pick<ResultsViewProps, "groups" | "hasGroups" | "languages" | "prepared"> & { addresses: ResultAddresses }) {
  return (
    <QuestionEntry question="By group." hint="Groups of people, and languages">
      {hasGroups && (
        <p>
          <Link href={addresses.analysesHref("attributes")}>
            {groups ? "Group analysis and its settings" : "Run the group analysis"}
          </Link>
        </p>
      )}
      {hasGroups && groups && !groups.isStale && (
        <>
          <StatusNote status={prepared.unplanned} about="Groups of people" />
          <ViewTables
            view={groups.view}
            status={prepared.unplanned}
            page={1}
            fileHref={(file) => addresses.viewHref("attributes", file)}
            pageHref={() => addresses.analysesHref("attributes")}
          />
        </>
      )}
      {languages}
    </QuestionEntry>
  );
}

export function RobustEntry({
  page,
  prepared,
  query,
  persons,
  resamplingViews,
  compareAnyway,
  addresses,
}: Omit<
  ResultsViewProps,
  "base" | "groups" | "hasGroups" | "languages" | "exportHref" | "canReadIdentities" | "declareCorrespondence"
> & {
  addresses: ResultAddresses;
}) {
  const { comparisons, totals } = prepared;
  const { unmatched } = page.results;
  return (
    <QuestionEntry question="Robust?" hint="Other comparators, tests and clusterings; counted people and answers">
      <Section
        id="people-beside-models"
        title="People and models side by side"
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
            <ModelFindings {...{ page, prepared, query, persons, resamplingViews, addresses }} />
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

export function ModelsEntry({
  page,
  prepared,
  addresses,
}: Pick<ResultsViewProps, "page" | "prepared"> & { addresses: ResultAddresses }) {
  return (
    <QuestionEntry question="Between models." hint="Pairs of models, and models compared with the chance level">
      <ModelsSection
        comparisons={prepared.modelComparisons}
        ceiling={prepared.ceiling}
        plan={page.plan}
        status={prepared.unplanned}
        fileHref={(file) => addresses.tableHref("models", file)}
        pageHref={(number) => addresses.tablesPage("models", number)}
      />
    </QuestionEntry>
  );
}

export function CeilingEntry({
  page,
  prepared,
  query,
  addresses,
}: Pick<ResultsViewProps, "page" | "prepared" | "query"> & { addresses: ResultAddresses }) {
  const fileHref = (file: string) => addresses.tableHref("page", file);
  return (
    <QuestionEntry question="Ceiling." hint="Accuracy of people, and agreement between them">
      <ResultStats
        totals={prepared.totals}
        ties={planRules(query, page.plan).ties}
        itemsPerSession={page.study.itemsPerSession}
        status={prepared.unplanned}
      />
      <TableDownloads name="totals" called="the shares of people and of each model" fileHref={fileHref} />
      {prepared.ceiling.length > 0 && <TableDownloads name="ceiling" called="the human ceiling" fileHref={fileHref} />}
      <MajorityCurveFigure
        curve={prepared.curve}
        ceiling={prepared.ceiling}
        models={prepared.comparisons.models}
        status={prepared.unplanned}
        fileHref={fileHref}
      />
    </QuestionEntry>
  );
}

export function FilesEntry({
  page,
  prepared,
  exportHref,
  canReadIdentities,
}: Pick<ResultsViewProps, "page" | "prepared" | "exportHref" | "canReadIdentities">) {
  return (
    <QuestionEntry question="Files." hint="Answers, tables, figures, methods">
      <div className="flex flex-wrap gap-3">
        <ExportMenu href={exportHref} canReadIdentities={canReadIdentities} />
      </div>
      <AnalysisFiles
        studyId={page.study.id}
        stage={page.stage}
        hasCurve={prepared.curve.points.length > 1}
        outcome={page.plan?.plan.outcome.measure ?? "accuracy"}
      />
    </QuestionEntry>
  );
}
