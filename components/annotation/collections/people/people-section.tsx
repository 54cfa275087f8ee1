import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import type { ConstructionReport } from "@/lib/domain/results/views/collections/construction-view.ts";
import { PairAgreement, PeopleQuality } from "./people-quality.tsx";
import { PeopleWeeks } from "./people-weeks.tsx";

/** The remaining work, and the quality of each person's work by week and by pair of people. */
export function PeopleSection({
  people,
  weeks,
  pairs,
  left,
  estimatedEnd,
  itemsHref,
  fileHref,
}: Pick<ConstructionReport, "people" | "weeks" | "pairs"> & {
  /** Number of copies that are not finished. */
  left: number;
  /** The estimated end at the pace of the last week; null if there was no work in that week. */
  estimatedEnd: Date | null;
  itemsHref: string;
  fileHref: (file: string) => string;
}) {
  return (
    <Section
      title="People"
      lead={formatLead(left, estimatedEnd)}
      actions={
        left > 0 && (
          <LinkButton href={`${itemsHref}?figure=unfinished`} size="small">
            Show open items
          </LinkButton>
        )
      }
    >
      <div className="grid grid-cols-1 gap-8">
        <div className="grid grid-cols-1 gap-2">
          <PeopleQuality people={people} itemsHref={itemsHref} />
          {people.length > 0 && <TableDownloads name="people" fileHref={fileHref} />}
        </div>
        {weeks.length > 0 && (
          <div className="grid grid-cols-1 gap-2">
            <PeopleWeeks weeks={weeks} itemsHref={itemsHref} />
            <TableDownloads name="weeks" fileHref={fileHref} />
          </div>
        )}
        {pairs.length > 0 && (
          <div className="grid grid-cols-1 gap-2">
            <PairAgreement pairs={pairs} itemsHref={itemsHref} />
            <TableDownloads name="pairs" fileHref={fileHref} />
          </div>
        )}
      </div>
    </Section>
  );
}

function formatLead(left: number, estimatedEnd: Date | null): string {
  const end =
    left === 0
      ? "No copies left"
      : estimatedEnd === null
        ? `${formatNumberOf(left, "copy", "copies")} left; no estimated end, because no work was done in the last week`
        : `${formatNumberOf(left, "copy", "copies")} left, estimated end ${formatMoment(estimatedEnd)} at the pace of the last week`;
  return `${end}. Shares have 95% Wilson intervals. Use them for feedback, never as a reason to withhold pay.`;
}
