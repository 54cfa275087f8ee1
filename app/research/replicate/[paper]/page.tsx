import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReplicationTables } from "@/components/results/replication/replication-tables.tsx";
import { AutoRefresh } from "@/components/studies/live/auto-refresh.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import { listExplainedValues, missingWithLabels } from "@/lib/domain/replicate/paper-table.ts";
import { getReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import { statusNote } from "@/lib/domain/results/plan/result-status.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { recordReplicationView } from "@/lib/server/replicate/record-replication-view.ts";
import { getReplication } from "@/lib/server/replicate/replication-job.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";

export const metadata: Metadata = { title: "Replication" };

/** Maximum number of listed parts; report.json has all of them. */
const maxListedParts = 40;

export default async function ReplicationPage({ params }: { params: Promise<{ paper: string }> }) {
  const { actor, project } = await requireProject("research.read");
  const paper = getReplicatedPaper((await params).paper);
  const progress = paper && (await getReplication(actor, project.id, paper.id));
  if (!paper || !progress) notFound();
  const { isRunning, words, problem, result } = progress;
  const filesHref = `/research/replicate/${paper.id}`;
  const studies = result?.studies ?? [];
  const [statuses] = await Promise.all([
    Promise.all(studies.map(({ slug }) => readDataStatus(slug, null))),
    recordReplicationView(actor, studies),
  ]);
  const missing = result ? missingWithLabels(result.replication) : [];
  const explainedParts = (result?.replication.tables ?? []).flatMap((table) => listExplainedValues(table, "label"));
  return (
    <Page>
      <PageHeader
        title={paper.label}
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: "/research/replicate", label: "Replicate" },
        ]}
        lead={result?.replication.title ?? "The tables appear here when the replication is finished."}
        actions={result && <LinkButton href={`${filesHref}/report.json`}>report.json</LinkButton>}
      />
      {isRunning && <AutoRefresh readAt={new Date().toISOString()} summary={words || "Waiting to start"} isRunning />}
      {isRunning && (
        <Callout>
          {words || "Waiting to start"}. Evaluations can be paused under{" "}
          <Link href="/research/models/evaluations">Models</Link>; the replication then finishes with the available
          answers.
        </Callout>
      )}
      {problem && (
        <Callout tone="warn">
          The replication stopped: {problem.replace(/[.]?$/, ".")}{" "}
          <Link href="/research/replicate">Start it again</Link>: it continues where it stopped.
        </Callout>
      )}
      {result && (
        <>
          {result.replication.peopleStatus.kind === "interim" && (
            <Callout tone="warn" title="Interim">
              The data of people were not locked when these tables were computed: their rows have only estimates and
              intervals. Start the replication again after the data are locked.
            </Callout>
          )}
          <Section title="Sources">
            <ul className="grid gap-1">
              <li>
                Items: <Link href={`/research/benchmarks/${result.benchmark.id}`}>{result.benchmark.name}</Link>
              </li>
              {studies.map(({ slug }, index) => (
                <li key={slug}>
                  Study: <Link href={`/research/studies/${slug}`}>{slug}</Link>.{" "}
                  <span className="text-ink-soft">{statusNote(statuses[index]!)}</span>
                </li>
              ))}
              {result.replication.notes.map((note) => (
                <li key={note} className="text-ink-soft">
                  {note}
                </li>
              ))}
            </ul>
          </Section>
          <ReplicationTables
            tables={result.replication.tables}
            people={result.replication.peopleStatus}
            files={filesHref}
          />
          <Section
            title="Missing"
            lead={`${formatCount(missing.length)} ${missing.length === 1 ? "entry" : "entries"}; report.json lists all of them.`}
          >
            <PartList parts={missing} />
          </Section>
          {explainedParts.length > 0 && (
            <Section
              title="Intentionally not computed"
              lead="Values that cannot be computed from any data, that the paper does not print, or that its rules exclude."
            >
              <PartList parts={explainedParts} />
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

function PartList({ parts }: { parts: readonly MissingPart[] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {parts.slice(0, maxListedParts).map(({ what, why }) => (
        <li key={`${what}|${why}`}>
          {what}: <span className="text-ink-soft">{why}</span>
        </li>
      ))}
      {parts.length > maxListedParts && (
        <li className="text-ink-soft">and {formatCount(parts.length - maxListedParts)} more in report.json</li>
      )}
    </ul>
  );
}
