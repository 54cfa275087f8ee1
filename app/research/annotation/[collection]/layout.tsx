import type { ReactNode } from "react";
import { CollectionBadges } from "@/components/annotation/collections/collection-badges.tsx";
import { CollectionBreadcrumbs, CollectionTabs } from "@/components/annotation/collections/collection-tabs.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { type CollectionParams, requireCollection } from "./require-collection.ts";

/** The header and tabs of one collection. */
export default async function CollectionLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: CollectionParams;
}) {
  const { collection, base } = await requireCollection(params);
  return (
    <Page>
      <PageHeader
        title={<span className="wrap-anywhere">{collection.name}</span>}
        trail={<CollectionBreadcrumbs base={base} name={collection.name} />}
        badge={
          <span className="flex flex-wrap gap-2">
            <CollectionBadges collection={collection} />
          </span>
        }
      />
      <CollectionTabs base={base} isTraining={collection.isTraining} hasTask={collection.task !== null} />
      {children}
    </Page>
  );
}
