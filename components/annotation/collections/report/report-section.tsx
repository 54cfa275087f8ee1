import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import type { CountedShare } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoney } from "@/lib/domain/format/money.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { ConstructionReport } from "@/lib/domain/results/views/collections/construction-view.ts";
import { formatPayTerms } from "../../work/amounts.ts";
import { FigureItems } from "./figure-items.tsx";
import { ShareStat } from "./share-stat.tsx";

interface ReportProps {
  report: Pick<ConstructionReport, "numbers" | "rejected"> & {
    /** The number of people who worked on the collection. */
    people: number;
    activeMs: number;
    idleMs: number;
    /** Total pay including top-ups, in the smallest unit of the currency; null if no pay is set. */
    pay: number | null;
  };
  settings: CollectionSettings;
  /** The address of the collection. */
  base: string;
}

/** The shares of items by outcome, and the time and pay of the work. */
export function ReportSection({
  report,
  settings,
  base,
  csvHref,
  fileHref,
}: ReportProps & { csvHref: string; fileHref: (file: string) => string }) {
  const { all } = report.numbers;
  const figureHref = (figure: string) => `${base}/items?figure=${figure}`;
  const shares: [label: string, share: CountedShare, of: string, figure: string][] = [
    ["Refined by annotators", all.refined, "items", "refined"],
    ["Only marks moved", all.marksOnly, "items", "marks-only"],
    ["Returned by review", all.returned, "items reviewed", "returned"],
    ["Refined, then changed or returned in review", all.changedInReview, "refined items reviewed", "changed"],
    [
      "Only marks moved, then changed or returned in review",
      all.marksChangedInReview,
      "such items reviewed",
      "marks-changed",
    ],
    ["Defects in unchanged items", all.untouchedDefects, "items, a random sample", "defect"],
    ["Rejected in the blind re-solve", report.rejected, "items decided", "rejected"],
    ["Unusable", all.irreparable, "items", "irreparable"],
  ];
  return (
    <Section
      title="Report"
      lead="Computed from all verdicts and reviews: a refinement still counts if the item is returned or reopened later. Shares of items have 95% Wilson intervals. Time is the active time of the verdict’s author, without idle minutes."
      actions={
        <a href={csvHref} download className={buttonStyle("secondary", "small")}>
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
              <FigureItems href={figureHref("finished")}>show these items</FigureItems>
            </>
          }
        />
        {shares.map(([label, share, of, figure]) => (
          <ShareStat key={figure} {...{ label, share, of }} href={figureHref(figure)} />
        ))}
        <WorkStats {...{ report, settings, base }} />
      </Stats>
      <div className="mt-4">
        <TableDownloads name="report" called="the shares of all items" fileHref={fileHref} />
      </div>
    </Section>
  );
}

function WorkStats({ report: { numbers, people, activeMs, idleMs, pay }, settings, base }: ReportProps) {
  const { all } = numbers;
  return (
    <>
      <Stat
        label="Median time per copy"
        value={all.seconds.median === null ? null : formatQuantity(all.seconds.median)}
        unit="s"
        n={
          <>
            n = {formatNumberOf(all.seconds.n, "finished copy", "finished copies")}
            <FigureItems href={`${base}/items?figure=finished`}>show their items</FigureItems>
          </>
        }
        note={all.seconds.mean === null ? undefined : `mean ${formatQuantity(all.seconds.mean)} s`}
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
        value={pay === null ? null : formatMoney(pay, settings.currency)}
        n={pay !== null && <FigureItems href={`${base}/people`}>show each person’s pay and items</FigureItems>}
        note={`${formatPayTerms(settings)}, including top-ups; never a reason to reject work`}
      />
    </>
  );
}

/** The two percentages that the paper reports. */
export function PaperSection({ numbers, base }: Pick<ConstructionReport, "numbers"> & { base: string }) {
  const figureHref = (figure: string) => `${base}/items?figure=${figure}`;
  return (
    <Section
      title="Figures as defined in the paper"
      lead="“Annotators refined approximately 40% of the auto-generated data”, repairs of marks included; “our authors then reviewed all refined data, making additional improvements to 8% of the data”, of all data. The figures above count changed texts and moved marks separately, and changes in review of such items."
    >
      <Stats>
        <ShareStat
          label="Refined, % of all items (paper: 40%)"
          share={numbers.paper.refined}
          of="items"
          href={figureHref("refined-in-any-way")}
        />
        <ShareStat
          label="Improved in review, % of all items (paper: 8%)"
          share={numbers.paper.improved}
          of="items"
          href={figureHref("improved")}
        />
      </Stats>
    </Section>
  );
}
