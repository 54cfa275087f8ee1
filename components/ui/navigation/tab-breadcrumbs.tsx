"use client";

import { useSelectedLayoutSegments } from "next/navigation";
import { type Breadcrumb, Breadcrumbs } from "./breadcrumbs.tsx";

/**
 * The breadcrumbs of a layout with tabs. They end with the name of the current tab or of a page below a tab, which is
 * determined from the address.
 */
export function TabBreadcrumbs({
  above,
  base,
  tabs,
  below = {},
}: {
  /** The parent pages; the last one is the object of the tabs. */
  above: readonly Breadcrumb[];
  base: string;
  tabs: readonly { segment: string | null; label: string }[];
  /** Names of pages that are not tabs, by their path below the base without IDs: "responses/session". */
  below?: Readonly<Record<string, string>>;
}) {
  const [first = null, second, ...rest] = useSelectedLayoutSegments();
  const tab = tabs.find(({ segment }) => segment === first);
  if (second === undefined) return <Breadcrumbs above={above} here={tab?.label ?? below[first ?? ""] ?? ""} />;
  const tabCrumb = tab ? [{ href: `${base}/${first}`, label: tab.label }] : [];
  const here = below[[first, second, ...rest].join("/")] ?? below[`${first}/${second}`] ?? below[`${first}/*`] ?? "";
  return <Breadcrumbs above={[...above, ...tabCrumb]} here={here} />;
}
