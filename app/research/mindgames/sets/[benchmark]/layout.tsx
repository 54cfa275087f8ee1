import type { ReactNode } from "react";
import { ProblemSetBreadcrumbs, ProblemSetTabs } from "@/components/mindgames/sets/problem-set-tabs.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { type ProblemSetParams, requireProblemSet } from "./require-problem-set.ts";

/** The header and tabs of one set of problems. It checks no rights: each page checks them. */
export default async function ProblemSetLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: ProblemSetParams;
}) {
  const {
    base,
    set: { benchmark, problems },
  } = await requireProblemSet(params);
  return (
    <Page>
      <PageHeader
        title={benchmark.name}
        trail={<ProblemSetBreadcrumbs base={base} name={benchmark.name} />}
        badge={benchmark.isDemo && <Badge tone="info">Demo</Badge>}
        lead={benchmark.description || undefined}
        actions={
          <>
            <LinkButton href={`/research/benchmarks/${benchmark.id}`}>View as a benchmark</LinkButton>
            {problems.length > 0 && (
              <a href={`/api/v1/benchmarks/${benchmark.id}/lm-eval`} download className={buttonStyle()}>
                Download as lm-eval tasks
              </a>
            )}
          </>
        }
      />
      <ProblemSetTabs base={base} problems={problems.length} />
      {children}
    </Page>
  );
}
