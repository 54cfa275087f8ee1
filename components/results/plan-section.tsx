import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatDay } from "@/lib/domain/format/times.ts";
import type { InterimAnalysis } from "@/lib/domain/results/interim/interim-analyses.ts";
import { clusterOf } from "@/lib/domain/results/model/share.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { type AnalysisPlan, isWholeOutcome } from "@/lib/domain/results/plan/analysis-plan.ts";
import {
  type ConfirmatoryTest,
  confirmatoryTable,
  tableBeforeAmendment,
} from "@/lib/domain/results/plan/confirmatory-family.ts";
import { dataCollectionSentence } from "@/lib/domain/results/plan/data-collection-state.ts";
import { fewClustersWarning } from "@/lib/domain/results/plan/few-clusters.ts";
import { plannedPageComparator } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { formatOutcome } from "@/lib/domain/results/plan/planned-outcome.ts";
import { type ResultStatus, statusNote } from "@/lib/domain/results/plan/result-status.ts";
import type { PreparedResults } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import type { ViewTable } from "@/lib/domain/results/views/view.ts";
import { ComparisonTable } from "./comparison/comparison-table.tsx";
import { NumberTable } from "./number-table.tsx";

/**
 * The planned tests, and the number of tests on this page that are not part of the plan. Filters do not change the
 * confirmatory table. If the page shows all cells, that table is already above and is not repeated.
 */
export function PlanSection({ page, prepared }: { page: StudyResultsPage; prepared: PreparedResults }) {
  const { plan: stored } = page;
  const { plan, exploratoryTests } = prepared;
  const exploratory =
    prepared.unplanned.kind === "interim"
      ? ""
      : `${formatNumberOf(exploratoryTests, "test")} on this page ${exploratoryTests === 1 ? "is" : "are"} exploratory.`;
  if (!stored) {
    return (
      <p className="mt-8 max-w-measure text-sm text-ink-soft">
        No analysis plan is saved for this study, so no comparison on this page was planned. Interpret with care.
      </p>
    );
  }
  const { margin, family, outcome } = stored.plan;
  const warning = warnOfFewClusters(page, stored.plan, prepared);
  const isLater = page.data.shown === "current" && page.data.locks.length > 0;
  const planFile = (file: string) => `/api/v1/studies/${page.study.id}/analysis/${file}?stage=${page.stage}`;
  return (
    <Section
      id="confirmatory"
      title={stored.status.kind === "amended" ? "Planned, amended after data" : "As planned"}
      lead={
        <>
          {page.stage === "main" && `${dataCollectionSentence(page.data)} `}Analysis plan {stored.hash.slice(0, 12)},{" "}
          {stored.record}.
          {!isWholeOutcome(outcome) &&
            ` Its outcome is ${formatOutcome(outcome)}; all other figures on this page are the accuracy over all items by the key.`}{" "}
          Family: {family.method} at alpha {family.alpha}
          {margin === null
            ? "; no margin is set, so equivalence is not tested"
            : `; margin ${formatQuantity(margin * 100)} points`}
          . {statusNote(stored.status)}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {plan.withheld && (
          <Callout tone="warn" title="The confirmatory tests are not shown here">
            {plan.withheld}
          </Callout>
        )}
        {warning && (
          <Callout tone="warn" title="Too few stories for this plan">
            {warning}
          </Callout>
        )}
        <AbsentModels page={page} plan={stored.plan} />
        {isAnyTested(prepared.family) && (
          <PlannedTests
            table={confirmatoryTable(prepared.family, stored.plan)}
            status={stored.status}
            called="the tests of the plan"
            fileHref={isLater ? null : planFile}
          />
        )}
        {stored.former && prepared.former.length > 0 && (
          <PlannedTests
            table={tableBeforeAmendment(prepared.former, stored.former.plan)}
            status={stored.status}
            called="the tests before the amendment"
            fileHref={isLater ? null : planFile}
          />
        )}
        <CompletedInterimAnalyses looks={stored.looks} fileHref={planFile} />
        {plan.isMainConfirmatory && (
          <p>
            The comparisons above with{" "}
            {plannedPageComparator(stored.plan) === "person" ? "the mean person" : "the majority"} are those of the
            plan. {exploratory}
          </p>
        )}
        {plan.confirmatory && !plan.isMainConfirmatory && (
          <>
            <p>These are the tests of the plan, on all its cells, independent of the filters. {exploratory}</p>
            {plan.confirmatory.models.some(({ shared }) => shared > 0) && (
              <>
                <ul className="grid max-w-[48rem] gap-3">
                  {plan.confirmatory.models.map((model) => (
                    <li key={model.series.id}>{model.sides[model.leads].sentence}</li>
                  ))}
                </ul>
                <ComparisonTable comparisons={plan.confirmatory} />
                {!isLater && (
                  <TableDownloads name="comparisons" called="the comparisons of the plan" fileHref={planFile} />
                )}
              </>
            )}
          </>
        )}
        {!plan.confirmatory && !plan.withheld && prepared.family.length === 0 && (
          <p>The plan names no comparison of people with models. {exploratory}</p>
        )}
      </div>
    </Section>
  );
}

function warnOfFewClusters(page: StudyResultsPage, plan: AnalysisPlan, prepared: PreparedResults): string | null {
  const primary = prepared.family.filter(({ role }) => role === "primary").length;
  const size = primary > 0 ? primary : (prepared.plan.confirmatory?.familySize ?? 0);
  return fewClustersWarning(page.results.items.map(clusterOf), plan, size);
}

/** A table of planned tests with its downloads, which are omitted without addresses. */
function PlannedTests({
  table,
  status,
  called,
  fileHref,
}: {
  table: ViewTable;
  status: ResultStatus;
  called: string;
  fileHref: ((file: string) => string) | null;
}) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <NumberTable table={table} status={status} page={1} />
      {fileHref && <TableDownloads name={table.name} called={called} fileHref={fileHref} />}
    </div>
  );
}

/** Whether any test of a family has data. Otherwise the table of the family would be empty. */
function isAnyTested(family: readonly ConfirmatoryTest[]): boolean {
  return family.some(({ n }) => n > 0);
}

/**
 * Lists the models that the plan names and that have no answers yet, with instructions. Renders nothing if there are
 * none.
 */
function AbsentModels({ page, plan }: { page: StudyResultsPage; plan: AnalysisPlan }) {
  const names = plan.models.filter((name) =>
    page.results.series.every(({ model, isLate }) => model !== name || isLate),
  );
  if (names.length === 0) return null;
  return (
    <p className="max-w-measure">
      No answers yet of {formatNumberOf(names.length, "model")} of the plan: {names.join(", ")}. Ask{" "}
      {names.length === 1 ? "it" : "them"} or import the answers under <Link href="/research/models">Models</Link>. The
      tests stay in the family.
    </p>
  );
}

/** The interim analyses that were carried out, each with its result at that time. */
function CompletedInterimAnalyses({
  looks,
  fileHref,
}: {
  looks: readonly InterimAnalysis[];
  fileHref: (file: string) => string;
}) {
  return looks.map(({ number, declared, counted, planned, takenAt, result }) => (
    <div key={number} className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">
        Interim analysis {number} of {declared}
      </h3>
      <p>
        On {formatDay(takenAt)}, with {formatCount(counted)} of {formatCount(planned)} planned answers.
      </p>
      <ul className="grid max-w-[48rem] gap-3">
        {result.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <PlannedTests
        table={{ ...result.table, name: `interim-${number}` }}
        status={{ kind: "look", number, declared }}
        called={`the tests of interim analysis ${number}`}
        fileHref={fileHref}
      />
    </div>
  ));
}
