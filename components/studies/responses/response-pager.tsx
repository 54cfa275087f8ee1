import { Link } from "@/components/ui/navigation/link.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";

/** The position in the list, and links to the next pages. */
export function ResponsePager(props: {
  shown: number;
  matching: number;
  /** The number of newest answers in which `matching` was counted; null: all. */
  countedAmong: number | null;
  isFiltered: boolean;
  /** The position at which this page ends early, because the maximum number of answers was read. */
  stopped: { lookedAt: number; at: Date } | null;
  isGoingBack: boolean;
  newestHref: string | null;
  newerHref: string | null;
  olderHref: string | null;
}) {
  const { stopped, isGoingBack } = props;
  const further = (isBack: boolean) => (stopped && isGoingBack === isBack ? "Search further" : null);
  return (
    <nav aria-label="Pages of the list" className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p className="tabular-nums text-ink-soft">
        {listed(props)}, newest first
        {stopped && `. ${lookedThrough(stopped, isGoingBack)}`}
      </p>
      <p className="no-print flex flex-wrap gap-5">
        {props.newestHref && <Link href={props.newestHref}>Newest</Link>}
        {props.newerHref && <Link href={props.newerHref}>{further(true) ?? "Newer"}</Link>}
        {props.olderHref && <Link href={props.olderHref}>{further(false) ?? "Older"}</Link>}
      </p>
    </nav>
  );
}

function listed({ shown, matching, countedAmong, isFiltered }: Parameters<typeof ResponsePager>[0]): string {
  const counted = formatCount(matching);
  if (countedAmong === null) return `${formatCount(shown)} of ${counted}`;
  if (!isFiltered) return `${formatCount(shown)} of ${counted} or more`;
  return `${formatCount(shown)} shown; ${counted} among the newest ${formatCount(countedAmong)} answers`;
}

/** The number of answers that were read for a page that is not full. */
export function lookedThrough({ lookedAt, at }: { lookedAt: number; at: Date }, isGoingBack: boolean): string {
  return `${formatCount(lookedAt)} answers were searched, ${isGoingBack ? "up" : "back"} to ${formatMinute(at)}; there are more`;
}
