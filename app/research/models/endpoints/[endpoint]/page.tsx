import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { EndpointForm } from "@/components/models/endpoint-form.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { ArchiveButton } from "@/components/ui/forms/archive-button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getEndpointOfProject } from "@/lib/server/models/evaluations/endpoints.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { archiveEndpointAction, updateEndpointAction } from "../../evaluations/actions.ts";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointPage({ params }: { params: Promise<{ endpoint: string }> }) {
  const actor = await requireUser();
  const id = z.uuid().safeParse((await params).endpoint).data;
  const endpoint = id === undefined ? null : await getEndpointOfProject(actor, id);
  if (!endpoint || !can(actor, "research.write", endpoint.projectId)) notFound();
  return (
    <Page>
      <PageHeader
        title={endpoint.name}
        breadcrumbs={[
          { href: "/research/models", label: "Models" },
          { href: "/research/models/evaluations", label: "Evaluations" },
        ]}
        badge={endpoint.isArchived && <Badge>Archived</Badge>}
        lead="Evaluations that have started keep their settings."
        actions={
          <>
            {!endpoint.isArchived && (
              <LinkButton href={`/research/models/evaluations/new?endpoint=${endpoint.id}`} look="primary">
                New evaluation
              </LinkButton>
            )}
            <ArchiveButton
              action={archiveEndpointAction}
              hidden={{ endpoint: endpoint.id }}
              isArchived={endpoint.isArchived}
              titles={{ archive: "Archive this endpoint?", restore: "Restore this endpoint?" }}
              consequence="Evaluations and answers of this endpoint are kept."
            />
          </>
        }
      />
      <EndpointForm
        action={updateEndpointAction}
        hidden={{ endpoint: endpoint.id }}
        label="Endpoint"
        name={endpoint.name}
        settings={endpoint.settings}
        hasKey={endpoint.hasKey}
      />
    </Page>
  );
}
