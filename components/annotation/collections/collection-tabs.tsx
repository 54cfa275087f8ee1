"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { TabBreadcrumbs } from "@/components/ui/navigation/tab-breadcrumbs.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";

const tabs = [
  { segment: null, label: "Overview", isForTraining: true },
  { segment: "items", label: "Items", isForTraining: true },
  { segment: "import", label: "Import and export", isForTraining: true },
  { segment: "construct", label: "Construct", isForTraining: false },
  { segment: "re-review", label: "Re-review", isForTraining: false },
  { segment: "re-solve", label: "Blind re-solve", isForTraining: false },
  { segment: "numbers", label: "Report", isForTraining: false },
  { segment: "audit", label: "Audit", isForTraining: false },
  { segment: "answers", label: "Answers", isForTraining: true },
  { segment: "task", label: "Task", isForTraining: true },
  { segment: "release", label: "Release", isForTraining: false },
  { segment: "people", label: "People", isForTraining: true },
  { segment: "guidelines", label: "Guidelines", isForTraining: true },
  { segment: "settings", label: "Settings", isForTraining: true },
] as const;

const storyTabs: ReadonlySet<string> = new Set(["construct", "re-solve", "numbers", "audit"]);
const taskSchemaTabs: ReadonlySet<string> = new Set(["answers", "task"]);

/** Breadcrumbs from the list of collections to the current page of one collection. */
export function CollectionBreadcrumbs({ base, name }: { base: string; name: string }) {
  const parents = [
    { href: "/research/annotation", label: "Annotation" },
    { href: base, label: name },
  ];
  return <TabBreadcrumbs above={parents} base={base} tabs={tabs} below={{ "items/*": "One item" }} />;
}

/** The tabs of one collection. A practice collection has no tabs for results, construction and re-solves. */
export function CollectionTabs({
  base,
  isTraining,
  hasTask,
}: {
  base: string;
  isTraining: boolean;
  /** Whether the collection uses a task schema. */
  hasTask: boolean;
}) {
  const segment = useSelectedLayoutSegment();
  const href = (target: string | null) => (target === null ? base : `${base}/${target}`);
  return (
    <TabLinks
      label="Pages of this collection"
      links={tabs
        .filter((tab) => !isTraining || tab.isForTraining)
        .filter(({ segment }) => !(hasTask ? storyTabs : taskSchemaTabs).has(segment ?? ""))
        .map((tab) => ({ href: href(tab.segment), label: tab.label }))}
      current={href(segment)}
    />
  );
}
