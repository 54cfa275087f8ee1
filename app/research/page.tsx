import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Badge } from "@/components/ui/badge.tsx";
import { DemoNotice } from "@/components/ui/demo-notice.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { NewDemoParts } from "@/components/ui/new-demo-parts.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { readAnnotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import { getDemoLoading } from "@/lib/server/demo/demo-loading.ts";
import { listNewDemoParts } from "@/lib/server/demo/demo-parts.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";
import type { ProjectChoice } from "@/lib/server/platform/auth/list-projects.ts";
import type { Overview } from "@/lib/server/research/overview.ts";
import { getOverview } from "@/lib/server/research/overview.ts";
import { addDemoPartsAction, declineDemoPartsAction } from "./demo-actions.ts";
import { statusLabels } from "./status-labels.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { actor, project } = await requireProjectContext();
  if (!project) {
    return (
      <Page isNarrow>
        <PageHeader title="Welcome" />
        <EmptyState title="You are not a member of a project yet">
          A project admin can send you an invitation.
        </EmptyState>
      </Page>
    );
  }
  if (!can(actor, "research.read", project.id)) {
    // The page after sign-in; annotators, reviewers and raters are redirected to their work.
    const annotation = await readAnnotationRights(actor, project.id);
    if (annotation.work || annotation.review || can(actor, "rating.work", project.id)) redirect("/annotate");
    return (
      <Page isNarrow>
        <PageHeader title={project.name} lead={`Your role in this project: ${project.role}.`} />
        <EmptyState title="No work for you yet">Your work in this project will appear here.</EmptyState>
      </Page>
    );
  }
  const [overview, loading, newParts] = await Promise.all([
    getOverview(actor, project.id),
    getDemoLoading(actor, project.id),
    listNewDemoParts(actor),
  ]);
  return (
    <Page>
      <PageHeader
        title={project.name}
        lead="Running studies and new answers."
        actions={
          can(actor, "research.write", project.id) && (
            <LinkButton look="primary" href="/research/studies/new">
              New study
            </LinkButton>
          )
        }
      />
      <DemoNotice loading={loading} />
      {newParts.length > 0 && (
        <NewDemoParts parts={newParts} add={addDemoPartsAction} dismiss={declineDemoPartsAction} />
      )}
      <OverviewFigures overview={overview} />
      <RecentStudies {...{ overview, actor, project }} />
    </Page>
  );
}

/** The newest studies of the project. */
function RecentStudies({ overview, actor, project }: { overview: Overview; actor: Actor; project: ProjectChoice }) {
  return (
    <Section title="Studies" actions={<Link href="/research/studies">All studies</Link>}>
      {overview.studies.length === 0 ? (
        <EmptyState
          level={3}
          title="No study yet"
          actions={
            can(actor, "research.write", project.id) && (
              <LinkButton href="/research/studies/new">Create the first one</LinkButton>
            )
          }
        >
          A study shows items of a benchmark to people, under the conditions you choose.
        </EmptyState>
      ) : (
        <Table caption="Studies of this project" isCaptionHidden>
          <thead>
            <tr>
              <Th>Study</Th>
              <Th>State</Th>
              <Th isNumber>Started</Th>
              <Th isNumber>Finished</Th>
            </tr>
          </thead>
          <tbody>
            {overview.studies.map((study) => (
              <tr key={study.id}>
                <Th scope="row">
                  <Link href={`/research/studies/${study.id}`}>{study.name}</Link>
                </Th>
                <Td>
                  <Badge tone={statusLabels[study.status].tone}>{statusLabels[study.status].word}</Badge>
                </Td>
                <Td isNumber>{formatCount(study.begun)}</Td>
                <Td isNumber>{formatCount(study.finished)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

function OverviewFigures({ overview }: { overview: Awaited<ReturnType<typeof getOverview>> }) {
  return (
    <Stats>
      <Stat label="Studies open now" value={formatCount(overview.openStudies)} n={`of ${overview.studies.length}`} />
      <Stat
        side="people"
        label="People who finished"
        value={formatCount(overview.finished)}
        n={`of ${formatCount(overview.begun)} who started`}
      />
      <Stat
        side="models"
        label="Models with answers"
        value={formatCount(overview.models)}
        n={`${formatCount(overview.predictions)} answers stored`}
      />
      <Stat
        label="Items"
        value={formatCount(overview.items)}
        n={overview.benchmarks === 1 ? "in 1 benchmark" : `in ${overview.benchmarks} benchmarks`}
      />
    </Stats>
  );
}
