"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { TabBreadcrumbs } from "@/components/ui/navigation/tab-breadcrumbs.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";

const tabs = [
  { segment: null, label: "Overview" },
  { segment: "design", label: "Design" },
  { segment: "protocol", label: "Protocol and preview" },
  { segment: "recruiting", label: "Recruiting" },
  { segment: "live", label: "Live" },
  { segment: "flow", label: "Flow" },
  { segment: "responses", label: "Responses" },
  { segment: "ledger", label: "Ledger" },
  { segment: "stages", label: "Stages" },
  { segment: "results", label: "Results" },
  { segment: "parity", label: "Parity" },
  { segment: "errors", label: "Errors found" },
  { segment: "mindgames", label: "Raters and errors" },
  { segment: "settings", label: "Settings" },
] as const;

/** Pages of a study that are not tabs. */
const below = {
  edit: "Edit study",
  "responses/*": "One session",
  "results/analyses": "Analyses of single answers",
  "results/tables": "Tables and comparisons",
  "results/items": "One item",
} as const;

/** Breadcrumbs from the studies to the current page of one of them. */
export function StudyBreadcrumbs({ base, name }: { base: string; name: string }) {
  const above = [
    { href: "/research/studies", label: "Studies" },
    { href: base, label: name },
  ];
  return <TabBreadcrumbs above={above} base={base} tabs={tabs} below={below} />;
}

/** The pages of one study. */
export function StudyTabs({
  base,
  canWrite,
  itemKind,
  asksMindgames,
}: {
  base: string;
  canWrite: boolean;
  itemKind: string | null;
  asksMindgames: boolean;
}) {
  const segment = useSelectedLayoutSegment();
  const href = (target: string | null) => (target === null ? base : `${base}/${target}`);
  return (
    <TabLinks
      label="Pages of this study"
      links={tabs
        .filter((tab) => canWrite || !["settings", "recruiting", "ledger"].includes(tab.segment ?? ""))
        .filter((tab) => itemKind === "consistency" || tab.segment !== "errors")
        .filter((tab) => asksMindgames || tab.segment !== "mindgames")
        .map((tab) => ({ href: href(tab.segment), label: tab.label }))}
      current={href(segment)}
    />
  );
}
