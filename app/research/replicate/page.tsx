import type { Metadata } from "next";
import { ReplicateForm } from "@/components/results/replication/replicate-form.tsx";
import { LocalTime } from "@/components/studies/local-time.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { replicatedPapers } from "@/lib/domain/replicate/papers.ts";
import { listBenchmarks } from "@/lib/server/items/benchmarks.ts";
import { listEndpoints } from "@/lib/server/models/evaluations/endpoints.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { hasPrice } from "@/lib/server/replicate/replication-evaluations.ts";
import { listReplications } from "@/lib/server/replicate/replication-job.ts";
import { replicateAction } from "./actions.ts";

export const metadata: Metadata = { title: "Replicate" };

export default async function ReplicatePage() {
  const { actor, project } = await requireProject("research.read");
  const [benchmarks, endpoints, replications] = await Promise.all([
    listBenchmarks(actor, project.id, false),
    listEndpoints(actor, project.id),
    listReplications(actor, project.id),
  ]);
  return (
    <Page>
      <PageHeader
        title="Replicate"
        breadcrumbs={[{ href: "/research/benchmarks", label: "Benchmarks" }]}
        lead="From a paper’s data to its tables: studies from its presets, models evaluated with its prompts, and every value as printed and as replicated."
      />
      <Section title="Papers">
        <ul className="grid gap-3">
          {replicatedPapers.map(({ id, label, data }) => {
            const state = replications.find(({ paper }) => paper === id);
            return (
              <li key={id}>
                {state ? <Link href={`/research/replicate/${id}`}>{label}</Link> : <strong>{label}</strong>}
                {state?.isRunning && " · running"}
                {state?.problem && " · stopped"}
                {state?.finishedAt && (
                  <>
                    {" · finished "}
                    <LocalTime at={state.finishedAt.toISOString()} />
                  </>
                )}
                <span className="block text-sm text-ink-soft">Data: {data}.</span>
              </li>
            );
          })}
        </ul>
      </Section>
      {can(actor, "research.write", project.id) && (
        <Section
          title="New replication"
          lead="A replication that is started again continues: no request is sent twice. You recruit people for the studies that it creates."
        >
          <ReplicateForm
            action={replicateAction}
            project={project.id}
            papers={replicatedPapers.map(({ id, label }) => ({ id, label }))}
            benchmarks={benchmarks.map(({ id, name }) => ({ id, name }))}
            maxMegabytes={environment().maxUploadMegabytes}
            endpoints={endpoints
              .filter(({ isArchived }) => !isArchived)
              .map(({ name, settings }) => ({ name, isPriced: hasPrice(settings) }))}
          />
        </Section>
      )}
      <Section title="From the command line" lead="The same replication, for files of any size.">
        <CodeBlock label="Replicate a paper">
          parallax replicate kste2025 --data Act-on-Known --endpoint "GPT-4o" --max-cost 40 --out replication
        </CodeBlock>
      </Section>
    </Page>
  );
}
