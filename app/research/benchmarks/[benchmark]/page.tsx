import type { Metadata } from "next";
import Form from "next/form";
import { notFound } from "next/navigation";
import { BenchmarkItems } from "@/components/benchmarks/benchmark-items.tsx";
import { BenchmarkTools } from "@/components/benchmarks/benchmark-tools.tsx";
import { BenchmarkUsesView } from "@/components/benchmarks/benchmark-uses.tsx";
import { TaskDownload } from "@/components/benchmarks/task-download.tsx";
import { BalanceCallout } from "@/components/imports/import-outcome.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { BenchmarkFacts, BenchmarkItemLine } from "@/lib/domain/items/benchmark-facts.ts";
import { benchmarkItemsPerPage } from "@/lib/domain/items/benchmark-facts.ts";
import type { ItemKind } from "@/lib/domain/items/kinds/item-kind.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { listEvaluationFactors } from "@/lib/domain/models/evaluation/plan.ts";
import { modelTableKinds } from "@/lib/domain/replicate/model-table-kinds.ts";
import { hasBeliefFigures } from "@/lib/server/beliefs/is-about-beliefs.ts";
import { getBenchmark, listBenchmarkItems } from "@/lib/server/items/benchmarks.ts";
import { listProblemSets } from "@/lib/server/mindgames/list-problem-sets.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { getBenchmarkUses } from "@/lib/server/research/benchmark-uses.ts";
import { archiveBenchmarkAction, deleteBenchmarkAction, updateBenchmarkAction } from "./actions.ts";

export const metadata: Metadata = { title: "Benchmark" };

export default async function BenchmarkPage({
  params,
  searchParams,
}: {
  params: Promise<{ benchmark: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireUser();
  const { benchmark: id } = await params;
  const query = await searchParams;
  const search = (typeof query.search === "string" ? query.search : "")
    .replaceAll("\u0000", "")
    .toWellFormed()
    .slice(0, 200);
  const pageParam = Number(query.page);
  const page = Number.isInteger(pageParam) && pageParam >= 1 && pageParam < 1_000_000 ? pageParam : 1;
  const [benchmark, itemPage] = await Promise.all([
    getBenchmark(actor, id),
    listBenchmarkItems(actor, id, { page, search }),
  ]);
  if (!benchmark || !itemPage) notFound();
  const [hasBeliefs, problemSets, uses] = await Promise.all([
    hasBeliefFigures(actor, benchmark.id),
    listProblemSets(actor, benchmark.projectId),
    getBenchmarkUses(actor, benchmark),
  ]);
  const hasProblems = problemSets.some((set) => set.id === benchmark.id);
  const kinds = benchmark.kinds.flatMap((name) => itemKinds[name] ?? []);
  const here = `/research/benchmarks/${benchmark.id}`;
  const hrefOf = (number: number) =>
    `${here}?${new URLSearchParams({ ...(search ? { search } : {}), page: String(number) })}#items`;
  const first = (page - 1) * benchmarkItemsPerPage + 1;
  return (
    <Page>
      <PageHeader
        title={benchmark.name}
        breadcrumbs={[{ href: "/research/benchmarks", label: "Benchmarks" }]}
        badge={
          <>
            {benchmark.isDemo && <Badge tone="info">Demo</Badge>}
            {benchmark.isArchived && <Badge>Archived</Badge>}
          </>
        }
        lead={benchmark.description || undefined}
        actions={
          <>
            {hasBeliefs && <LinkButton href={`/research/beliefs/${benchmark.id}`}>Results by expression</LinkButton>}
            {hasProblems && (
              <LinkButton href={`/research/mindgames/sets/${benchmark.id}`}>
                MindGames problems and artefacts
              </LinkButton>
            )}
            {benchmark.canWrite && <WriterActions benchmark={benchmark} />}
            <LinkButton href={`${here}/release`}>Release</LinkButton>
            <a href={`/api/v1/benchmarks/${benchmark.id}/items`} download className={buttonStyle()}>
              Download the item file
            </a>
          </>
        }
      />
      <DescriptionList
        entries={[
          {
            term: "Content",
            value: `${formatNumberOf(benchmark.items, "item")}, ${formatNumberOf(benchmark.stories, "story", "stories")} (${kinds.map(({ label }) => label).join(", ") || "empty"})`,
          },
          {
            term: "Used in",
            value: benchmark.studies === 0 ? "no studies" : formatNumberOf(benchmark.studies, "study", "studies"),
          },
          ...(benchmark.licence ? [{ term: "Licence", value: benchmark.licence }] : []),
          { term: "Canary", value: <span className="text-sm break-words">{benchmark.canary}</span> },
        ]}
      />
      <BenchmarkUsesView
        {...uses}
        modelTables={
          benchmark.kinds.some((kind) => modelTableKinds.some((one) => one === kind))
            ? `/research/models/tables/${benchmark.id}`
            : null
        }
      />
      {benchmark.canWrite && (
        <BenchmarkTools
          benchmark={benchmark}
          update={updateBenchmarkAction}
          archive={archiveBenchmarkAction}
          remove={deleteBenchmarkAction}
        />
      )}
      {benchmark.balance && (
        <div className="mt-6">
          <BalanceCallout balance={benchmark.balance} />
        </div>
      )}
      <TaskExport {...{ kinds, benchmark }} />
      <ItemList {...{ here, search, listed: itemPage, page, first, hrefOf }} />
    </Page>
  );
}

/** Actions of researchers on a benchmark: create a study with its items, add an item. */
function WriterActions({ benchmark: { id, items } }: { benchmark: BenchmarkFacts }) {
  return (
    <>
      {items > 0 && (
        <LinkButton href={`/research/studies/new?benchmark=${id}`} look="primary">
          New study with these items
        </LinkButton>
      )}
      <LinkButton href={`/research/benchmarks/${id}/items/new`}>New item</LinkButton>
    </>
  );
}

/** Files for other tools. */
function TaskExport({ kinds, benchmark }: { kinds: ItemKind[]; benchmark: BenchmarkFacts }) {
  return (
    kinds.length > 0 && (
      <Section
        id="tasks"
        title="Tasks for models"
        lead="Export the items under a condition for other tools, with the same prompts as the participants’ screens. Import the answers under Models; they are matched by ID, fingerprint or text, and verified by the prompt."
      >
        <div className="no-print grid grid-cols-1 gap-8">
          {kinds.map((kind) => (
            <TaskDownload
              key={kind.name}
              benchmark={benchmark.id}
              kind={kind.name}
              label={kind.label}
              factors={listEvaluationFactors(kind)}
            />
          ))}
        </div>
      </Section>
    )
  );
}

/** The items of the benchmark, page by page. */
function ItemList({
  here,
  search,
  listed,
  page,
  first,
  hrefOf,
}: {
  here: string;
  search: string;
  listed: { total: number; items: BenchmarkItemLine[] };
  page: number;
  first: number;
  hrefOf: (number: number) => string;
}) {
  return (
    <Section id="items" title="Items" lead="The newest versions. A study keeps the versions with which it was created.">
      <Form action={here} className="no-print mb-4 flex max-w-[32rem] items-end gap-3">
        <div className="min-w-0 flex-1">
          <Field name="search" label="Find" isOptional>
            <TextInput type="search" defaultValue={search} maxLength={200} />
          </Field>
        </div>
        <Button type="submit">Show</Button>
      </Form>
      {listed.items.length === 0 ? (
        <EmptyState level={3} title={search ? "No matches" : "No items on this page"}>
          {search ? "Searches names, texts, labels and story titles." : "This page is beyond the end of the list."}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <BenchmarkItems items={listed.items} base={`${here}/items`} />
          <PageLinks
            label="Pages of items"
            page={page}
            pages={Math.ceil(listed.total / benchmarkItemsPerPage)}
            shown={[first, first + listed.items.length - 1]}
            total={listed.total}
            unit="items"
            hrefOf={hrefOf}
          />
        </div>
      )}
    </Section>
  );
}
