"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { TabLinks } from "@/components/ui/tab-links.tsx";

/** The pages of one set of problems. */
export function ProblemSetTabs({ base, problems }: { base: string; problems: number }) {
  const segment = useSelectedLayoutSegment();
  return (
    <TabLinks
      label="Pages of this set"
      links={[
        { href: base, label: "Problems", count: problems },
        { href: `${base}/artefacts`, label: "Artefacts" },
        { href: `${base}/evaluation`, label: "Human evaluation" },
      ]}
      current={segment === null ? base : `${base}/${segment}`}
    />
  );
}
