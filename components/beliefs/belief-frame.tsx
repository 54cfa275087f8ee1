import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Breadcrumbs } from "@/components/ui/navigation/breadcrumbs.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { type BeliefQuery, formatBeliefQuery, pickSharedParameters } from "@/lib/domain/beliefs/prepare/view-query.ts";

/** The tabs of a benchmark with expressions of belief. */
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

/**
 * The layout of all pages of one benchmark with expressions of belief. The links of the tabs keep the shared filters.
 */
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
  const sharedQuery = formatBeliefQuery(pickSharedParameters(query));
  return (
    <Page>
      <PageHeader
        title={benchmark.name}
        trail={
          <Breadcrumbs
            above={[
              { href: "/research/benchmarks", label: "Benchmarks" },
              { href: "/research/beliefs", label: "Expressions of belief" },
              { href: `${base}${sharedQuery}`, label: benchmark.name },
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
        links={beliefTabs.map(({ path, label }) => ({ href: `${base}${path}${sharedQuery}`, label }))}
        current={`${base}${current}${sharedQuery}`}
      />
      {children}
    </Page>
  );
}
