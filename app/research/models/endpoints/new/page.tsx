import type { Metadata } from "next";
import { EndpointForm } from "@/components/models/endpoint-form.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { newEndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { createEndpointAction } from "../../evaluations/actions.ts";

export const metadata: Metadata = { title: "New endpoint" };

export default async function NewEndpointPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { project } = await requireProject("research.write");
  const isRequired = (await searchParams).required === "yes";
  return (
    <Page>
      <PageHeader
        title="New endpoint"
        breadcrumbs={[
          { href: "/research/models", label: "Models" },
          { href: "/research/models/evaluations", label: "Evaluations" },
        ]}
        lead={
          isRequired
            ? "An evaluation needs an endpoint, and this project has none. Create one, then open the evaluation again."
            : "Address, settings and prices of a model. Create one endpoint for each setting."
        }
      />
      <EndpointForm
        action={createEndpointAction}
        hidden={{ project: project.id }}
        label="New endpoint"
        settings={newEndpointSettings}
        hasKey={false}
      />
    </Page>
  );
}
