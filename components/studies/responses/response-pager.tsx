import { Link } from "@/components/ui/link.tsx";

/** Where one is in the list, and the way on. */
export function ResponsePager(props: {
  shown: number;
  matching: number;
  isCapped: boolean;
  newestHref: string | null;
  newerHref: string | null;
  olderHref: string | null;
}) {
  return (
    <nav aria-label="Pages of the list" className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p className="tabular-nums text-ink-soft">
        {props.shown.toLocaleString("en")} of {props.matching.toLocaleString("en")}
        {props.isCapped && " or more"}, newest first
      </p>
      <p className="no-print flex flex-wrap gap-5">
        {props.newestHref && <Link href={props.newestHref}>Newest</Link>}
        {props.newerHref && <Link href={props.newerHref}>Newer</Link>}
        {props.olderHref && <Link href={props.olderHref}>Older</Link>}
      </p>
    </nav>
  );
}
