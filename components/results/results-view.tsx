import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { SideComparison } from "@/lib/domain/results/compare-sides.ts";
import { formatCount, formatNumberOf, sayShare } from "@/lib/domain/results/format-figures.ts";
import { planRules, singlePersonComparator } from "@/lib/domain/results/planned-comparisons.ts";
import { activeFilters, prepareFilters, tieWording } from "@/lib/domain/results/prepare-filters.ts";
import { cellsPerPage, type PreparedResults } from "@/lib/domain/results/prepare-results-page.ts";
import {
  defaultResultsQuery,
  formatResultsQuery,
  isNarrowed,
  type ResultsQuery,
} from "@/lib/domain/results/results-query.ts";
import { seriesLabel } from "@/lib/domain/results/series-label.ts";
import { usualFamily } from "@/lib/domain/results/side-family.ts";
import type { StudyResultsPage } from "@/lib/domain/results/study-results.ts";
import { unparsedWording } from "@/lib/domain/results/unparsed-policy.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { AnalysisFiles } from "./analysis-files.tsx";
import { BreakdownLinks } from "./breakdown-links.tsx";
import { ComparePicker } from "./compare-picker.tsx";
import { ComparisonList } from "./comparison-list.tsx";
import { ComparisonTable } from "./comparison-table.tsx";
import { ConditionTable } from "./condition-table.tsx";
import { CorrespondencePanel } from "./correspondence-panel.tsx";
import { DepthSection } from "./depth-section.tsx";
import { DrawnAnewSection } from "./drawn-anew-section.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { HeadlineFigure } from "./headline-figure.tsx";
import { ItemTable } from "./item-table.tsx";
import { MajorityCurveFigure } from "./majority-curve-figure.tsx";
import { ModelsSection } from "./models-section.tsx";
import { PageLinks } from "./page-links.tsx";
import { PlanSection } from "./plan-section.tsx";
import { ResultFilters } from "./result-filters.tsx";
import { ResultStats } from "./result-stats.tsx";
import { ResultWarnings } from "./result-warnings.tsx";
import { ResultsLead } from "./results-lead.tsx";
import { SinglePeopleSection } from "./single-people-section.tsx";
import { ShowLinks, SortLinks } from "./sort-links.tsx";
import { UnmatchedNote } from "./unmatched-note.tsx";

/** The results of a study: people beside models, from the whole down to the single item. */
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
  /** What `prepareResultsPage` makes of it. */
  prepared: PreparedResults;
  query: ResultsQuery;
  /** The study's own address. */
  base: string;
  /** The stored analysis of people one by one; null until it is computed. */
  persons: { view: View; isStale: boolean } | null;
  /** The stored analyses that draw or cluster by people and stories at once; null until they are computed. */
  drawnAnew: { views: View[]; isStale: boolean } | null;
  exportHref: string;
  canReadIdentities: boolean;
  declareCorrespondence: FormAction<null> | null;
  /** Sets conditions that are not compared beside each other; null for those who may only read. */
  compareAnyway: FormAction<null> | null;
}) {
  const { results, study } = page;
  const here = `${base}/results`;
  const hrefOf = (changes: Partial<ResultsQuery>) => here + formatResultsQuery({ ...query, page: 1, ...changes });
  if (results.items.length === 0 || results.conditions.length === 0) {
    return (
      <EmptyState title="Nothing to compare yet" actions={<LinkButton href={base}>To the overview</LinkButton>}>
        Once the study has been opened, people’s answers stand here beside the models’.
      </EmptyState>
    );
  }
  const { series, totals, comparisons, chance } = prepared;
  const labels = new Map(results.series.map((one) => [one.id, seriesLabel(one, results.series)]));
  const labelOf = (id: string) => labels.get(id) ?? "";
  const filters = prepareFilters(results, query, page);
  const active = activeFilters(results, query, labels);
  const rules = planRules(query, page.plan);
  const single = singlePersonComparator(query, page.plan);
  const itemCells = prepared.listed;
  const { alpha } = page.plan?.plan.family ?? usualFamily;
  const { stage, surplus, excluded, openStratum, key } = query;
  const tableHref = (view: string, file: string) =>
    `/api/v1/studies/${study.id}/tables/${view}/${file}${formatResultsQuery({ ...query, page: 1 })}`;
  const pageFile = (file: string) => tableHref("page", file);
  const tablesPage = (view: string, number = 1) => {
    const choice = formatResultsQuery({ ...query, page: number });
    return `${here}/tables${choice}${choice ? "&" : "?"}view=${view}`;
  };
  const analysesChoice = formatResultsQuery({ ...defaultResultsQuery, stage, surplus, excluded, openStratum, key });
  const viewHref = (view: string, file: string) => `/api/v1/studies/${study.id}/views/${view}/${file}${analysesChoice}`;
  const analysesHref = (view: string) => `${here}/analyses${analysesChoice}${analysesChoice ? "&" : "?"}view=${view}`;
  const headline = (
    <HeadlineFigure
      totals={totals}
      models={comparisons.models}
      chance={chance}
      ceiling={prepared.ceiling}
      fileHref={pageFile}
    />
  );
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
            hint: `${formatCount(page.standings.surplusSessions)} people finished after their slot had gone to somebody else.`,
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
            label: "Leave out people outside all quotas",
            value: "0",
            hint: `${formatNumberOf(page.standings.openStratum, "answer")} of this stage.`,
            isOn: !query.openStratum,
          },
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
        parityHref={`${base}/parity`}
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
            <LinkButton look="secondary" href={`${here}/analyses${analysesChoice}`}>
              Analyses of single answers
            </LinkButton>
            <ExportMenu href={exportHref} canReadIdentities={canReadIdentities} />
          </>
        }
      >
        {totals.answers === 0 ? (
          <div className="grid grid-cols-1 gap-8">
            <EmptyState
              level={3}
              title="Nobody has answered yet"
              actions={<LinkButton href={base}>To the overview</LinkButton>}
            >
              The first answers appear here as soon as somebody has gone through to the end.
              {series.length > 0 && " Until then the models stand alone."}
            </EmptyState>
            {comparisons.models.length > 0 && headline}
          </div>
        ) : (
          <div className="grid grid-cols-1 gap-8">
            <ResultStats totals={totals} ties={rules.ties} itemsPerSession={study.itemsPerSession} />
            {headline}
            {comparisons.models.length > 0 ? (
              <>
                {prepared.isExploratory && (
                  <Callout tone="warn" title="Exploratory">
                    {page.plan && (prepared.plan.confirmatory === null || page.plan.plan.outcome.measure !== "accuracy")
                      ? "The analysis plan fixed other tests."
                      : "A filter changes which answers are tested."}{" "}
                    These {formatNumberOf(comparisons.familySize * 2, "test")} were not fixed beforehand; they are
                    corrected over all {comparisons.familySize} models of the family.
                  </Callout>
                )}
                {single && (
                  <SinglePeopleSection
                    comparator={single}
                    stored={persons}
                    analysesHref={analysesHref("persons")}
                    fileHref={(file) => viewHref("persons", file)}
                  />
                )}
                <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-x-8 gap-y-5">
                  {comparisons.models.map((model) => (
                    <Finding key={model.series.id} model={model} />
                  ))}
                </ul>
                <AnalysisFiles
                  studyId={study.id}
                  stage={page.stage}
                  hasCurve={prepared.curve.points.length > 1}
                  outcome={page.plan?.plan.outcome.measure ?? "accuracy"}
                />
                <MajorityCurveFigure
                  curve={prepared.curve}
                  ceiling={prepared.ceiling}
                  models={comparisons.models}
                  fileHref={pageFile}
                />
                <ComparisonTable comparisons={comparisons} />
                <TableDownloads name="comparisons" called="the comparisons above" fileHref={pageFile} />
                <DrawnAnewSection stored={drawnAnew} analysesHref={analysesHref("resampling")} fileHref={viewHref} />
                <p className="max-w-[48rem] text-sm text-ink-soft">
                  {comparisons.warnings.join(" ")} Ties {tieWording(rules.ties)}
                  {rules.ties === "half"
                    ? " in accuracies and intervals; McNemar’s test counts a tie as “false” where there is one, else as wrong"
                    : ""}
                  . Unparsed answers {unparsedWording(rules.unparsed)}. A cell is one item under one condition; every
                  cell weighs the same; intervals are at 95%
                  {alpha !== usualFamily.alpha &&
                    `, those of differences at ${Math.round((1 - alpha) * 1000) / 10}%, as planned`}
                  . A positive difference means that people are right more often.
                </p>
              </>
            ) : (
              <NoModels />
            )}
            <UnmatchedNote models={comparisons.models} unmatched={results.unmatched} />
            {compareAnyway && results.unmatched.conditions.length > 0 && (
              <ComparePicker
                studyId={study.id}
                conditions={results.conditions}
                unmatched={results.unmatched.conditions}
                action={compareAnyway}
              />
            )}
          </div>
        )}
      </Section>
      <ComparisonList
        hrefOf={({ page: where, place }) =>
          where === "results" ? `#${place}` : where === "tables" ? tablesPage(place) : analysesHref(place)
        }
      />
      <PlanSection page={page} prepared={prepared} />
      <ConditionNotes notes={explainConditions(results.conditions.map(({ label }) => label))} />
      {totals.answers > 0 &&
        (prepared.breakdowns.length > 0 || prepared.depth.some(({ panels }) => panels.length > 0)) && (
          <Section
            id="slices"
            title={query.by === null ? "By order and level" : `By ${query.by}`}
            lead={
              query.by === null
                ? "Order of theory of mind and level of facts, where the items have them. In each row people and the model answered the same cells."
                : `Items divided by their attribute “${query.by}”. In each row people and the model answered the same cells.`
            }
          >
            <div className="grid grid-cols-1 gap-4">
              <BreakdownLinks
                by={query.by}
                breakdowns={prepared.breakdowns}
                hrefOf={(by) => `${hrefOf({ by })}#slices`}
              />
              {prepared.depth.some(({ panels }) => panels.length > 0) ? (
                <DepthSection
                  chance={chance}
                  ceiling={prepared.ceiling}
                  fileHref={(file) => tableHref("beside", file)}
                  series={prepared.depth.map(({ seriesId, panels }) => ({
                    id: seriesId ?? "people",
                    label: seriesId && labelOf(seriesId),
                    note: depthNote(seriesId, prepared),
                    panels,
                  }))}
                />
              ) : (
                <p className="text-ink-soft">
                  {query.by === null
                    ? "These items have neither order nor level. Choose another attribute above."
                    : `No attribute “${query.by}” divides these items.`}
                </p>
              )}
            </div>
          </Section>
        )}
      {totals.answers > 0 && (
        <ModelsSection
          comparisons={prepared.modelComparisons}
          ceiling={prepared.ceiling}
          plan={page.plan}
          isNarrowed={isNarrowed(query)}
          fileHref={(file) => tableHref("models", file)}
          pageHref={(number) => tablesPage("models", number)}
        />
      )}
      {totals.answers > 0 && prepared.conditions.length > 1 && (
        <Section
          title="By condition"
          lead="Every cell weighs the same; intervals speak of new stories where there are at least five."
        >
          <ConditionTable rows={prepared.conditions} labels={series.map(({ id }) => labelOf(id))} chance={chance} />
          <TableDownloads name="conditions" called="by condition" fileHref={(file) => tableHref("conditions", file)} />
        </Section>
      )}
      <Section
        id="items"
        title="Item by item"
        lead="How people divided, what the majority says, and beside it each model’s answer. Intervals are Wilson’s, at 95%."
      >
        <div className="grid grid-cols-1 gap-4">
          <SortLinks sort={query.sort} hrefOf={(sort) => `${hrefOf({ sort })}#items`} />
          <ShowLinks show={query.show} hrefOf={(show) => `${hrefOf({ show })}#items`} />
          <ItemTable
            cells={prepared.cells}
            series={series.map(({ id }) => ({ id, label: labelOf(id) }))}
            hrefOf={(item) => `${here}/items/${item.id}`}
          />
          <PageLinks
            label="Pages of the item table"
            page={prepared.page}
            pages={prepared.pages}
            shown={[
              Math.min(itemCells, (prepared.page - 1) * cellsPerPage + 1),
              Math.min(prepared.page * cellsPerPage, itemCells),
            ]}
            total={itemCells}
            unit="cells"
            hrefOf={(number) => `${hrefOf({ page: number })}#items`}
          />
          <TableDownloads name="cells" fileHref={(file) => tableHref("cells", file)} />
        </div>
      </Section>
      <Section
        title="What stands beside what"
        lead="People and models are compared only where the study says that they were asked the same thing."
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

/** What was found for one model: the leading comparator first, the other one below it. */
function Finding({ model }: { model: SideComparison }) {
  const other = model.leads === "majority" ? "person" : "majority";
  return (
    <li className="keep-together grid content-start gap-2 border-t-2 border-models pt-3">
      <p>{model.sides[model.leads].sentence}</p>
      <p className="text-ink-soft">{model.sides[other].sentence}</p>
      {model.tieRules && <p>{model.tieRules}</p>}
      {model.repeats && (
        <p className="text-sm text-ink-soft">
          Majority of its repeats: {sayShare(model.repeats)}. Mean of its single answers:{" "}
          {sayShare(model.sides.person.model)}.
        </p>
      )}
    </li>
  );
}

function NoModels() {
  return (
    <Callout title="No model beside them yet">
      Import what models answered to these items, with <code>parallax import predictions</code> or on the page of the{" "}
      <Link href="/research/models">models</Link>.
    </Callout>
  );
}

function depthNote(seriesId: string | null, { comparisons, totals }: PreparedResults): string {
  if (seriesId === null) return formatNumberOf(totals.cells, "cell");
  const shared = comparisons.models.find(({ series }) => series.id === seriesId)?.shared ?? 0;
  return `${formatNumberOf(shared, "cell")} that both answered`;
}
