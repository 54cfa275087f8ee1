import clsx from "clsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import type { CellFilter, ResultSort } from "@/lib/domain/results/model/results-query.ts";
import { showOptions, sortOptions } from "@/lib/domain/results/preparation/prepare-filters.ts";

/** The sort orders of the item table. */
export function SortLinks({ sort, hrefOf }: { sort: ResultSort; hrefOf: (sort: ResultSort) => string }) {
  const links = sortOptions().map(({ value, label }) => ({ label, href: hrefOf(value), isCurrent: value === sort }));
  return <ChoiceLinks label="Order of the rows" links={links} />;
}

/** Links that filter the rows of the item table. They do not affect the tests above. */
export function RowFilterLinks({
  show,
  hrefOf,
}: {
  show: CellFilter | null;
  hrefOf: (show: CellFilter | null) => string;
}) {
  const links = showOptions().map(({ value, label }) => ({ label, href: hrefOf(value), isCurrent: value === show }));
  return <ChoiceLinks label="Rows to list" links={links} />;
}

function ChoiceLinks({
  label,
  links,
}: {
  label: string;
  links: readonly { label: string; href: string; isCurrent: boolean }[];
}) {
  return (
    <nav aria-label={label} className="no-print flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {links.map((link) => (
        <AppLink
          key={link.label}
          href={link.href}
          scroll={false}
          aria-current={link.isCurrent ? "true" : undefined}
          className={clsx(
            "py-1.5 transition-colors pointer-coarse:py-2.5",
            link.isCurrent
              ? "parallax-stroke font-semibold"
              : "text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink",
          )}
        >
          {link.label}
        </AppLink>
      ))}
    </nav>
  );
}
