import type { Metadata } from "next";
import { ResultMatrixTable } from "@/components/results/result-matrix-table.tsx";
import { DemoNotice } from "@/components/ui/demo-notice.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getDemoLoading } from "@/lib/server/demo/demo-loading.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { getResultMatrix } from "@/lib/server/research/result-matrix.ts";

export const metadata: Metadata = { title: "Results" };

/** Links to each study's results. */
export default async function ResultsIndexPage() {
  const { actor, project } = await requireProject("research.read");
  const [matrix, loading] = await Promise.all([getResultMatrix(actor, project.id), getDemoLoading(actor, project.id)]);
  return (
    <Page>
      <PageHeader title="Results" lead="Every model in every study: what can be compared, and what is missing." />
      <DemoNotice loading={loading} />
      {matrix.studies.length === 0 ? (
        <EmptyState
          title="No results yet"
          actions={<LinkButton href="/research/studies">Go to the studies</LinkButton>}
        >
          The results of open studies will appear here.
        </EmptyState>
      ) : (
        <ResultMatrixTable matrix={matrix} />
      )}
    </Page>
  );
}
