import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Breadcrumbs } from "@/components/ui/navigation/breadcrumbs.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { type BeliefQuery, formatBeliefQuery, sharedPart } from "@/lib/domain/beliefs/prepare/view-query.ts";

/** The pages of a benchmark of expressions. */
export const beliefTabs = [
  { path: "", label: "Heatmap" },
  { path: "/ranking", label: "Ranking" },
  { path: "/models", label: "Size and tuning" },
  { path: "/dimensions", label: "Dimensions" },
  { path: "/comparisons", label: "Tables and tests" },
  { path: "/open", label: "Open questions" },
  { path: "/facts", label: "Facts and files" },
] as const;
export type BeliefTab = (typeof beliefTabs)[number]["path"];

/** The frame of every page about one benchmark of expressions; its links keep the settings that apply to all pages. */
export function BeliefFrame({
  benchmark,
  current,
  here,
  query,
  children,
}: {
  benchmark: { id: string; name: string; description: string; isDemo: boolean; canWrite: boolean };
  current: BeliefTab;
  /** The page's name, if it is not a tab. */
  here?: string;
  query: BeliefQuery;
  children: ReactNode;
}) {
  const base = `/research/beliefs/${benchmark.id}`;
  const kept = formatBeliefQuery(sharedPart(query));
  return (
    <Page>
      <PageHeader
        title={benchmark.name}
        trail={
          <Breadcrumbs
            above={[
              { href: "/research/benchmarks", label: "Benchmarks" },
              { href: "/research/beliefs", label: "Expressions of belief" },
              { href: `${base}${kept}`, label: benchmark.name },
            ]}
            here={here ?? beliefTabs.find(({ path }) => path === current)?.label}
          />
        }
        badge={benchmark.isDemo && <Badge tone="info">Demo</Badge>}
        lead={benchmark.description || undefined}
        actions={
          benchmark.canWrite && <LinkButton href={`/research/beliefs/${benchmark.id}/study`}>New study</LinkButton>
        }
      />
      <TabLinks
        label="Figures of this benchmark"
        links={beliefTabs.map(({ path, label }) => ({ href: `${base}${path}${kept}`, label }))}
        current={`${base}${current}${kept}`}
      />
      {children}
    </Page>
  );
}
