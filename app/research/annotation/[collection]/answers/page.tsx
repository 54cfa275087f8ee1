import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PeopleWeeks } from "@/components/annotation/collections/people/people-weeks.tsx";
import { FigureItems } from "@/components/annotation/collections/report/figure-items.tsx";
import { AnswerTables, DisputedItems } from "@/components/annotation/schema-lead/answer-tables.tsx";
import { GoldMisses } from "@/components/annotation/schema-lead/gold-misses.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { readAnswerReport } from "@/lib/server/annotation/schema/answer-result.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Answers" };

export default async function AnswersPage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  if (!collection.task) notFound();
  const { state, report } = await readAnswerReport(actor, collection.id);
  const itemsOf = (figure: string) => `${base}/items?figure=${figure}`;
  return (
    <>
      <ResultNote state={state} what="the agreement" recompute={recomputeAction} />
      {report && report.items === 0 && (
        <EmptyState title="No answers yet">Agreement appears once two people have answered the same item.</EmptyState>
      )}
      {report && report.items > 0 && (
        <>
          <Section
            title="Answers"
            lead="Based on the first answers of each person; later changes and reviews are not counted."
          >
            <Stats>
              <Stat
                label="Items with answers"
                value={formatCount(report.items)}
                n={report.items > 0 && <FigureItems href={itemsOf("answered")}>show these items</FigureItems>}
              />
              <Stat
                label="Items with two or more people"
                value={formatCount(report.shared)}
                n={report.shared > 0 && <FigureItems href={itemsOf("compared")}>show these items</FigureItems>}
              />
              <Stat
                label="Items with different answers"
                value={formatCount(report.differing)}
                n={report.differing > 0 && <FigureItems href={itemsOf("differing")}>show these items</FigureItems>}
              />
            </Stats>
          </Section>
          {report.weeks.length > 0 && (
            <Section
              title="Work by person and week"
              lead="Pace, agreement with others and accuracy on gold items, from the first answers of each week. Use flags for feedback, never as a reason to withhold pay."
            >
              <div className="grid grid-cols-1 gap-6">
                <PeopleWeeks
                  weeks={report.weeks.map((week) => ({ ...week, name: report.names[week.userId] ?? "Someone" }))}
                  itemsHref={`${base}/items`}
                  given="answers"
                />
                <GoldMisses misses={report.misses} names={report.names} itemIds={report.itemIds} base={base} />
              </div>
            </Section>
          )}
          <AnswerTables report={report} names={report.names} itemsHref={`${base}/items`} />
          <DisputedItems report={report} itemIds={report.itemIds} base={base} />
        </>
      )}
    </>
  );
}
