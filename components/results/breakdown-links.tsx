import clsx from "clsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";

/** Links that select the item attribute by which results are grouped. The first link is “Order and level”. */
export function BreakdownLinks({
  by,
  breakdowns,
  hrefOf,
}: {
  by: string | null;
  breakdowns: readonly string[];
  hrefOf: (by: string | null) => string;
}) {
  return (
    <nav aria-label="Group accuracies by" className="no-print flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {[null, ...breakdowns].map((name) => (
        <AppLink
          key={name ?? ""}
          href={hrefOf(name)}
          scroll={false}
          aria-current={name === by ? "true" : undefined}
          className={clsx(
            "py-1.5 transition-colors pointer-coarse:py-2.5",
            name === by
              ? "parallax-stroke font-semibold"
              : "text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink",
          )}
        >
          {name ?? "Order and level"}
        </AppLink>
      ))}
    </nav>
  );
}
