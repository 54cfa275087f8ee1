import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { ItemsForm } from "@/components/models/items-form.tsx";
import { ReplicationTables } from "@/components/results/replication/replication-tables.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { describeUnknownNames } from "@/lib/domain/items/item-selection.ts";
import { parseItemSelection } from "@/lib/domain/results/model/results-query.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { findUnknownNames } from "@/lib/server/models/read-selection.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { loadModelTables } from "@/lib/server/replicate/model-tables.ts";
import { recomputeAction } from "../../../recompute-action.ts";
import { readQueryText } from "../../read-query.ts";

export const metadata: Metadata = { title: "Models on a benchmark" };

/** The results of all models on a benchmark of story errors and next actions. */
export default async function BenchmarkModelsPage({
  params,
  searchParams,
}: {
  params: Promise<{ benchmark: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireUser();
  const id = z.uuid().safeParse((await params).benchmark).data;
  const items = readQueryText((await searchParams).items, 4_000);
  const { selection, problem } = parseItemSelection({ items });
  const modelTables = id === undefined ? null : await loadModelTables(actor, id, selection);
  if (!modelTables) notFound();
  const { benchmark, state } = modelTables;
  const here = `/research/models/tables/${benchmark.id}`;
  const { tables, omitted } = state.stored?.document ?? { tables: [], omitted: [] };
  return (
    <Page>
      <PageHeader
        title={`Models on ${benchmark.name}`}
        breadcrumbs={[{ href: "/research/models", label: "Models" }]}
        lead="Story errors and next actions as in Tables 2 to 4 and Figures 3 and 4 of Yang et al. 2026, one row for each model over all its runs, or for each prompt if there are several. Intervals are 95% over source groups. Unparsed answers count as wrong; open-ended answers that a judge placed under neither option are excluded, as in the paper, and counted as wrong in a column of their own."
      />
      <ItemsForm
        {...{ here, items }}
        problem={problem ?? describeUnknownNames(await findUnknownNames([benchmark.id], selection))}
        kept={{}}
      />
      <ResultNote state={state} what="the tables of the models" recompute={recomputeAction} />
      {state.stored && tables.length === 0 && (
        <EmptyState title="No values">No model has answered the selected items.</EmptyState>
      )}
      <ReplicationTables
        tables={tables}
        people={exploratory}
        files={here}
        search={items === "" ? "" : `?${new URLSearchParams({ items })}`}
      />
      {omitted.length > 0 && (
        <p className="mt-6 text-sm text-ink-soft">
          Excluded: {omitted.map(({ what, why }) => `${what}, ${why}`).join("; ")}.
        </p>
      )}
    </Page>
  );
}
