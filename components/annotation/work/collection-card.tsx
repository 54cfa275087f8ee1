import { ArrowRight } from "lucide-react";
import { Badge } from "@/components/ui/badge.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";

/** A collection with the data that its annotators see. */
export interface WorkCollection {
  id: string;
  name: string;
  isClosed: boolean;
  open: number;
  finished: number;
  total: number;
  /** `total`: the items that this person has finished, has in progress or can still receive. */
  mine: { inHand: number; returned: number; parked: number; finished: number; total: number };
  /** The pay as text; null for none. */
  terms: string | null;
}

/** A collection in the queue: its progress, the person's own work, and a link to the workspace. */
export function CollectionCard({
  collection,
  hrefs,
  isFirst,
}: {
  collection: WorkCollection;
  hrefs: { workspace: string; returned: string; parked: string };
  isFirst: boolean;
}) {
  const { name, mine, open, finished, total, isClosed, terms } = collection;
  const isFinished = isClosed || (open === 0 && mine.inHand + mine.returned === 0);
  return (
    <li className="grid gap-4 border-t border-rule py-5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-x-8">
      <div className="grid min-w-0 gap-2.5">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg">{name}</h2>
          {isClosed && <Badge>closed</Badge>}
          {mine.returned > 0 && <Badge tone="warn">{mine.returned} returned</Badge>}
        </div>
        <Progress
          label="Yours"
          value={mine.finished}
          maximum={mine.total}
          text={`${formatCount(mine.finished)} of ${formatCount(mine.total)}`}
        />
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
          <span>
            All annotators: {formatCount(finished)} of {formatNumberOf(total, "copy", "copies")}, {formatCount(open)}{" "}
            free
          </span>
          {mine.returned > 0 && <Link href={hrefs.returned}>{mine.returned} returned to you</Link>}
          {mine.parked > 0 && <Link href={hrefs.parked}>{mine.parked} parked</Link>}
          {terms && <span>{terms}</span>}
        </p>
      </div>
      <LinkButton
        href={hrefs.workspace}
        prefetch={false}
        look={isFirst && !isFinished ? "primary" : "secondary"}
        aria-label={`${mine.inHand + mine.returned > 0 ? "Continue with" : "Start"} ${name}`}
      >
        {mine.inHand + mine.returned > 0 ? "Continue" : isFinished ? "View" : "Start"}
        <ArrowRight aria-hidden="true" />
      </LinkButton>
    </li>
  );
}
