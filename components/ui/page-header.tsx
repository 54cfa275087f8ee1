import type { ReactNode } from "react";
import { type Breadcrumb, Breadcrumbs } from "./navigation/breadcrumbs.tsx";

/** The header of a page, with breadcrumbs, title, description and actions. */
export function PageHeader({
  title,
  breadcrumbs = [],
  trail,
  badge,
  lead,
  actions,
}: {
  title: ReactNode;
  /** The parent pages, starting with the outermost one. The title of the current page is appended. */
  breadcrumbs?: readonly Breadcrumb[];
  /** Custom breadcrumbs, for example breadcrumbs that end with the name of a tab. */
  trail?: ReactNode;
  badge?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-8 grid gap-2 [&:has(+nav)]:mb-4">
      {trail ?? (breadcrumbs.length > 0 && <Breadcrumbs above={breadcrumbs} here={title} />)}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 tabIndex={-1} className="font-serif text-3xl font-normal tracking-tight">
              {title}
            </h1>
            {badge}
          </div>
          {lead && <div className="max-w-measure text-lg text-ink-soft">{lead}</div>}
        </div>
        {actions && <div className="no-print flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
    </header>
  );
}

/** A section of a page, with a title and a thin line above. */
export function Section({
  title,
  lead,
  actions,
  children,
  id,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section
      id={id}
      className="mt-12 border-t border-rule pt-6 first:mt-0 first:border-t-0 first:pt-0 [header+&]:mt-0 [header+&]:border-t-0 [header+&]:pt-0 [nav+&]:mt-0 [nav+&]:border-t-0 [nav+&]:pt-0"
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="grid gap-1">
          <h2 className="text-xl">{title}</h2>
          {lead && <div className="max-w-measure text-ink-soft">{lead}</div>}
        </div>
        {actions && <div className="no-print flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
