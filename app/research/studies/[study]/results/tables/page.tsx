import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BreakdownLinks } from "@/components/results/breakdown-links.tsx";
import { LateKeysNote } from "@/components/results/late-keys-note.tsx";
import { TestStatusNote } from "@/components/results/test-status-note.tsx";
import { ViewTables } from "@/components/results/view-tables.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { describeCountedAnswers } from "@/lib/domain/results/figures/describe-counted-answers.ts";
import { formatResultsQuery, parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { planRules } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { dataStatus } from "@/lib/domain/results/plan/result-status.ts";
import { decideTestStatus, describeTestStatus, statusOfView } from "@/lib/domain/results/plan/test-status.ts";
import { listBreakdowns } from "@/lib/domain/results/preparation/prepare-depth.ts";
import { cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { loadCellView } from "@/lib/server/results/load-cell-view.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Tables and comparisons" };

/** The tables and comparisons of a paper, each with downloads. */
export default async function TablesPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const search = await searchParams;
  const query = parseResultsQuery(search);
  const selectedView = cellViewTitles.find(({ id }) => id === search.view) ?? cellViewTitles[0];
  const loadedView = await loadCellView(actor, study.id, query, selectedView.id);
  if (!loadedView) notFound();
  await recordInterimView(actor, study);
  const { page, state } = loadedView;
  const { stored } = state;
  const ofPlan = page.plan?.status ?? dataStatus(page.stage, page.data);
  const status = stored ? statusOfView(stored.document.view, ofPlan) : decideTestStatus(false, ofPlan);
  const view = stored?.document.view;
  const buildTablesHref = (path: string, changes: Partial<typeof query>, more = "") => {
    const text = formatResultsQuery({ ...query, page: 1, ...changes });
    return `${path}${text}${more && `${text ? "&" : "?"}${more}`}`;
  };
  const here = `${base}/results/tables`;
  const hasSlices = ["accuracy", "levels", "beside", "scale"].includes(selectedView.id);
  return (
    <>
      <p className="no-print mb-4">
        <Link href={buildTablesHref(`${base}/results`, {})}>All results</Link>
      </p>
      <TabLinks
        label="Tables and comparisons"
        links={cellViewTitles.map(({ id, title }) => ({ href: buildTablesHref(here, {}, `view=${id}`), label: title }))}
        current={buildTablesHref(here, {}, `view=${selectedView.id}`)}
      />
      <Section
        title={view?.title ?? selectedView.title}
        lead={
          <>
            {view?.lead}{" "}
            {describeCountedAnswers({ ...query, ...planRules(query, page.plan), stage: page.stage }, page.standings)}
          </>
        }
      >
        <div className="grid grid-cols-1 gap-6">
          <ResultNote state={state} what={selectedView.title} recompute={recomputeAction} />
          <LateKeysNote lateKeys={page.lateKeys} />
          <TestStatusNote
            tests={describeTestStatus(
              { id: selectedView.id, tables: stored?.document.view.tables ?? [] },
              page.plan?.plan ?? null,
              status,
              { attribute: query.by ?? "" },
            )}
          />
          {hasSlices && (
            <BreakdownLinks
              by={query.by}
              breakdowns={listBreakdowns(page.results.items)}
              hrefOf={(by) => buildTablesHref(here, { by }, `view=${selectedView.id}`)}
            />
          )}
          {stored && view && (
            <ViewTables
              view={view}
              status={status}
              page={query.page}
              fileHref={(file) => buildTablesHref(`/api/v1/studies/${study.id}/tables/${selectedView.id}/${file}`, {})}
              pageHref={(number) => buildTablesHref(here, { page: number }, `view=${selectedView.id}`)}
              dataHash={stored.isStale ? null : stored.document.dataHash}
            />
          )}
          <ConditionNotes notes={explainConditions(page.results.conditions.map(({ label }) => label))} />
        </div>
      </Section>
    </>
  );
}
