import type { Metadata } from "next";
import { ResultLinks } from "@/components/results/result-links.tsx";
import { DemoNotice } from "@/components/ui/demo-notice.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getDemoLoading } from "@/lib/server/demo/demo-loading.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { listStudies } from "@/lib/server/studies/list-studies.ts";

export const metadata: Metadata = { title: "Results" };

/** Links to each study's results. */
export default async function ResultsIndexPage() {
  const { actor, project } = await requireProject("research.read");
  const [listed, loading] = await Promise.all([listStudies(actor, project.id), getDemoLoading(actor, project.id)]);
  const studies = listed.filter(({ status }) => status !== "draft");
  return (
    <Page>
      <PageHeader title="Results" lead="People and models compared, by study." />
      <DemoNotice loading={loading} />
      {studies.length === 0 ? (
        <EmptyState title="No results yet" actions={<LinkButton href="/research/studies">To the studies</LinkButton>}>
          The results of open studies will appear here.
        </EmptyState>
      ) : (
        <ResultLinks studies={studies} base="/research/studies" />
      )}
    </Page>
  );
}
