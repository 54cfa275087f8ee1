import { Link } from "@/components/ui/navigation/link.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The number of listed answers, with links to the other pages. */
export function ResponsePager(props: {
  shown: number;
  /** The number of matching answers, and whether there are more than were counted. */
  matching: number;
  isMore: boolean;
  /**
   * If `matching` counts only among the newest answers: the number of these answers. Null if all answers were searched.
   */
  countedAmong: number | null;
  /** The number of searched answers if the search stopped before the page was full; otherwise null. */
  stoppedAfter: number | null;
  isGoingBack: boolean;
  firstHref: string | null;
  previousHref: string | null;
  nextHref: string | null;
}) {
  const { stoppedAfter, isGoingBack } = props;
  const getContinueLabel = (isBack: boolean) =>
    stoppedAfter !== null && isGoingBack === isBack ? "Continue the search" : null;
  return (
    <nav aria-label="Pages of the list" className="my-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p className="tabular-nums text-ink-soft">
        {formatShownCount(props)}
        {stoppedAfter !== null && `. ${formatSearchedCount(stoppedAfter)}`}
      </p>
      <p className="no-print flex flex-wrap gap-5">
        {props.firstHref && <Link href={props.firstHref}>First page</Link>}
        {props.previousHref && <Link href={props.previousHref}>{getContinueLabel(true) ?? "Previous"}</Link>}
        {props.nextHref && <Link href={props.nextHref}>{getContinueLabel(false) ?? "Next"}</Link>}
      </p>
    </nav>
  );
}

function formatShownCount({ shown, matching, isMore, countedAmong }: Parameters<typeof ResponsePager>[0]): string {
  const matchingText = `${formatCount(matching)}${isMore ? "+" : ""}`;
  return countedAmong === null
    ? `${formatCount(shown)} of ${matchingText}`
    : `${formatCount(shown)} shown; ${matchingText} among the newest ${formatCount(countedAmong)} answers`;
}

/** States how many answers were searched before the search stopped. */
export function formatSearchedCount(count: number): string {
  return `${formatCount(count)} answers were searched; there are more`;
}
