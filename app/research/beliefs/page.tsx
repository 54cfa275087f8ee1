import type { Metadata } from "next";
import { BeliefList } from "@/components/beliefs/belief-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { listBeliefBenchmarks } from "@/lib/server/beliefs/list-belief-benchmarks.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

export const metadata: Metadata = { title: "Expressions of belief" };

export default async function BeliefsPage() {
  const { actor, project } = await requireProject("research.read");
  const benchmarks = await listBeliefBenchmarks(actor, project.id);
  const canWrite = can(actor, "research.write", project.id);
  return (
    <Page>
      <PageHeader
        title="Expressions of belief"
        breadcrumbs={[{ href: "/research/benchmarks", label: "Benchmarks" }]}
        lead="One false claim in 19 linguistic forms: which forms influence people, and which influence models?"
        actions={
          <>
            <LinkButton href="/research/beliefs/typology">Typology and templates</LinkButton>
            {canWrite && (
              <LinkButton look="primary" href="/research/beliefs/import">
                Import facts
              </LinkButton>
            )}
          </>
        }
      />
      {benchmarks.length === 0 ? (
        <EmptyState
          title="No facts yet"
          actions={canWrite && <LinkButton href="/research/beliefs/import">Import facts</LinkButton>}
        >
          Facts, each with a false object, come from the authors’ file or from PopQA. Templates turn them into
          expressions.
        </EmptyState>
      ) : (
        <BeliefList benchmarks={benchmarks} />
      )}
    </Page>
  );
}
