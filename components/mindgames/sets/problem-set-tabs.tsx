"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { TabBreadcrumbs } from "@/components/ui/navigation/tab-breadcrumbs.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";

const tabs = [
  { segment: null, label: "Problems" },
  { segment: "artefacts", label: "Artefacts" },
  { segment: "evaluation", label: "Human evaluation" },
] as const;

/** Breadcrumbs from the benchmarks to the current page of one set. */
export function ProblemSetBreadcrumbs({ base, name }: { base: string; name: string }) {
  const parents = [
    { href: "/research/benchmarks", label: "Benchmarks" },
    { href: "/research/mindgames", label: "MindGames" },
    { href: base, label: name },
  ];
  return <TabBreadcrumbs above={parents} base={base} tabs={tabs} />;
}

/** The pages of one set of problems. */
export function ProblemSetTabs({ base, problems }: { base: string; problems: number }) {
  const segment = useSelectedLayoutSegment();
  return (
    <TabLinks
      label="Pages of this set"
      links={tabs.map((tab) => ({
        href: tab.segment === null ? base : `${base}/${tab.segment}`,
        label: tab.label,
        ...(tab.segment === null && { count: problems }),
      }))}
      current={segment === null ? base : `${base}/${segment}`}
    />
  );
}
