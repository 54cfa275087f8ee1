import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatResultsQuery, isNarrowed, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/model/series-label.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results.ts";
import { activeFilters, prepareFilters } from "@/lib/domain/results/preparation/prepare-filters.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { ComparisonList } from "./comparison/comparison-list.tsx";
import { ConditionTable } from "./comparison/condition-table.tsx";
import { ModelsSection } from "./comparison/models-section.tsx";
import { PeopleBesideModels } from "./comparison/people-beside-models.tsx";
import { CorrespondencePanel } from "./correspondence-panel.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { ItemResultsSection } from "./items/items-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { resultAddresses } from "./result-addresses.ts";
import { ResultFilters } from "./result-filters.tsx";
import { ResultWarnings } from "./result-warnings.tsx";
import { ResultsLead } from "./results-lead.tsx";
import { SlicesSection } from "./slices-section.tsx";

/** The results of a study: people compared with models, from the overview to single items. */
export function ResultsView({
  page,
  prepared,
  query,
  base,
  persons,
  drawnAnew,
  exportHref,
  canReadIdentities,
  declareCorrespondence,
  compareAnyway,
}: {
  page: StudyResultsPage;
  /** The result of `prepareResultsPage`. */
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The study's own address. */
  base: string;
  /** The stored analysis of single people; null until it is computed. */
  persons: { view: View; isStale: boolean } | null;
  /** The stored analyses that resample or cluster by people and stories at once; null until they are computed. */
  drawnAnew: { views: View[]; isStale: boolean } | null;
  exportHref: string;
  canReadIdentities: boolean;
  declareCorrespondence: FormAction<null> | null;
  /** Maps conditions that are not compared to each other; null without the right to write. */
  compareAnyway: FormAction<null> | null;
}) {
  const { results, study } = page;
  const addresses = resultAddresses(study.id, base, query);
  const { here, hrefOf, tableHref, tablesPage, analysesHref } = addresses;
  if (results.items.length === 0 || results.conditions.length === 0) {
    return (
      <EmptyState title="Nothing to compare yet" actions={<LinkButton href={base}>To the overview</LinkButton>}>
        After the study is opened, people’s answers are shown next to the models’ answers.
      </EmptyState>
    );
  }
  const { series, totals, chance } = prepared;
  const labels = new Map(results.series.map((one) => [one.id, seriesLabel(one, results.series)]));
  const labelOf = (id: string) => labels.get(id) ?? "";
  const filters = prepareFilters(results, query, page);
  const active = activeFilters(results, query, labels);
  return (
    <>
      <ResultFilters
        action={here}
        formKey={formatResultsQuery(query)}
        choices={filters.choices}
        more={filters.more}
        models={results.series.map(({ id }) => ({
          id,
          label: labelOf(id),
          isShown: series.some((one) => one.id === id),
        }))}
        checks={[
          {
            name: "surplus",
            label: "Count surplus answers",
            hint: `${formatCount(page.standings.surplusSessions)} people finished after their slot was reassigned.`,
            isOn: query.surplus,
          },
          {
            name: "excluded",
            label: "Count excluded answers",
            hint: `${formatNumberOf(page.standings.excluded, "answer")} of this stage.`,
            isOn: query.excluded,
          },
          {
            name: "open",
            label: "Exclude people outside all quotas",
            value: "0",
            hint: `${formatNumberOf(page.standings.openStratum, "answer")} of this stage.`,
            isOn: !query.openStratum,
          },
          ...(page.data.locks.length > 0
            ? [
                {
                  name: "data",
                  value: "current",
                  label: "Count answers and exclusions after the data lock",
                  hint: "Planned, amended after data: never the confirmatory tables.",
                  isOn: page.data.shown === "current",
                },
              ]
            : []),
        ]}
        active={active.map(({ label, without }) => ({ label, removeHref: here + formatResultsQuery(without) }))}
        clearHref={here}
        sort={query.sort}
      />
      <ResultWarnings
        page={page}
        query={query}
        series={series}
        parity={totals.parity}
        verifiedHref={hrefOf({ parity: "verified" })}
        parityHref={`${base}/results/parity`}
      />
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
            only={active.map(({ label }) => label)}
          />
        }
        actions={
          <>
            <LinkButton look="secondary" href={`${here}/tables${formatResultsQuery({ ...query, page: 1 })}`}>
              Tables and comparisons
            </LinkButton>
            <LinkButton look="secondary" href={analysesHref()}>
              Analyses of single answers
            </LinkButton>
            <ExportMenu href={exportHref} canReadIdentities={canReadIdentities} />
          </>
        }
      >
        <PeopleBesideModels {...{ page, prepared, query, persons, drawnAnew, compareAnyway, addresses }} />
      </Section>
      <ComparisonList
        hrefOf={({ page: where, place }) =>
          where === "results" ? `#${place}` : where === "tables" ? tablesPage(place) : analysesHref(place)
        }
      />
      <PlanSection page={page} prepared={prepared} />
      <ConditionNotes notes={explainConditions(results.conditions.map(({ label }) => label))} />
      {totals.answers > 0 && <SlicesSection {...{ prepared, query, labelOf, addresses }} />}
      {totals.answers > 0 && (
        <ModelsSection
          comparisons={prepared.modelComparisons}
          ceiling={prepared.ceiling}
          plan={page.plan}
          status={prepared.unplanned}
          isNarrowed={isNarrowed(query)}
          fileHref={(file) => tableHref("models", file)}
          pageHref={(number) => tablesPage("models", number)}
        />
      )}
      {totals.answers > 0 && prepared.conditions.length > 1 && (
        <Section
          title="By condition"
          lead="Every cell has the same weight; intervals are for new stories if there are at least five."
        >
          <ConditionTable rows={prepared.conditions} labels={series.map(({ id }) => labelOf(id))} chance={chance} />
          <TableDownloads name="conditions" called="by condition" fileHref={(file) => tableHref("conditions", file)} />
        </Section>
      )}
      <ItemResultsSection {...{ prepared, query, labelOf, addresses }} />
      <Section
        title="Comparison"
        lead="People and models are compared only if the study declares that they were asked the same question."
      >
        <CorrespondencePanel
          studyId={study.id}
          conditions={results.conditions}
          correspondence={page.correspondence}
          isDeclared={page.isCorrespondenceDeclared}
          declare={declareCorrespondence}
        />
      </Section>
    </>
  );
}
