import type { Metadata } from "next";
import { StudyList } from "@/components/studies/study-list.tsx";
import { DemoNotice } from "@/components/ui/demo-notice.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getDemoLoading } from "@/lib/server/demo/demo-loading.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { listStudies } from "@/lib/server/studies/list-studies.ts";

export const metadata: Metadata = { title: "Studies" };

export default async function StudiesPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, project } = await requireProject("research.read");
  const isArchived = (await searchParams).archived === "yes";
  const [studies, loading] = await Promise.all([
    listStudies(actor, project.id, isArchived),
    getDemoLoading(actor, project.id),
  ]);
  const canWrite = can(actor, "research.write", project.id);
  return (
    <Page>
      <PageHeader
        title="Studies"
        lead="A study shows items of a benchmark to people under the conditions that you choose."
        actions={
          canWrite &&
          studies.length > 0 && (
            <LinkButton look="primary" href="/research/studies/new">
              New study
            </LinkButton>
          )
        }
      />
      <DemoNotice loading={loading} />
      {studies.length > 0 ? (
        <StudyList studies={studies} />
      ) : isArchived ? (
        <EmptyState title="Nothing archived">Archive a study on its Settings page.</EmptyState>
      ) : (
        <EmptyState
          title="No studies in this project yet"
          actions={
            canWrite && (
              <>
                <LinkButton look="primary" href="/research/studies/new?from=street-2024">
                  Start with the published design
                </LinkButton>
                <LinkButton href="/research/studies/new">See all templates</LinkButton>
              </>
            )
          }
        >
          The design of Street et al. 2024 is ready to use: one story and one statement for each person. Name it, choose
          a benchmark, look at the preview and open it.
        </EmptyState>
      )}
      <p className="no-print mt-4 text-sm">
        <Link href={isArchived ? "/research/studies" : "/research/studies?archived=yes"}>
          {isArchived ? "Show active studies" : "Show archived"}
        </Link>
      </p>
    </Page>
  );
}
