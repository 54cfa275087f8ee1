import type { Metadata } from "next";
import * as z from "zod";
import { Code } from "@/components/ui/code.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatSecond } from "@/lib/domain/format/times.ts";
import { type AuditLine, listAudit } from "@/lib/server/platform/audit/list-audit.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { AdminTabs } from "../admin-tabs.tsx";

export const metadata: Metadata = { title: "Audit log" };

const pageSize = 50;
const cursor = z.string().regex(/^\d{1,18}$/);

export default async function AuditPage({ searchParams }: { searchParams: Promise<{ before?: string | string[] }> }) {
  const { actor, project } = await requireProject("users.manage");
  const parsedCursor = cursor.safeParse((await searchParams).before);
  const auditLines = await listAudit(actor, project.id, {
    size: pageSize,
    ...(parsedCursor.success ? { before: BigInt(parsedCursor.data) } : {}),
  });
  const last = auditLines.length === pageSize ? auditLines.at(-1) : undefined;
  return (
    <Page>
      <PageHeader title="Administration" lead="All changes with user and time. Entries cannot be changed or deleted." />
      <AdminTabs current="/research/admin/audit" isOwner={actor.isOwner} />
      <Section title="Audit log">
        {auditLines.length === 0 ? (
          <EmptyState level={3} title="No events yet">
            Changes to people, studies and answers will appear here.
          </EmptyState>
        ) : (
          <Table caption="Events, newest first; times in UTC" isCaptionHidden>
            <thead>
              <tr>
                <Th>When (UTC)</Th>
                <Th>User</Th>
                <Th>Event</Th>
                <Th>Change</Th>
              </tr>
            </thead>
            <tbody>
              {auditLines.map((line) => (
                <tr key={line.id}>
                  <Td className="whitespace-nowrap tabular-nums">
                    <time dateTime={line.at.toISOString()}>{formatSecond(line.at)}</time>
                  </Td>
                  <Td>{line.actorName ?? "the installation"}</Td>
                  <Td>
                    <span className="block font-medium">{line.action}</span>
                    <span className="block text-xs break-all text-ink-soft">
                      {line.subjectType} {line.subjectId}
                    </span>
                  </Td>
                  <Td>
                    <ChangeDetails line={line} />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {last && (
          <div className="mt-5">
            <LinkButton href={`/research/admin/audit?before=${last.id}`}>Older</LinkButton>
          </div>
        )}
      </Section>
    </Page>
  );
}

function ChangeDetails({ line }: { line: AuditLine }) {
  return (
    <span className="grid justify-items-start gap-1">
      {line.before !== null && <Code className="break-all">before {JSON.stringify(line.before)}</Code>}
      {line.after !== null && <Code className="break-all">after {JSON.stringify(line.after)}</Code>}
      {line.reason && <span>{line.reason}</span>}
    </span>
  );
}
