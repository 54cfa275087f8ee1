import { Link } from "@/components/ui/navigation/link.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The number of answers in the list, and links to its other pages. */
export function ResponsePager(props: {
  shown: number;
  /** The number of matches, and whether there are more. */
  matching: number;
  isMore: boolean;
  /** The number of newest answers among which `matching` was counted; null if all answers were searched. */
  countedAmong: number | null;
  /** The number of searched answers if the search stopped before the page was full; otherwise null. */
  stoppedAfter: number | null;
  isGoingBack: boolean;
  firstHref: string | null;
  previousHref: string | null;
  nextHref: string | null;
}) {
  const { stoppedAfter, isGoingBack } = props;
  const further = (isBack: boolean) => (stoppedAfter !== null && isGoingBack === isBack ? "Search further" : null);
  return (
    <nav aria-label="Pages of the list" className="my-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p className="tabular-nums text-ink-soft">
        {formatShownCount(props)}
        {stoppedAfter !== null && `. ${formatSearchedCount(stoppedAfter)}`}
      </p>
      <p className="no-print flex flex-wrap gap-5">
        {props.firstHref && <Link href={props.firstHref}>First page</Link>}
        {props.previousHref && <Link href={props.previousHref}>{further(true) ?? "Previous"}</Link>}
        {props.nextHref && <Link href={props.nextHref}>{further(false) ?? "Next"}</Link>}
      </p>
    </nav>
  );
}

function formatShownCount({ shown, matching, isMore, countedAmong }: Parameters<typeof ResponsePager>[0]): string {
  const counted = `${formatCount(matching)}${isMore ? "+" : ""}`;
  return countedAmong === null
    ? `${formatCount(shown)} of ${counted}`
    : `${formatCount(shown)} shown; ${counted} among the newest ${formatCount(countedAmong)} answers`;
}

/** The note that the search stopped before the page was full. */
export function formatSearchedCount(count: number): string {
  return `${formatCount(count)} answers were searched; there are more`;
}
