import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ItemEditor } from "@/components/benchmarks/items/item-editor.tsx";
import { ItemScreen } from "@/components/benchmarks/items/item-screen.tsx";
import { ItemUses } from "@/components/benchmarks/items/item-uses.tsx";
import { ItemComments } from "@/components/comments/item-comments.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formOfItem } from "@/lib/domain/interchange/item-form.ts";
import { formatKey } from "@/lib/domain/items/key-words.ts";
import { getBenchmarkItem } from "@/lib/server/items/get-item.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { leaveOutItemAction, saveItemAction } from "../../../actions.ts";

export const metadata: Metadata = { title: "Item" };

export default async function ItemPage({
  params,
  searchParams,
}: {
  params: Promise<{ benchmark: string; item: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireUser();
  const { benchmark: benchmarkId, item: itemId } = await params;
  const item = await getBenchmarkItem(actor, benchmarkId, itemId);
  if (!item) notFound();
  const { benchmark, row, canWrite } = item;
  const here = `/research/benchmarks/${benchmark.id}`;
  return (
    <Page>
      <PageHeader
        title={row.id}
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: here, label: benchmark.name },
        ]}
        actions={
          canWrite && (
            <>
              <LinkButton href={`${here}/items/new`}>New item</LinkButton>
              <LinkButton href={`/research/studies/new?benchmark=${benchmark.id}`}>
                New study with these items
              </LinkButton>
            </>
          )
        }
      />
      {(await searchParams).saved === "yes" && (
        <div className="mb-6">
          <Callout tone="good">The item is saved.</Callout>
        </div>
      )}
      {canWrite ? (
        <ItemEditor
          key={`${item.id} ${formatKey(row, row.gold)}`}
          benchmark={benchmark.id}
          basedOn={item.id}
          initial={formOfItem(row)}
          task={row.task ?? null}
          aboutStory={item.aboutStory}
          save={saveItemAction}
        />
      ) : (
        <ItemScreen item={row} />
      )}
      <Section title="Comments" lead="Visible to all project members. Comments apply to every version of the item.">
        <ItemComments address={`/api/v1/benchmarks/${benchmark.id}/items/${item.id}/comments`} canWrite={canWrite} />
      </Section>
      <ItemUses item={item} leaveOut={canWrite ? leaveOutItemAction : null} />
    </Page>
  );
}
