import type { ReactNode } from "react";
import { AppLink } from "./app-link.tsx";

export interface Breadcrumb {
  href: string;
  label: string;
}

/** The links to the parent pages, followed by the name of the current page. */
export function Breadcrumbs({ above, here }: { above: readonly Breadcrumb[]; here: ReactNode }) {
  return (
    <nav aria-label="Breadcrumbs" className="no-print">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        {above.map((crumb) => (
          <li key={crumb.href} className="flex items-center gap-x-2">
            <AppLink
              href={crumb.href}
              className="inline-block py-1 wrap-anywhere underline decoration-edge underline-offset-4 transition-colors hover:text-ink hover:decoration-current"
            >
              {crumb.label}
            </AppLink>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="py-1 wrap-anywhere text-ink">
          {here}
        </li>
      </ol>
    </nav>
  );
}
