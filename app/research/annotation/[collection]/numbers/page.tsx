import type { Metadata } from "next";
import { AgreementStats } from "@/components/annotation/collections/agreement-stats.tsx";
import { FigureItems } from "@/components/annotation/collections/figure-items.tsx";
import { LabelTables } from "@/components/annotation/collections/label-tables.tsx";
import { NumbersTable } from "@/components/annotation/collections/numbers-tables.tsx";
import { PairAgreement, PeopleQuality } from "@/components/annotation/collections/people/people-quality.tsx";
import { PeopleWeeks } from "@/components/annotation/collections/people/people-weeks.tsx";
import { ReasonTable } from "@/components/annotation/collections/reason-table.tsx";
import { ShareStat } from "@/components/annotation/collections/share-stat.tsx";
import { termsOf } from "@/components/annotation/work/amounts.ts";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import { formatCount, formatNumber, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoney } from "@/lib/domain/format/money.ts";
import { formatDuration, formatMoment } from "@/lib/domain/format/times.ts";
import { genreLabels, parseGenre } from "@/lib/domain/stories/genres.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { getReasons } from "@/lib/server/annotation/figures/get-reasons.ts";
import { getReport } from "@/lib/server/annotation/figures/get-report.ts";
import { readLabels } from "@/lib/server/annotation/figures/label-result.ts";
import { getPeople, type PeopleReport } from "@/lib/server/annotation/people/get-people.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Report" };

export default async function NumbersPage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  const [report, reasons, quality, { state, labels }] = await Promise.all([
    getReport(actor, collection.id),
    getReasons(actor, collection.id),
    getPeople(actor, collection.id, new Date()),
    readLabels(actor, collection.id),
  ]);
  const { numbers, rejected, people, activeMs, idleMs, pay } = report;
  const itemsOf = (figure: string) => `${base}/items?figure=${figure}`;
  const { all, agreement } = numbers;
  if (all.items === 0) {
    return (
      <EmptyState title="No finished items yet">
        After the first verdicts, this page shows the numbers that a paper reports: share refined, changes in review,
        time, and agreement.
      </EmptyState>
    );
  }
  const labelled = <Row extends { label: string }>(rows: readonly Row[], word: (label: string) => string) =>
    rows.map((row) => ({ ...row, label: word(row.label), value: row.label }));
  const itemsHref = `${base}/items`;
  const fileHref = (file: string) => `/api/v1/annotation/collections/${collection.id}/numbers/${file}`;
  return (
    <>
      <Section
        title="Report"
        lead="Computed from all verdicts and reviews: a refinement stays counted when an item is returned or reopened. Shares are of items, with 95% Wilson intervals. Time is active time of the verdict’s author, idle minutes removed."
        actions={
          <a
            href={`/api/v1/annotation/collections/${collection.id}/numbers`}
            download
            className={buttonStyle("secondary", "small")}
          >
            Download as CSV
          </a>
        }
      >
        <Stats>
          <Stat
            label="Items finished"
            value={formatCount(all.items)}
            n={
              <>
                from {formatNumberOf(all.groups, "source")}
                <FigureItems href={itemsOf("finished")}>show these items</FigureItems>
              </>
            }
          />
          <ShareStat label="Refined by annotators" share={all.refined} of="items" href={itemsOf("refined")} />
          <ShareStat label="Only marks moved" share={all.marksOnly} of="items" href={itemsOf("marks-only")} />
          <ShareStat label="Returned by review" share={all.returned} of="items reviewed" href={itemsOf("returned")} />
          <ShareStat
            label="Refined, then changed or returned in review"
            share={all.changedInReview}
            of="refined items reviewed"
            href={itemsOf("changed")}
          />
          <ShareStat
            label="Only marks moved, then changed or returned in review"
            share={all.marksChangedInReview}
            of="such items reviewed"
            href={itemsOf("marks-changed")}
          />
          <ShareStat
            label="Defects in untouched items"
            share={all.untouchedDefects}
            of="items, a random sample"
            href={itemsOf("defect")}
          />
          <ShareStat
            label="Rejected in the blind re-solve"
            share={rejected}
            of="items decided"
            href={itemsOf("rejected")}
          />
          <ShareStat label="Unusable" share={all.irreparable} of="items" href={itemsOf("irreparable")} />
          <Stat
            label="Median time per copy"
            value={all.seconds.median === null ? null : formatNumber(all.seconds.median)}
            unit="s"
            n={
              <>
                n = {formatNumberOf(all.seconds.n, "finished copy", "finished copies")}
                <FigureItems href={itemsOf("finished")}>show their items</FigureItems>
              </>
            }
            note={all.seconds.mean === null ? undefined : `mean ${formatNumber(all.seconds.mean)} s`}
          />
          <Stat
            label="Active hours"
            value={formatDuration(activeMs)}
            n={
              <>
                {formatNumberOf(people, "person", "people")}
                <FigureItems href={base}>show each person’s hours and items</FigureItems>
              </>
            }
            note={`${formatDuration(idleMs)} idle excluded`}
          />
          <Stat
            label="Pay"
            value={pay === null ? null : formatMoney(pay, collection.settings.currency)}
            n={pay !== null && <FigureItems href={`${base}/people`}>show each person’s pay and items</FigureItems>}
            note={`${termsOf(collection.settings)}, including top-ups; never a reason to reject work`}
          />
        </Stats>
        <div className="mt-4">
          <TableDownloads name="report" called="the shares of all items" fileHref={fileHref} />
        </div>
      </Section>
      <Section
        title="Figures as defined in the paper"
        lead="“Annotators refined approximately 40% of the auto-generated data”, repairs of marks included; “our authors then reviewed all refined data, making additional improvements to 8% of the data”, of all data. The figures above count changed texts and moved marks separately, and changes in review of such items."
      >
        <Stats>
          <ShareStat
            label="Refined, % of all items (paper: 40%)"
            share={numbers.paper.refined}
            of="items"
            href={itemsOf("refined-in-any-way")}
          />
          <ShareStat
            label="Improved in review, % of all items (paper: 8%)"
            share={numbers.paper.improved}
            of="items"
            href={itemsOf("improved")}
          />
        </Stats>
      </Section>
      <Section
        title="People"
        lead={leadOf(quality)}
        actions={
          quality.left > 0 && (
            <LinkButton href={itemsOf("unfinished")} size="small">
              Show open items
            </LinkButton>
          )
        }
      >
        <div className="grid grid-cols-1 gap-8">
          <div className="grid grid-cols-1 gap-2">
            <PeopleQuality people={quality.people} itemsHref={itemsHref} />
            {quality.people.length > 0 && <TableDownloads name="people" fileHref={fileHref} />}
          </div>
          {quality.weeks.length > 0 && (
            <div className="grid grid-cols-1 gap-2">
              <PeopleWeeks weeks={quality.weeks} itemsHref={itemsHref} />
              <TableDownloads name="weeks" fileHref={fileHref} />
            </div>
          )}
          {quality.pairs.length > 0 && (
            <div className="grid grid-cols-1 gap-2">
              <PairAgreement pairs={quality.pairs} itemsHref={itemsHref} />
              <TableDownloads name="pairs" fileHref={fileHref} />
            </div>
          )}
        </div>
      </Section>
      <Section
        title="Agreement"
        lead="First verdicts of people who judged the same item independently; changes after a return or a re-review are excluded."
      >
        <AgreementStats agreement={agreement} sharedHref={itemsOf("shared")} />
        <div className="mt-4">
          <TableDownloads name="agreement" fileHref={fileHref} />
        </div>
      </Section>
      <Section
        title="Aggregated labels"
        lead="One label for each item from the first verdicts of its annotators, without verdicts given after reading model answers. The decided verdict is gold, otherwise the result of the last review. Numbers link to their items and events."
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
      <Section title="By kind, genre and knowledge">
        <div className="grid grid-cols-1 gap-8">
          <NumbersTable
            caption="By kind of item"
            by="kind"
            fileHref={fileHref}
            itemsHref={itemsHref}
            rows={labelled(numbers.byKind, (label) => kindLabels[label as KsteKind] ?? label)}
          />
          {numbers.byGenre.length > 0 && (
            <NumbersTable
              caption="By genre"
              by="genre"
              fileHref={fileHref}
              itemsHref={itemsHref}
              rows={labelled(numbers.byGenre, (label) => {
                const genre = parseGenre(label);
                return genre ? genreLabels[genre] : label;
              })}
            />
          )}
          {numbers.byKnowledgeType.length > 0 && (
            <NumbersTable
              caption="By type of knowledge"
              by="knowledgeType"
              fileHref={fileHref}
              itemsHref={itemsHref}
              rows={labelled(numbers.byKnowledgeType, (label) => label)}
            />
          )}
        </div>
      </Section>
    </>
  );
}

function leadOf({ left, estimatedEnd }: PeopleReport): string {
  const end =
    left === 0
      ? "No items left"
      : estimatedEnd === null
        ? `${formatNumberOf(left, "copy", "copies")} left; no work in the last week, so there is no estimate`
        : `${formatNumberOf(left, "copy", "copies")} left, estimated end ${formatMoment(estimatedEnd)} at the pace of the last week`;
  return `${end}. Shares have 95% Wilson intervals. Use them for feedback, never as a reason to withhold pay.`;
}
