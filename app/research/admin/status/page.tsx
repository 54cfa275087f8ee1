import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Callout } from "@/components/ui/callout.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatMebibytes } from "@/lib/domain/format/figures.ts";
import { formatDuration, formatSecond } from "@/lib/domain/format/times.ts";
import { getStatus } from "@/lib/server/operations/get-status.ts";
import type { InstallationStatus } from "@/lib/server/operations/read-status.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { AdminTabs } from "../admin-tabs.tsx";

export const metadata: Metadata = { title: "Status" };

export default async function StatusPage() {
  const { actor } = await requireProject("users.manage");
  const reading = await getStatus(actor);
  if (!reading) notFound();
  const { status, readAt } = reading;
  return (
    <Page>
      <PageHeader
        title="Administration"
        lead={`The state of this installation at ${formatSecond(readAt)}. Reload the page to update it.`}
      />
      <AdminTabs current="/research/admin/status" isOwner={actor.isOwner} />
      <Section title="Now">
        <Stats>
          <Stat
            label="Participants active"
            value={formatCount(status.people.participants)}
            note="seen in the last 5 minutes"
          />
          <Stat
            label="Sessions completed"
            value={formatCount(status.people.completedLastHour)}
            note="in the last hour"
          />
          <Stat label="Annotators at work" value={formatCount(status.people.annotators)} note="with a leased task" />
        </Stats>
      </Section>
      <DatabaseSection status={status} />
      <ProgramsSection programs={status.programs} />
      <JobsSection jobs={status.jobs} deadJobs={status.deadJobs} />
    </Page>
  );
}

function DatabaseSection({ status: { database, replica, tables } }: { status: InstallationStatus }) {
  const { connections, maximumConnections } = database;
  return (
    <Section title="Database">
      <div className="grid gap-6">
        {connections > maximumConnections * 0.9 && (
          <Callout tone="warn">
            Nearly all connections are in use. Start fewer processes, lower DATABASE_POOL_SIZE or raise max_connections.
          </Callout>
        )}
        <DescriptionList
          entries={[
            { term: "Server", value: `PostgreSQL ${database.version}, started ${formatSecond(database.since)}` },
            { term: "Size", value: `${formatMebibytes(database.bytes)} MB` },
            { term: "Connections", value: `${connections} of ${maximumConnections}` },
            { term: "Replica for exports", value: <ReplicaStatus replica={replica} /> },
          ]}
        />
        <Table caption="Largest tables, with indexes">
          <thead>
            <tr>
              <Th>Table</Th>
              <Th isNumber>Rows (estimate)</Th>
              <Th isNumber>Size</Th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ name, rows, bytes }) => (
              <tr key={name}>
                <Td>{name}</Td>
                <Td isNumber>{formatCount(Math.round(rows))}</Td>
                <Td isNumber>{formatMebibytes(bytes)} MB</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Section>
  );
}

function ReplicaStatus({ replica }: Pick<InstallationStatus, "replica">) {
  if (replica === null) return "None; exports read the primary database.";
  if ("problem" in replica) return `Not used now: ${replica.problem}. Exports read the primary database.`;
  return replica.lagSeconds === 0 ? "Up to date" : `${formatDuration(replica.lagSeconds * 1_000)} behind`;
}

function ProgramsSection({ programs }: Pick<InstallationStatus, "programs">) {
  return (
    <Section
      title="Programs connected to the database"
      lead="web: application processes; jobs: listeners for background jobs, one in each process that runs them."
    >
      <Table caption="Processes on all machines" isCaptionHidden>
        <thead>
          <tr>
            <Th>Program</Th>
            <Th>Machine</Th>
            <Th isNumber>Connections</Th>
            <Th>Oldest connection since</Th>
          </tr>
        </thead>
        <tbody>
          {programs.map(({ program, machine, connections, since }) => (
            <tr key={`${program} ${machine}`}>
              <Td>{program.replace("parallax/", "")}</Td>
              <Td className="break-all">{machine ?? "database server"}</Td>
              <Td isNumber>{connections}</Td>
              <Td className="tabular-nums">{formatSecond(since)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function JobsSection({ jobs, deadJobs }: Pick<InstallationStatus, "jobs" | "deadJobs">) {
  return (
    <Section title="Background jobs" lead="Projects take turns, so that a long queue of one does not delay the others.">
      <div className="grid gap-6">
        <Stats>
          <Stat
            label="Waiting"
            value={formatCount(jobs.waiting)}
            note={
              jobs.longestWaitSeconds > 0 ? `longest: ${formatDuration(jobs.longestWaitSeconds * 1_000)}` : undefined
            }
          />
          <Stat label="Running" value={formatCount(jobs.running)} />
          <Stat label="Failed" value={formatCount(jobs.dead)} />
        </Stats>
        {deadJobs.length === 0 ? (
          <EmptyState level={3} title="No failed jobs">
            Jobs that failed at every attempt appear here with the reason.
          </EmptyState>
        ) : (
          <Table caption="Failed jobs, newest first">
            <thead>
              <tr>
                <Th>When</Th>
                <Th>Kind</Th>
                <Th>Project</Th>
                <Th>Last error</Th>
              </tr>
            </thead>
            <tbody>
              {deadJobs.map(({ id, kind, project, error, at }) => (
                <tr key={id}>
                  <Td className="whitespace-nowrap tabular-nums">{at && formatSecond(at)}</Td>
                  <Td>{kind}</Td>
                  <Td>{project ?? "the installation"}</Td>
                  <Td className="break-words">{error}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </Section>
  );
}
