import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PeopleSection } from "@/components/annotation/collections/people/people-section.tsx";
import { AgreementStats } from "@/components/annotation/collections/report/agreement-stats.tsx";
import { GroupNumbers } from "@/components/annotation/collections/report/group-numbers.tsx";
import { LabelTables } from "@/components/annotation/collections/report/label-tables.tsx";
import { ReasonTable } from "@/components/annotation/collections/report/reason-table.tsx";
import { PaperSection, ReportSection } from "@/components/annotation/collections/report/report-section.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { getReasons } from "@/lib/server/annotation/figures/get-reasons.ts";
import { getReport } from "@/lib/server/annotation/figures/get-report.ts";
import { readLabels } from "@/lib/server/annotation/figures/label-result.ts";
import { getPeople } from "@/lib/server/annotation/people/get-people.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Report" };

export default async function NumbersPage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  if (collection.task) redirect(`${base}/answers`);
  const [report, reasons, quality, { state, labels }] = await Promise.all([
    getReport(actor, collection.id),
    getReasons(actor, collection.id),
    getPeople(actor, collection.id, new Date()),
    readLabels(actor, collection.id),
  ]);
  const { numbers } = report;
  if (numbers.all.items === 0) {
    return (
      <EmptyState title="No finished items yet">
        After the first verdicts, this page shows the numbers that a paper reports: share refined, changes in review,
        time, and agreement.
      </EmptyState>
    );
  }
  const itemsHref = `${base}/items`;
  const csvHref = `/api/v1/annotation/collections/${collection.id}/numbers`;
  const fileHref = (file: string) => `${csvHref}/${file}`;
  return (
    <>
      <ReportSection {...{ report, base, fileHref }} settings={collection.settings} csvHref={csvHref} />
      <PaperSection numbers={numbers} base={base} />
      <PeopleSection {...quality} itemsHref={itemsHref} fileHref={fileHref} />
      <Section
        title="Agreement"
        lead="First verdicts of people who judged the same item independently; changes after a return or a re-review are excluded."
      >
        <AgreementStats agreement={numbers.agreement} sharedHref={`${itemsHref}?figure=shared`} />
        <div className="mt-4">
          <TableDownloads name="agreement" fileHref={fileHref} />
        </div>
      </Section>
      <Section
        title="Aggregated labels"
        lead="One label for each item from the first verdicts of its annotators, without verdicts given after reading model answers. The decided verdict is the gold verdict, otherwise the result of the last review. Numbers link to their items and events."
      >
        <div className="grid grid-cols-1 gap-4">
          <ResultNote state={state} what="the aggregated labels" recompute={recomputeAction} />
          {labels && <LabelTables labels={labels} itemsHref={itemsHref} fileHref={fileHref} />}
        </div>
      </Section>
      <Section
        title="Reasons"
        lead="Which rule was violated, or another reason, as stated with each verdict and review. An item can have several."
      >
        <ReasonTable reasons={reasons} itemsHref={itemsHref} />
        {reasons.length > 0 && <TableDownloads name="reasons" fileHref={fileHref} />}
      </Section>
      <GroupNumbers numbers={numbers} itemsHref={itemsHref} fileHref={fileHref} />
    </>
  );
}
