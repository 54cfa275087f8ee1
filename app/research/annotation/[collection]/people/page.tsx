import type { Metadata } from "next";
import { CollectionMembers } from "@/components/annotation/collections/people/collection-members.tsx";
import { PayTable } from "@/components/annotation/collections/people/pay-table.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { listCollectionMembers } from "@/lib/server/annotation/access/set-collection-role.ts";
import { listWorkers } from "@/lib/server/annotation/people/list-workers.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";
import { setCollectionRoleAction } from "./actions.ts";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  const [members, workers] = await Promise.all([
    listCollectionMembers(actor, collection.id),
    listWorkers(actor, collection.id),
  ]);
  return (
    <>
      <Section
        title="Roles"
        lead="What members of the project may do in this collection. A person can annotate in one collection and review in another. No one reviews an item that they worked on or skipped."
        actions={
          can(actor, "users.manage", collection.projectId) && (
            <LinkButton href="/research/admin/users" size="small">
              Invite users
            </LinkButton>
          )
        }
      >
        <CollectionMembers members={members} collectionId={collection.id} action={setCollectionRoleAction} />
      </Section>
      {!collection.isTraining && (
        <Section
          title="Pay"
          lead="By active time or per item, according to the settings. Returned, withdrawn and overruled items remain paid. If items are paid and there is a minimum per hour, a top-up raises the pay to that minimum."
          actions={
            workers.length > 0 && (
              <a
                href={`/api/v1/annotation/collections/${collection.id}/pay`}
                download
                className={buttonStyle("secondary", "small")}
              >
                Download as CSV
              </a>
            )
          }
        >
          <PayTable
            workers={workers}
            settings={collection.settings}
            settingsHref={`${base}/settings`}
            itemsHref={`${base}/items`}
          />
          {workers.some(({ pay }) => pay !== null) && (
            <div className="mt-4">
              <TableDownloads
                name="pay"
                fileHref={(file) => `/api/v1/annotation/collections/${collection.id}/people/${file}`}
              />
            </div>
          )}
        </Section>
      )}
    </>
  );
}
