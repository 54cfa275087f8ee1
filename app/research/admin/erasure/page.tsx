import type { Metadata } from "next";
import { ErasureConfirmation } from "@/components/studies/erasure/erasure-confirmation.tsx";
import { ErasureRequests } from "@/components/studies/erasure/erasure-requests.tsx";
import { ErasureSearch } from "@/components/studies/erasure/erasure-search.tsx";
import { OutsideCopies } from "@/components/studies/erasure/outside-copies.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { readPurgeState } from "@/lib/server/backup/purge-state.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { getErasureConfirmation } from "@/lib/server/sessions/erasure/erasure-confirmation.ts";
import { listErasureRequests } from "@/lib/server/sessions/erasure/erasure-requests.ts";
import { listOutsideCopies } from "@/lib/server/sessions/erasure/list-copies.ts";
import { AdminTabs } from "../admin-tabs.tsx";
import { confirmErasuresAction, decideErasureAction, eraseSessionsAction, findErasableAction } from "./actions.ts";

export const metadata: Metadata = { title: "Erasure" };

export default async function ErasurePage() {
  const { actor, project } = await requireProject("identities.erase");
  const [requests, isRequired, files, copies] = await Promise.all([
    listErasureRequests(actor, null),
    getErasureConfirmation(actor, project.id),
    readPurgeState(),
    listOutsideCopies(actor),
  ]);
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
      {requests.length > 0 && (
        <Section title="Requests" lead="Erasures that a second person must confirm.">
          <ErasureRequests requests={requests} decide={decideErasureAction} />
        </Section>
      )}
      <Section
        title="Confirmation"
        lead={`Whether a second person must confirm each erasure in ${project.name}. Not required when participants erase their own answers.`}
      >
        <ErasureConfirmation project={project.id} isRequired={isRequired} save={confirmErasuresAction} />
      </Section>
      <Section
        title="Database files"
        lead="Erased values disappear from all pages and exports immediately. A purge then removes them from the files of the installation’s own database, within two hours; an external database is not purged."
      >
        <p>
          {files.isWaiting ? "Erased values wait for the next purge." : "No erased values wait for a purge."}
          {files.purgedAt && ` Last purge: ${formatMoment(files.purgedAt)}.`}
        </p>
      </Section>
      <Section
        title="Copies outside the database"
        lead="An erasure does not change these copies; the newest 100 are listed. After a restore, recorded erasures are applied again. The next version of each release omits erased people. Withdraw earlier versions and delete downloads that contain their data."
      >
        <OutsideCopies copies={copies} />
      </Section>
    </Page>
  );
}
