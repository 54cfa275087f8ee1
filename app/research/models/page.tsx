import type { Metadata } from "next";
import Form from "next/form";
import { ImportForm } from "@/components/imports/import-form.tsx";
import { ImportHistory } from "@/components/imports/import-history.tsx";
import { ModelForm } from "@/components/models/model-form.tsx";
import { ModelTable } from "@/components/models/model-table.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import type { BenchmarkLine } from "@/lib/domain/items/benchmark-facts.ts";
import { type ModelSort, modelSorts, modelsPerPage } from "@/lib/domain/models/registry-view.ts";
import { listBenchmarks } from "@/lib/server/items/benchmarks.ts";
import { listImports } from "@/lib/server/items/list-imports.ts";
import { listModels } from "@/lib/server/models/registry/list-models.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { createModelAction } from "./actions.ts";
import { readModelQuery } from "./read-query.ts";

export const metadata: Metadata = { title: "Models" };

const sortLabels: Readonly<Record<ModelSort, string>> = {
  name: "Name",
  family: "Family",
  size: "Size",
  released: "Newest release",
  answers: "Most answers",
};

export default async function ModelsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, project } = await requireProject("research.read");
  const query = readModelQuery(await searchParams);
  const [{ total, models }, benchmarks, imports] = await Promise.all([
    listModels(actor, project.id, query),
    listBenchmarks(actor, project.id),
    listImports(actor, project.id, "predictions"),
  ]);
  const hrefOf = (changes: Partial<Record<"sort" | "page" | "archived", string>>) =>
    `/research/models?${new URLSearchParams({
      ...(query.search ? { search: query.search } : {}),
      ...(query.isArchived ? { archived: "yes" } : {}),
      sort: query.sort,
      ...changes,
    })}`;
  const canWrite = can(actor, "research.write", project.id);
  const first = (query.page - 1) * modelsPerPage + 1;
  return (
    <Page>
      <PageHeader
        title="Models"
        lead="Models with their answers, and whether their prompts are known."
        actions={<LinkButton href="/research/models/evaluations">Evaluations</LinkButton>}
      />
      <Form action="/research/models" className="no-print mb-4 flex max-w-[32rem] items-end gap-3">
        <div className="min-w-0 flex-1">
          <Field name="search" label="Find" hint="Searches names, families, licences and notes." isOptional>
            <TextInput type="search" defaultValue={query.search} maxLength={200} />
          </Field>
        </div>
        <Button type="submit">Show</Button>
      </Form>
      <nav
        aria-label="Order of the models"
        className="no-print mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm"
      >
        {modelSorts.map((sort) => (
          <Link key={sort} href={hrefOf({ sort })} aria-current={sort === query.sort ? "true" : undefined}>
            {sortLabels[sort]}
          </Link>
        ))}
        <Link href={hrefOf({ archived: query.isArchived ? "no" : "yes" })}>
          {query.isArchived ? "Show active models" : "Show archived"}
        </Link>
      </nav>
      {models.length === 0 ? (
        <EmptyState title={query.search || query.isArchived ? "No such model" : "No model yet"}>
          {query.search || query.isArchived
            ? "The search covers names and metadata. Archived models are listed separately."
            : "Import a prediction file below, or add a model. Each model will appear here with its runs."}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <ModelTable models={models} />
          <PageLinks
            label="Pages of models"
            page={query.page}
            pages={Math.ceil(total / modelsPerPage)}
            shown={[first, first + models.length - 1]}
            total={total}
            unit="models"
            hrefOf={(page) => hrefOf({ page: String(page) })}
          />
        </div>
      )}
      {canWrite && (
        <details className="mt-6">
          <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
            Enter a model by hand
          </summary>
          <div className="mt-4">
            <ModelForm action={createModelAction} hidden={{ project: project.id }} label="New model" />
          </div>
        </details>
      )}
      <PredictionImport {...{ canWrite, benchmarks }} />
      {imports.length > 0 && (
        <Section title="Earlier imports">
          <ImportHistory imports={imports} />
        </Section>
      )}
    </Page>
  );
}

/** Upload of a prediction file. */
function PredictionImport({ canWrite, benchmarks }: { canWrite: boolean; benchmarks: BenchmarkLine[] }) {
  return (
    canWrite && (
      <Section
        title="Import predictions"
        lead="A table (CSV) with the columns model, item and answer, a Parallax prediction file, or the log of lm-evaluation-harness, Inspect or an OpenAI-compatible endpoint: the format is recognised by content. Answers are used as given, computed from log-probabilities, or parsed from the model's text."
      >
        {benchmarks.length === 0 ? (
          <Callout>
            Predictions need their items first. Import an item file under{" "}
            <Link href="/research/benchmarks">Benchmarks</Link>.
          </Callout>
        ) : (
          <>
            <ImportForm
              label="Import predictions"
              fileLabel="File"
              hasPreview
              accept=".jsonl,.ndjson,.json,.txt,.csv,.tsv,.xlsx,.eval,application/x-ndjson"
              addressOf="/api/v1/benchmarks/{benchmark}/predictions?source={source}&model={model}&condition={condition}"
            >
              <Field name="benchmark" label="Benchmark" hint="The benchmark that the models answered.">
                <Select options={benchmarks.map(({ id, name }) => ({ value: id, label: name }))} />
              </Field>
              <Field name="source" label="Evaluation" hint="Identifies this run among the runs of the model.">
                <TextInput defaultValue="import" maxLength={200} required />
              </Field>
              <Field name="model" label="Model" hint="Used if the file has none." isOptional>
                <TextInput maxLength={200} />
              </Field>
              <Field
                name="condition"
                label="Condition"
                hint="For logs of other tools, such as story=no-story; prompt=human."
                isOptional
              >
                <TextInput maxLength={600} />
              </Field>
            </ImportForm>
            <details className="mt-6">
              <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
                Example of a line
              </summary>
              <div className="mt-3">
                <CodeBlock label="One line of a prediction file">{predictionExample}</CodeBlock>
              </div>
            </details>
          </>
        )}
      </Section>
    )
  );
}

const predictionExample = `{"model": "my-model", "item": "parcel-1", "condition": {"prompt": "human", "questionOrder": "true-false"}, "prompt": "Please read the following story …", "logprobs": {"True": -0.1, "False": -2.4}}`;
