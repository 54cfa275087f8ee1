"use client";

import { useSelectedLayoutSegments } from "next/navigation";
import { type Breadcrumb, Breadcrumbs } from "./breadcrumbs.tsx";

/**
 * The breadcrumbs of a layout with tabs. The last name is that of the current page, which is a tab or a page below a
 * tab. It is derived from the URL.
 */
export function TabBreadcrumbs({
  above,
  base,
  tabs,
  below = {},
}: {
  /** The parent pages. The last one is the page of the object with the tabs. */
  above: readonly Breadcrumb[];
  base: string;
  tabs: readonly { segment: string | null; label: string }[];
  /**
   * Names of pages that are not tabs. The keys are paths relative to `base` without IDs, for example
   * "responses/session".
   */
  below?: Readonly<Record<string, string>>;
}) {
  const [first = null, second, ...rest] = useSelectedLayoutSegments();
  const tab = tabs.find(({ segment }) => segment === first);
  if (second === undefined) return <Breadcrumbs above={above} here={tab?.label ?? below[first ?? ""] ?? ""} />;
  const tabCrumb = tab ? [{ href: `${base}/${first}`, label: tab.label }] : [];
  const here = below[[first, second, ...rest].join("/")] ?? below[`${first}/${second}`] ?? below[`${first}/*`] ?? "";
  return <Breadcrumbs above={[...above, ...tabCrumb]} here={here} />;
}
