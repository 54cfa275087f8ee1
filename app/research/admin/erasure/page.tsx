import type { Metadata } from "next";
import { ErasureSearch } from "@/components/studies/erasure/erasure-search.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { eraseSessionsAction, findErasableAction } from "./actions.ts";

export const metadata: Metadata = { title: "Erasure" };

export default async function ErasurePage() {
  const { actor } = await requireProject("identities.erase");
  return (
    <Page>
      <PageHeader title="Administration" lead="Erase the data of a participant who requests it." />
      <AdminTabs current="/research/admin/erasure" isOwner={actor.isOwner} />
      <Section
        title="Find a participant"
        lead="In all projects that you administer. Each session that is found is recorded in the audit log."
      >
        <ErasureSearch find={findErasableAction} erase={eraseSessionsAction} />
      </Section>
    </Page>
  );
}
