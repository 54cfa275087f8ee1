"use client";

import clsx from "clsx";
import { useSelectedLayoutSegments } from "next/navigation";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { TabBreadcrumbs } from "@/components/ui/navigation/tab-breadcrumbs.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";

const tabs = [
  { segment: null, label: "Overview" },
  { segment: "design", label: "Design" },
  { segment: "recruit", label: "Recruit" },
  { segment: "collect", label: "Collect" },
  { segment: "responses", label: "Responses" },
  { segment: "results", label: "Results" },
] as const;

type Tab = Exclude<(typeof tabs)[number]["segment"], null>;

/** The labels of the pages below the tabs, by their path below the study. */
const pageNames = {
  stages: "Stages",
  settings: "Settings",
  "settings/events": "Outgoing events",
  "settings/shared-views": "Shared views",
  "design/edit": "Edit study",
  "design/protocol": "Protocol and preview",
  "collect/flow": "Flow",
  "collect/ledger": "Ledger",
  "responses/cleaning": "Cleaning",
  "responses/cleaning/adjudicate": "Adjudicate",
  "responses/*": "One session",
  "results/analyses": "Analyses of single answers",
  "results/tables": "Tables and comparisons",
  "results/items": "One item",
  "results/parity": "Parity",
  "results/exclusions": "With and without exclusions",
  "results/errors": "Errors found",
  "results/raters": "Raters and errors",
  "results/sites": "Pool with other sites",
  "results/release": "Release",
} as const;

/** The pages of each tab. The tab's own page comes first. */
const pagesOfTab: Partial<Record<Tab, readonly { path: string; label: string }[]>> = {
  design: [
    { path: "design", label: "Summary" },
    { path: "design/edit", label: pageNames["design/edit"] },
    { path: "design/protocol", label: pageNames["design/protocol"] },
  ],
  collect: [
    { path: "collect", label: "Live" },
    { path: "collect/flow", label: pageNames["collect/flow"] },
    { path: "collect/ledger", label: pageNames["collect/ledger"] },
  ],
  responses: [
    { path: "responses", label: "List" },
    { path: "responses/cleaning", label: pageNames["responses/cleaning"] },
  ],
  results: [
    { path: "results", label: "Verdict" },
    { path: "results/tables", label: pageNames["results/tables"] },
    { path: "results/analyses", label: pageNames["results/analyses"] },
    { path: "results/parity", label: pageNames["results/parity"] },
    { path: "results/exclusions", label: pageNames["results/exclusions"] },
    { path: "results/errors", label: pageNames["results/errors"] },
    { path: "results/raters", label: pageNames["results/raters"] },
    { path: "results/sites", label: pageNames["results/sites"] },
    { path: "results/release", label: pageNames["results/release"] },
  ],
};

/** Breadcrumbs from the list of studies to the current page of one study. */
export function StudyBreadcrumbs({ base, name }: { base: string; name: string }) {
  const parents = [
    { href: "/research/studies", label: "Studies" },
    { href: base, label: name },
  ];
  return <TabBreadcrumbs above={parents} base={base} tabs={tabs} below={pageNames} />;
}

/** The tabs of one study, and below them links to the pages of the current tab. */
export function StudyTabs({
  base,
  canWrite,
  isLocalised,
  asksMindgames,
  hasLedger,
}: {
  base: string;
  canWrite: boolean;
  /** Whether answers mark the words of errors. */
  isLocalised: boolean;
  asksMindgames: boolean;
  /** Whether there is a recruiter, or a list of people, whose submissions can be reconciled. */
  hasLedger: boolean;
}) {
  const [segment = null, ...rest] = useSelectedLayoutSegments();
  const tab = tabs.find((one) => one.segment === segment)?.segment ?? null;
  const hrefOf = (path: string | null) => (path === null ? base : `${base}/${path}`);
  const isShown = (path: string) =>
    (canWrite || !["recruit", "design/edit", "collect/ledger"].includes(path)) &&
    (hasLedger || path !== "collect/ledger") &&
    (isLocalised || path !== "results/errors") &&
    (asksMindgames || path !== "results/raters");
  const pages = (tab ? (pagesOfTab[tab] ?? []) : []).filter(({ path }) => isShown(path));
  const currentPath = [segment, ...rest].join("/");
  return (
    <>
      <TabLinks
        label="Pages of this study"
        links={tabs
          .filter((one) => one.segment === null || isShown(one.segment))
          .map((one) => ({ href: hrefOf(one.segment), label: one.label }))}
        current={hrefOf(tab)}
      />
      {pages.length > 1 && (
        <nav aria-label={`Pages of ${tabs.find((one) => one.segment === tab)?.label}`} className="no-print -mt-4 mb-8">
          <ul className="flex flex-wrap gap-1">
            {pages.map(({ path, label }) => (
              <li key={path}>
                <AppLink
                  href={hrefOf(path)}
                  aria-current={path === currentPath ? "page" : undefined}
                  className={clsx(
                    "inline-block rounded-full px-3 py-1.5 text-sm transition-colors pointer-coarse:py-2.5",
                    path === currentPath ? "bg-ink text-on-ink" : "text-ink-soft hover:bg-sunken hover:text-ink",
                  )}
                >
                  {label}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
