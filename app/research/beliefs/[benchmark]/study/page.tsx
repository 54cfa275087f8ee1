import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BeliefStudyForm } from "@/components/beliefs/forms/belief-study-form.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { defaultParticipantSettings } from "@/lib/domain/beliefs/participants/plan-participants.ts";
import { beliefsExpressions } from "@/lib/domain/survey/presets/beliefs-expressions.ts";
import { getFacts } from "@/lib/server/beliefs/get-facts.ts";
import { summarizeStoredExpressions } from "@/lib/server/beliefs/read-stored-expressions.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import type { BeliefParams } from "../read-beliefs.ts";
import { createBeliefStudyAction } from "./actions.ts";

export const metadata: Metadata = { title: "New study with people" };

export default async function NewBeliefStudyPage({ params }: { params: BeliefParams }) {
  const actor = await requireUser();
  const facts = await getFacts(actor, (await params).benchmark);
  if (!facts?.benchmark.canWrite) notFound();
  const { benchmark, source, hasItems } = facts;
  const available = source
    ? { facts: source.importSummary.tuples, categories: source.categories }
    : hasItems && (await summarizeStoredExpressions(benchmark.id));
  return (
    <Page>
      <PageHeader
        title="New study with people"
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: "/research/beliefs", label: "Expressions of belief" },
          { href: `/research/beliefs/${benchmark.id}`, label: benchmark.name },
        ]}
        lead={beliefsExpressions.summary}
      />
      {available ? (
        <BeliefStudyForm
          benchmarkId={benchmark.id}
          {...available}
          defaults={{
            participants: defaultParticipantSettings.participants,
            facts: Math.min(
              defaultParticipantSettings.factsPerParticipant,
              Math.max(1, Math.floor(available.facts / 4)),
            ),
            fillers: Math.min(defaultParticipantSettings.fillersPerParticipant, Math.floor(available.facts / 10)),
          }}
          action={createBeliefStudyAction}
        />
      ) : (
        <EmptyState
          title="No facts stored"
          actions={<LinkButton href="/research/beliefs/import">Import facts</LinkButton>}
        >
          A study needs facts or expressions.
        </EmptyState>
      )}
    </Page>
  );
}
