import clsx from "clsx";
import NextLink from "next/link";
import { sortOptions } from "@/lib/domain/results/prepare-filters.ts";
import type { ResultSort } from "@/lib/domain/results/results-query.ts";

/** The orders in which the rows of the item table can stand. */
export function SortLinks({ sort, hrefOf }: { sort: ResultSort; hrefOf: (sort: ResultSort) => string }) {
  return (
    <nav aria-label="Order of the rows" className="no-print flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {sortOptions().map(({ value, label }) => (
        <NextLink
          key={value}
          href={hrefOf(value)}
          scroll={false}
          aria-current={value === sort ? "true" : undefined}
          className={clsx(
            "py-1.5 transition-colors pointer-coarse:py-2.5",
            value === sort
              ? "parallax-stroke font-semibold"
              : "text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink",
          )}
        >
          {label}
        </NextLink>
      ))}
    </nav>
  );
}
