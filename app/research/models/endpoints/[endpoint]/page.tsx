import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { EndpointForm } from "@/components/models/endpoint-form.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { ConfirmButton } from "@/components/ui/confirm-button.tsx";
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
        lead="Evaluations that were begun keep the settings that they began with."
        actions={
          <ConfirmButton
            action={archiveEndpointAction}
            hidden={{ endpoint: endpoint.id, archived: endpoint.isArchived ? "no" : "yes" }}
            title={endpoint.isArchived ? "Offer this endpoint again?" : "Archive this endpoint?"}
            consequence="Its evaluations and their answers stay. This can be undone."
            confirm={endpoint.isArchived ? "Restore" : "Archive"}
            isDangerous={false}
          >
            {endpoint.isArchived ? "Restore" : "Archive"}
          </ConfirmButton>
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
