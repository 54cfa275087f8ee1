import type { Metadata } from "next";
import { BenchmarkList } from "@/components/benchmarks/benchmark-list.tsx";
import { ItemImportForm } from "@/components/benchmarks/items/item-import-form.tsx";
import { ImportHistory } from "@/components/imports/import-history.tsx";
import { KeyReasonField } from "@/components/imports/key-reason-field.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { DemoNotice } from "@/components/ui/demo-notice.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { buttonStyle } from "@/components/ui/forms/button-style.ts";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import type { BenchmarkLine } from "@/lib/domain/items/benchmark-facts.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { getDemoLoading } from "@/lib/server/demo/demo-loading.ts";
import { listBenchmarks } from "@/lib/server/items/benchmarks.ts";
import { listImports } from "@/lib/server/items/list-imports.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import type { ProjectChoice } from "@/lib/server/platform/auth/list-projects.ts";
import { undoItemImportAction } from "./actions.ts";

export const metadata: Metadata = { title: "Benchmarks" };

export default async function BenchmarksPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, project } = await requireProject("research.read");
  const isArchived = (await searchParams).archived === "yes";
  const [benchmarks, imports, loading] = await Promise.all([
    listBenchmarks(actor, project.id, isArchived),
    listImports(actor, project.id, "items"),
    getDemoLoading(actor, project.id),
  ]);
  const canWrite = can(actor, "research.write", project.id);
  return (
    <Page>
      <PageHeader
        title="Benchmarks"
        lead="Stories and the items about them."
        actions={
          canWrite && (
            <>
              <a href="#import" className={buttonStyle("primary")}>
                Import items
              </a>
              <LinkButton href="/research/benchmarks/new">New benchmark</LinkButton>
            </>
          )
        }
      />
      <DemoNotice loading={loading} />
      {benchmarks.length === 0 ? (
        <EmptyState title={isArchived ? "Nothing archived" : "No benchmarks yet"}>
          Import a spreadsheet below, or write the items here.
        </EmptyState>
      ) : (
        <BenchmarkList benchmarks={benchmarks} base="/research/benchmarks" />
      )}
      <p className="no-print mt-4 text-sm">
        <Link href={isArchived ? "/research/benchmarks" : "/research/benchmarks?archived=yes"}>
          {isArchived ? "Show active benchmarks" : "Show archived"}
        </Link>
      </p>
      <ItemImport {...{ canWrite, project, benchmarks }} />
      {imports.length > 0 && (
        <Section title="Earlier imports">
          <ImportHistory imports={imports} undo={canWrite ? undoItemImportAction : undefined} />
        </Section>
      )}
      <Section
        title="Tools of the papers"
        lead="Tools for the benchmarks of two papers. They are also linked from the pages of matching benchmarks."
      >
        <ul className="grid grid-cols-1 gap-3">
          <li>
            <Link href="/research/beliefs">Expressions of belief</Link>: facts, templates, and which linguistic forms
            people and models follow.
          </li>
          <li>
            <Link href="/research/mindgames">MindGames</Link>: problems world by world, their artefacts and their human
            evaluation.
          </li>
          <li>
            <Link href="/research/replicate">Replicate</Link>: a paper from its data to its tables, the printed values
            beside ours.
          </li>
        </ul>
      </Section>
    </Page>
  );
}

/** Upload of an item file. */
function ItemImport({
  canWrite,
  project,
  benchmarks,
}: {
  canWrite: boolean;
  project: ProjectChoice;
  benchmarks: BenchmarkLine[];
}) {
  return (
    canWrite && (
      <Section
        id="import"
        title="Import items"
        lead="A spreadsheet (CSV or XLSX), JSON, JSON lines, or a file of MindGames, SimpleToM, Hi-ToM, BigToM, ToMBench or EoB, or the released stories of Yang et al. as a zip of their folder. With an existing name, the items are added to that benchmark. Changed texts become new versions; importing the same file again changes nothing."
        actions={
          <a href="/items-template.csv" download className={buttonStyle()}>
            Download a template
          </a>
        }
      >
        <ItemImportForm address={`/api/v1/projects/${project.id}/items`} undo={undoItemImportAction}>
          <Field name="benchmark" label="Benchmark" hint="A new name creates a new benchmark.">
            <TextInput list="known-benchmarks" maxLength={200} required />
          </Field>
          <details className="sm:col-span-2">
            <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
              More settings
            </summary>
            <div className="mt-3 grid items-end gap-4 sm:grid-cols-2">
              <Field name="kind" label="Item kind of a table" hint="Used for rows that state no kind." isOptional>
                <Select
                  options={[
                    { value: "", label: "detected from the rows" },
                    ...Object.values(itemKinds).map(({ name, label }) => ({ value: name, label })),
                  ]}
                />
              </Field>
              <Field name="language" label="Language" hint="For ToMBench, which has two languages." isOptional>
                <Select
                  options={[
                    { value: "en", label: "English" },
                    { value: "zh", label: "Chinese" },
                  ]}
                />
              </Field>
              <KeyReasonField />
            </div>
          </details>
          <datalist id="known-benchmarks">
            {benchmarks.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </ItemImportForm>
        <details className="mt-6">
          <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
            Example of a line of JSON
          </summary>
          <div className="mt-3">
            <CodeBlock label="One line of an item file">{itemExample}</CodeBlock>
          </div>
        </details>
      </Section>
    )
  );
}

const itemExample = `{"id": "parcel-1", "kind": "true-false", "story": {"id": "parcel", "title": "The parcel", "genre": "", "text": "Ana left a parcel for Ben."}, "text": "Ana knows that Ben likes parcels.", "gold": false, "attributes": {"type": "tom", "order": 3}}`;
