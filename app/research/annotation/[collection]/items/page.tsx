import type { Metadata } from "next";
import { ItemFilters } from "@/components/annotation/collections/items/item-filters.tsx";
import { CollectionItemTable } from "@/components/annotation/collections/items/item-table.tsx";
import { LeadForm } from "@/components/annotation/collections/items/lead-form.tsx";
import { differenceHref } from "@/components/annotation/schema-lead/linked-count.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { listAnnotators } from "@/lib/server/annotation/access/list-annotators.ts";
import { type ItemListQuery, itemListQuery, listItems } from "@/lib/server/annotation/lead/list-items.ts";
import { leadItemsAction } from "../../actions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Items" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function ItemsPage({ params, searchParams }: { params: CollectionParams; searchParams: Search }) {
  const { actor, collection, base } = await requireCollection(params);
  const query = readQuery(await searchParams);
  const [{ items, next }, people] = await Promise.all([
    listItems(actor, collection.id, query),
    listAnnotators(actor, collection.id),
  ]);
  const { after, sort, down, ...filters } = query;
  const order = { ...(sort === "order" ? {} : { sort }), ...(down ? { down: "true" } : {}) };
  const isFiltered = Object.values(filters).some((value) => value);
  const pageHref = (offset: number) => `${base}/items?${formatSearch({ ...filters, ...order }, offset)}`;
  const { figure, field, option } = filters;
  const itemHref = (id: string) =>
    figure === "differing" && field ? differenceHref(`${base}/items/${id}`, { field, option }) : `${base}/items/${id}`;
  return (
    <Section
      title="Items"
      lead={query.figure && "Only the items behind a figure of the report."}
      actions={
        items.length > 0 && (
          <a
            href={`/api/v1/annotation/collections/${collection.id}/events?${formatSearch(filters, 0)}`}
            download
            className={buttonStyle("secondary", "small")}
          >
            Download item events (JSONL)
          </a>
        )
      }
    >
      <ItemFilters chosen={filters} base={`${base}/items`} order={order} hasStories={collection.task === null} />
      {items.length === 0 ? (
        <EmptyState level={3} title={isFiltered || after > 0 ? "No matching items" : "There are no items yet"}>
          {isFiltered || after > 0 ? "Remove a filter and try again." : "Import stories or generate them with a model."}
        </EmptyState>
      ) : (
        <LeadForm
          action={leadItemsAction}
          collectionId={collection.id}
          people={people}
          hasTask={collection.task !== null}
        >
          <CollectionItemTable
            items={items}
            hrefOf={itemHref}
            hasStories={collection.task === null}
            sort={sort}
            isDown={down}
            hrefSorted={(column, isDown) =>
              `${base}/items?${formatSearch({ ...filters, sort: column, ...(isDown ? { down: "true" } : {}) }, 0)}`
            }
          />
        </LeadForm>
      )}
      {(next !== null || after > 0) && (
        <nav aria-label="Pages of items" className="mt-4 flex flex-wrap gap-3">
          {after > 0 && (
            <LinkButton size="small" href={pageHref(0)}>
              First page
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton size="small" href={pageHref(next)}>
              Next page
            </LinkButton>
          )}
        </nav>
      )}
    </Section>
  );
}

/** The parameters of the address; invalid ones are ignored. */
function readQuery(search: Awaited<Search>): ItemListQuery {
  const entries = Object.entries(search).filter(([, value]) => typeof value === "string" && value.trim() !== "");
  const validEntries = entries.filter(([name, value]) => itemListQuery.safeParse({ [name]: value }).success);
  return itemListQuery.parse(Object.fromEntries(validEntries));
}

function formatSearch(filters: Readonly<Record<string, unknown>>, after: number): string {
  const values = { ...filters, ...(after > 0 ? { after } : {}) };
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  ).toString();
}
