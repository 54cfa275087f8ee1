import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ItemEditor } from "@/components/benchmarks/items/item-editor.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { getBenchmark } from "@/lib/server/items/benchmarks.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { saveItemAction } from "../../../actions.ts";

export const metadata: Metadata = { title: "New item" };

const empty = {
  id: "",
  kind: "choice",
  title: "",
  genre: "",
  story: "",
  text: "",
  options: "",
  key: "",
  attributes: "",
  fields: "",
};

export default async function NewItemPage({ params }: { params: Promise<{ benchmark: string }> }) {
  const actor = await requireUser();
  const benchmark = await getBenchmark(actor, (await params).benchmark);
  if (!benchmark?.canWrite) notFound();
  return (
    <Page>
      <PageHeader
        title="New item"
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: `/research/benchmarks/${benchmark.id}`, label: benchmark.name },
        ]}
      />
      <ItemEditor
        benchmark={benchmark.id}
        basedOn={null}
        initial={empty}
        task={null}
        aboutStory={0}
        save={saveItemAction}
      />
    </Page>
  );
}
