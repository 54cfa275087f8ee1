import type { Metadata } from "next";
import { AuditTables } from "@/components/annotation/collections/audit-tables.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { getAudit } from "@/lib/server/annotation/audit/get-audit.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Audit" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function AuditPage({ params, searchParams }: { params: CollectionParams; searchParams: Search }) {
  const { actor, collection, base } = await requireCollection(params);
  const itemScope = (await searchParams).which === "accepted" ? "accepted" : "all";
  const { audit, items, idOf, left } = await getAudit(actor, collection.id, itemScope);
  const otherLink =
    itemScope === "all"
      ? { href: `${base}/audit?which=accepted`, label: "Accepted items only" }
      : { href: `${base}/audit`, label: "All items" };
  return (
    <Section
      title="Audit"
      lead={`How many answers can be guessed without reading the items. Check this before you publish: ${formatNumberOf(items, itemScope === "all" ? "item" : "accepted item")}${left > 0 ? `; ${left} more were not compared, because there are too many` : ""}.`}
      actions={
        <LinkButton size="small" href={otherLink.href}>
          {otherLink.label}
        </LinkButton>
      }
    >
      {items === 0 ? (
        <EmptyState level={3} title={itemScope === "all" ? "There are no items yet" : "Nothing is accepted yet"}>
          {itemScope === "all" ? "Import stories first." : "View all items with their current texts."}
        </EmptyState>
      ) : (
        <AuditTables
          audit={audit}
          isAcceptedOnly={itemScope === "accepted"}
          hrefOf={(name) => (idOf[name] ? `${base}/items/${idOf[name]}` : null)}
          figureHref={(figure) => `${base}/items?${new URLSearchParams({ figure, which: itemScope })}`}
          fileHref={(file) => `/api/v1/annotation/collections/${collection.id}/audit/${file}?which=${itemScope}`}
        />
      )}
    </Section>
  );
}
