import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The range of the shown rows, with links to the other pages. Renders nothing if all rows are on one page. */
export function PageLinks({
  label,
  page,
  pages,
  shown,
  total,
  unit,
  hrefOf,
}: {
  label: string;
  page: number;
  pages: number;
  /** The numbers of the first and the last row on this page, from 1. */
  shown: [number, number];
  total: number;
  unit: string;
  hrefOf: (page: number) => string;
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
      <p className="tabular-nums">
        {formatCount(shown[0])} to {formatCount(shown[1])} of {formatCount(total)} {unit}
      </p>
      {pages > 1 && (
        <span className="no-print flex gap-2">
          {page > 1 && (
            <AppLink href={hrefOf(page - 1)} scroll={false} className={buttonStyle("secondary", "small")}>
              Previous
            </AppLink>
          )}
          {page < pages && (
            <AppLink href={hrefOf(page + 1)} scroll={false} className={buttonStyle("secondary", "small")}>
              Next
            </AppLink>
          )}
        </span>
      )}
    </nav>
  );
}
